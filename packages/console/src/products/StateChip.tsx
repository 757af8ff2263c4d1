import DeleteOutlineIcon from "@mui/icons-material/DeleteOutlined";
import PublicIcon from "@mui/icons-material/Public";
import VisibilityOffIcon from "@mui/icons-material/VisibilityOff";
import Chip from "@mui/material/Chip";
import type { ReactElement } from "react";
import { useText } from "../i18n/index.ts";
import type { State } from "./product.ts";

const looks: Record<State, { sx: object; icon: ReactElement }> = {
  published: { sx: { bgcolor: "success.light", color: "success.dark" }, icon: <PublicIcon /> },
  draft: { sx: { bgcolor: "action.selected" }, icon: <VisibilityOffIcon /> },
  deleted: { sx: { bgcolor: "error.light", color: "error.dark" }, icon: <DeleteOutlineIcon /> },
};

/** The publication state of a product, as text, icon and colour. */
export function StateChip({ state }: { state: State }) {
  const t = useText();
  const { sx, icon } = looks[state];
  return (
    <Chip
      size="small"
      icon={icon}
      label={t(`products.state.${state}`)}
      sx={{ fontWeight: 600, ...sx, "& .MuiChip-icon": { color: "inherit" } }}
    />
  );
}
