import AddIcon from "@mui/icons-material/Add";
import DeleteOutlineIcon from "@mui/icons-material/DeleteOutlined";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import { useText } from "../../i18n/index.ts";
import { type Draft, newKey, type TierDraft } from "../model/draft.ts";
import { type Change, replaced, without } from "../model/steps.ts";
import { Group, TextInput } from "./fields.tsx";

/** The most tiers of a product. */
const most = 10;

/** Refunds by the time left: until so many hours before the event, so many percent. */
export function Refunds({ draft, change }: { draft: Draft; change: Change<Draft> }) {
  const t = useText();
  const tiers = draft.refundTiers ?? [];
  const set = (make: (tiers: TierDraft[]) => TierDraft[]) =>
    change((now) => ({ ...now, refundTiers: make(now.refundTiers ?? []) }));
  const add = () =>
    set((now) => [
      ...now,
      now.length === 0
        ? { key: newKey(), hours: draft.cancelPurchaseHour, percent: "100" }
        : { key: newKey(), hours: "", percent: "" },
    ]);
  return (
    <Group label={t("products.field.refunds")} lead={t("products.refunds.lead")}>
      <Stack component="ul" sx={{ gap: 1.5, listStyle: "none", m: 0, p: 0 }}>
        {tiers.map(({ key, hours, percent }, n) => (
          <Stack key={key} component="li" direction="row" sx={{ gap: 1, alignItems: "flex-start" }}>
            <TextInput
              at={`/refundTiers/${n}/hours`}
              label={t("products.refunds.hours")}
              ariaLabel={t("products.refunds.hoursOf", { n: n + 1 })}
              placeholder={t("products.refunds.hours")}
              value={hours}
              onChange={(typed) => set((now) => replaced(now, n, (one) => ({ ...one, hours: typed })))}
              numeric="numeric"
              max={4}
              unit="h"
            />
            <TextInput
              at={`/refundTiers/${n}/percent`}
              label={t("products.refunds.percent")}
              ariaLabel={t("products.refunds.percentOf", { n: n + 1 })}
              placeholder={t("products.refunds.percent")}
              value={percent}
              onChange={(typed) => set((now) => replaced(now, n, (one) => ({ ...one, percent: typed })))}
              numeric="numeric"
              max={3}
              unit="%"
            />
            <IconButton
              aria-label={t("products.refunds.remove", { n: n + 1 })}
              onClick={() => set((now) => without(now, n))}
            >
              <DeleteOutlineIcon />
            </IconButton>
          </Stack>
        ))}
      </Stack>
      {tiers.length < most && (
        <Button size="small" startIcon={<AddIcon />} onClick={add} sx={{ mt: tiers.length > 0 ? 1 : 0 }}>
          {t("products.refunds.add")}
        </Button>
      )}
    </Group>
  );
}
