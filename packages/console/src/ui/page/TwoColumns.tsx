import Box from "@mui/material/Box";
import type { ReactNode } from "react";

/** Two columns, one below the other on small screens. `ratio`: their widths. */
export function TwoColumns({ ratio = [7, 5], children }: { ratio?: [number, number]; children: ReactNode }) {
  const wide = ratio.map((part) => `minmax(0, ${part}fr)`).join(" ");
  return (
    <Box
      sx={{
        display: "grid",
        gap: 2,
        alignItems: "start",
        gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: wide },
      }}
    >
      {children}
    </Box>
  );
}
