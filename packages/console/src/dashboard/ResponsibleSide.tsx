import Chip from "@mui/material/Chip";
import { useText } from "../i18n/index.ts";

/** The side that has to correct a refused request. */
export function ResponsibleSide({ whose }: { whose: "partner" | "course" | "service" }) {
  const t = useText();
  const color = { partner: "warning", course: "default", service: "error" } as const;
  return <Chip color={color[whose]} label={t(`dashboard.whose.${whose}`)} />;
}
