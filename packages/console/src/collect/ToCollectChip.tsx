import { Chip } from "@mui/material";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { softColors } from "../ui/text.tsx";
import type { ToCollect } from "./collect.ts";

/** What is to be collected from a guest. Amber, unless the guest pays later by agreement. */
export function ToCollectChip({ toCollect }: { toCollect: ToCollect | null }) {
  const t = useText();
  const format = useFormat();
  if (toCollect === null) return null;
  const { dueOn, onArrival } = toCollect;
  const amount = format.amount(toCollect.amount, toCollect.currencyCode);
  return (
    <Chip
      size="small"
      label={
        onArrival || dueOn === null
          ? t("collect.amount", { amount })
          : t("collect.agreed", { amount, day: format.date(dueOn) })
      }
      sx={{ alignSelf: "flex-start", ...(onArrival && softColors("warning")) }}
    />
  );
}
