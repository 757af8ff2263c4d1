import CheckIcon from "@mui/icons-material/Check";
import ErrorOutlineIcon from "@mui/icons-material/ErrorOutlined";
import RemoveIcon from "@mui/icons-material/Remove";
import ScheduleIcon from "@mui/icons-material/Schedule";
import ScienceIcon from "@mui/icons-material/Science";
import UndoIcon from "@mui/icons-material/Undo";
import { Stack, Typography } from "@mui/material";
import type { ReactElement } from "react";
import type { ListRecord } from "../api/types.ts";
import { useApi } from "../api/useApi.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { FormButton } from "../ui/FormDialog.tsx";
import { type ChipTone, SecondaryText, SoftChip } from "../ui/text.tsx";
import { useKindLabel } from "./kinds.ts";

export type Checkout = ListRecord<"checkouts.list">;

const looks: Record<Checkout["state"], { tone: ChipTone; icon: ReactElement }> = {
  starting: { tone: "info", icon: <ScheduleIcon /> },
  open: { tone: "info", icon: <ScheduleIcon /> },
  paid: { tone: "info", icon: <ScheduleIcon /> },
  recorded: { tone: "success", icon: <CheckIcon /> },
  differs: { tone: "error", icon: <ErrorOutlineIcon /> },
  refunding: { tone: "warning", icon: <UndoIcon /> },
  refunded: { tone: "default", icon: <UndoIcon /> },
  ended: { tone: "default", icon: <RemoveIcon /> },
};

/** How a payment stands, and why. */
export function CheckoutState({ checkout }: { checkout: Checkout }) {
  const t = useText();
  const format = useFormat();
  const { state, why, message, refunded, returning, refundFault, refundMessage, test } = checkout;
  const currency = checkout.paidCurrency ?? checkout.currencyCode;
  return (
    <Stack sx={{ gap: 0.5, alignItems: "flex-start" }}>
      <Stack direction="row" sx={{ gap: 0.5, flexWrap: "wrap" }}>
        <SoftChip {...looks[state]} label={t(`payments.state.${state}`)} />
        {test && <SoftChip tone="info" icon={<ScienceIcon />} label={t("payments.test")} />}
      </Stack>
      {why && <SecondaryText>{t(`payments.why.${why as keyof typeof whys}`)}</SecondaryText>}
      {message && <SecondaryText sx={{ overflowWrap: "anywhere" }}>{message}</SecondaryText>}
      {Number(refunded) > 0 && (
        <SecondaryText>{t("payments.refunded", { amount: format.amount(refunded, currency) })}</SecondaryText>
      )}
      {Number(returning) > 0 && (
        <SecondaryText>{t("payments.returning", { amount: format.amount(returning, currency) })}</SecondaryText>
      )}
      {refundFault && (
        <Typography variant="body2" color="error" sx={{ overflowWrap: "anywhere" }}>
          {t(`payments.fault.${refundFault}`)}
          {refundMessage && `: ${refundMessage}`}
        </Typography>
      )}
    </Stack>
  );
}

/** The codes for which there is a text. */
const whys = {
  expired: 0,
  cancelled: 0,
  failed: 0,
  refused: 0,
  late: 0,
  accepted: 0,
  test: 0,
  "nothing-due": 0,
  "no-seats": 0,
  "not-bookable": 0,
  differs: 0,
};

/** The amount that was asked for, or that was paid. */
export function CheckoutAmount({ checkout }: { checkout: Checkout }) {
  const t = useText();
  const format = useFormat();
  const { amount, currencyCode, paid, paidCurrency } = checkout;
  const isSame = paid === null || (paid === amount && paidCurrency === currencyCode);
  return (
    <>
      <b>{format.amount(paid ?? amount, paidCurrency ?? currencyCode)}</b>
      {!isSame && (
        <SecondaryText>
          {t("payments.asked")}: {format.amount(amount, currencyCode)}
        </SecondaryText>
      )}
    </>
  );
}

/** The provider, the means and the payment's number there. */
export function CheckoutProvider({ checkout }: { checkout: Checkout }) {
  const provider = useProviderText();
  return (
    <>
      {provider(checkout)}
      <SecondaryText sx={{ overflowWrap: "anywhere" }}>{checkout.providerId}</SecondaryText>
    </>
  );
}

export function useProviderText(): (checkout: Checkout) => string {
  const label = useKindLabel();
  return ({ kind, means }) => [label(kind), means !== kind && means].filter(Boolean).join(" · ");
}

/** What an operator can do about a payment. */
export function CheckoutActions({ checkout }: { checkout: Checkout }) {
  const t = useText();
  const api = useApi();
  const rights = useRights();
  const format = useFormat();
  const { id, number, state, purpose, amount, paid, currencyCode, paidCurrency, refundFault } = checkout;
  const values = {
    paid: format.amount(paid ?? "0", paidCurrency ?? currencyCode),
    amount: format.amount(amount, currencyCode),
  };
  const isRecordable = purpose !== "hold" && paidCurrency === currencyCode;
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
      {state === "differs" &&
        rights.has("checkouts.decide") &&
        (["record", "refund"] as const)
          .filter((as) => as === "refund" || isRecordable)
          .map((as) => (
            <FormButton
              key={as}
              button={{ size: "small", variant: "outlined" }}
              of={number}
              label={t(`payments.decide.${as}`)}
              title={t(`payments.decide.${as}Title`, values)}
              lead={t(`payments.decide.${as}Lead`)}
              save={() => api("checkouts.decide", { id, body: { as } })}
              notice={t("payments.decide.done")}
            />
          ))}
      {refundFault && rights.has("checkouts.repeatRefunds") && (
        <FormButton
          button={{ size: "small", variant: "outlined" }}
          of={number}
          label={t("payments.repeat")}
          title={t("payments.repeat")}
          save={() => api("checkouts.repeatRefunds", { id })}
          notice={t("payments.repeated")}
        />
      )}
    </Stack>
  );
}
