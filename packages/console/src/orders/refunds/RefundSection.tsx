import { Stack, Typography } from "@mui/material";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { DialogButton } from "../../ui/dialogs.tsx";
import { PlainList, SectionCard } from "../../ui/page/layout.tsx";
import { SecondaryText } from "../../ui/text.tsx";
import type { Order, Refund } from "../order.ts";
import { useOrderRights } from "../parts.tsx";
import { RefundDialog } from "./RefundDialog.tsx";

/** The refunds of an order: the due refunds, and the recorded refunds with the operator who recorded each. Test orders have none. */
export function RefundSection({ order }: { order: Order }) {
  const t = useText();
  if (order.test || order.refunds.length === 0) return null;
  return (
    <SectionCard title={t("refunds.title")}>
      <PlainList gap={2}>
        {order.refunds.map((refund) => (
          <One key={refund.id} order={order} refund={refund} />
        ))}
      </PlainList>
    </SectionCard>
  );
}

function One({ order, refund }: { order: Order; refund: Refund }) {
  const t = useText();
  const format = useFormat();
  const may = useOrderRights();
  const { reason, due, dueAt, paid, paidUsd, currencyCode, paidAt, method, recordedBy, note } = refund;
  const isPaid = paidUsd !== null && paidAt !== null && method !== null;
  const isDue = !isPaid && dueAt !== null;
  return (
    <li>
      <Stack sx={{ gap: 0.5, alignItems: "flex-start" }}>
        <Typography component="div" sx={{ fontWeight: 600 }}>
          {isDue
            ? t("refunds.dueOf", { amount: format.amount(due, currencyCode) })
            : format.amount(paid ?? due, currencyCode)}
        </Typography>
        <SecondaryText>
          {t(`refunds.reason.${reason}`)}
          {isDue && ` · ${t("refunds.since", { at: format.instant(dueAt) })}`}
          {!isDue && !isPaid && ` · ${t("refunds.pending")}`}
        </SecondaryText>
        {isPaid && (
          <Typography variant="body2">
            {recordedBy
              ? t("balance.recorded", {
                  method: t(`refunds.method.${method}`),
                  at: format.instant(paidAt),
                  by: recordedBy,
                })
              : t("balance.setOff", { at: format.instant(paidAt) })}
          </Typography>
        )}
        {note && (
          <Typography variant="body2" sx={{ overflowWrap: "anywhere", whiteSpace: "pre-line" }}>
            {note}
          </Typography>
        )}
        {isDue && may("refund") && (
          <DialogButton
            variant="contained"
            label={t("refunds.record")}
            dialog={(close) => <RefundDialog order={order} refund={refund} onClose={close} />}
          />
        )}
      </Stack>
    </li>
  );
}
