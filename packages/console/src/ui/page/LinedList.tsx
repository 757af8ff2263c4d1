import Box from "@mui/material/Box";
import type { ReactNode } from "react";

/** A list whose items have a line between them. */
export const LinedList = ({ label, children }: { label?: string; children: ReactNode }) => (
  <Box component="ul" aria-label={label} sx={{ listStyle: "none", m: 0, p: 0 }}>
    {children}
  </Box>
);

/** An item with these columns: on a narrow screen, and from a medium one on. */
export const LinedItem = ({
  columns,
  align = "start",
  children,
}: {
  columns: { xs: string; md: string };
  align?: "start" | "center";
  children: ReactNode;
}) => (
  <Box
    component="li"
    sx={{
      display: "grid",
      gridTemplateColumns: columns,
      columnGap: 2,
      rowGap: 0.5,
      alignItems: align,
      py: 1,
      "& + &": { borderTop: 1, borderColor: "divider" },
    }}
  >
    {children}
  </Box>
);
