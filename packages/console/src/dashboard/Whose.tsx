import Chip from "@mui/material/Chip";
import { useText } from "../i18n/index.ts";

/** Who has to mend what was refused. */
export function Whose({ whose }: { whose: "partner" | "course" | "service" }) {
  const t = useText();
  const color = { partner: "warning", course: "default", service: "error" } as const;
  return <Chip size="small" variant="outlined" color={color[whose]} label={t(`dashboard.whose.${whose}`)} />;
}
