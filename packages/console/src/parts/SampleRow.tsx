import { Stack } from "@mui/material";
import type { ReactNode } from "react";

/** Parts beside each other, as many as fit. */
export const SampleRow = ({ children }: { children: ReactNode }) => (
  <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap", alignItems: "center" }}>
    {children}
  </Stack>
);
