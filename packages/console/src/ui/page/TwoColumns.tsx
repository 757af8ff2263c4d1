import Box from "@mui/material/Box";
import type { ReactNode } from "react";

/** The body of a detail page: a wide and a narrow column, below each other on small screens. */
export function TwoColumns({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: "grid",
        gap: 2,
        alignItems: "start",
        gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 7fr) minmax(0, 5fr)" },
      }}
    >
      {children}
    </Box>
  );
}
