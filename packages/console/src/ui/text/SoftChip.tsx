import Chip from "@mui/material/Chip";
import type { ReactElement } from "react";

export type ChipTone = "success" | "warning" | "error" | "info" | "default";

/** A light background of a tone, with text of sufficient contrast. */
export const softColors = (tone: ChipTone) =>
  tone === "default" ? { bgcolor: "action.selected" } : { bgcolor: `${tone}.light`, color: `${tone}.dark` };

/** A status as text, icon and colour. */
export const SoftChip = ({
  tone,
  icon,
  label,
  size = "small",
}: {
  tone: ChipTone;
  icon: ReactElement;
  label: string;
  size?: "small" | "medium";
}) => (
  <Chip
    variant="filled"
    size={size}
    icon={icon}
    label={label}
    sx={{ fontWeight: 600, ...softColors(tone), "& .MuiChip-icon": { color: "inherit" } }}
  />
);
