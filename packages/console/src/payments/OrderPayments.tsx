import CheckIcon from "@mui/icons-material/Check";
import { Chip, Stack, Typography } from "@mui/material";
import { useRef } from "react";
import { useWatch } from "react-hook-form";
import { newId } from "../api/new-id.ts";
import type { ApiAnswer } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { InstantText, useFormat } from "../format/format.tsx";
import { parseTypedAmount } from "../format/typed.ts";
import { useText } from "../i18n/index.ts";
import { NoMailServer } from "../letters/NoMailServer.tsx";
import { AmountField } from "../orders/AmountField.tsx";
import type { Order } from "../orders/order.ts";
import { useRights } from "../session/hooks.ts";
import { DialogButton, PlainDialog } from "../ui/dialogs.tsx";
import { FormButton, FormDialog } from "../ui/FormDialog.tsx";
import { BooleanField, RadioField } from "../ui/form/choices.tsx";
import { PlainList, SectionCard } from "../ui/page/layout.tsx";
import { QrCode } from "../ui/QrCode.tsx";
import { CopyButton } from "../ui/secrets/CopyButton.tsx";
import { SecondaryText, SoftChip } from "../ui/text.tsx";
import { CheckoutActions, CheckoutAmount, CheckoutProvider, CheckoutState } from "./states.tsx";

type Payments = ApiAnswer<"orders.payments">;
type PaymentLink = Payments["links"][number];

/** The payment links of an order on account, and its payments at providers. */
export function OrderPayments({ order }: { order: Order }) {
  const t = useText();
  const rights = useRights();
  const { data } = useAnswer("orders.payments", { id: order.id }, { refetchInterval: 10_000 });
  const hasMail = useAnswer("home.show").data?.setup.mail ?? true;
  if (!data) return null;
  const { canPay, links, checkouts, balanceDue } = data;
  if (links.length === 0 && checkouts.length === 0 && Number(balanceDue) === 0) return null;
  return (
    <SectionCard
      title={t("payments.order.title")}
      gap={1.5}
      aside={
        canPay &&
        rights.has("orders.createPaymentLink") && (
          <DialogButton
            size="small"
            variant="contained"
            label={t("payments.order.create")}
            dialog={(close) => <LinkDialog order={order} payments={data} hasMail={hasMail} onClose={close} />}
          />
        )
      }
    >
      {!canPay && links.length === 0 && checkouts.length === 0 && (
        <SecondaryText>{t("payments.order.none")}</SecondaryText>
      )}
      {checkouts.length > 0 && (
        <PlainList gap={2}>
          {checkouts.map((checkout) => (
            <li key={checkout.id}>
              <Stack sx={{ gap: 0.5, alignItems: "flex-start" }}>
                <div>
                  {t(`payments.purpose.${checkout.purpose}`)} · <CheckoutAmount checkout={checkout} />
                </div>
                <SecondaryText>
                  <InstantText at={checkout.createdAt} />
                </SecondaryText>
                <Typography variant="body2" component="div">
                  <CheckoutProvider checkout={checkout} />
                </Typography>
                <CheckoutState checkout={checkout} />
                <CheckoutActions checkout={checkout} />
              </Stack>
            </li>
          ))}
        </PlainList>
      )}
      {links.length > 0 && (
        <PlainList gap={2}>
          {links.map((link) => (
            <li key={link.id}>
              <OneLink order={order} link={link} isDue={Number(balanceDue) > 0} hasMail={hasMail} />
            </li>
          ))}
        </PlainList>
      )}
    </SectionCard>
  );
}

function OneLink({
  order,
  link,
  isDue,
  hasMail,
}: {
  order: Order;
  link: PaymentLink;
  isDue: boolean;
  hasMail: boolean;
}) {
  const t = useText();
  const api = useApi();
  const format = useFormat();
  const rights = useRights();
  const { id, url, amount, currencyCode, createdAt, createdBy, revokedAt, isPaid, letter } = link;
  const name =
    amount !== null && currencyCode !== null
      ? t("payments.order.ofDeposit", { amount: format.amount(amount, currencyCode) })
      : t("payments.order.ofBalance");
  return (
    <Stack sx={{ gap: 0.5, alignItems: "flex-start" }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
        <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
        {isPaid && <SoftChip tone="success" icon={<CheckIcon />} label={t("payments.state.recorded")} />}
        {revokedAt && <Chip size="small" label={t("payments.order.revoked")} />}
      </Stack>
      <SecondaryText>{t("payments.order.by", { at: format.instant(createdAt), by: createdBy })}</SecondaryText>
      {letter && (
        <SecondaryText>{t("payments.order.sent", { state: t(`letters.state.${letter.state}`) })}</SecondaryText>
      )}
      {!revokedAt && !isPaid && (
        <>
          <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
            {url}
          </Typography>
          <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap", alignItems: "center" }}>
            <CopyButton text={url} label={t("payments.order.copy")} />
            {isDue && (
              <DialogButton
                size="small"
                label={t("payments.order.qr")}
                dialog={(close) => (
                  <PlainDialog title={t("payments.order.qrTitle")} onClose={close}>
                    <Typography sx={{ color: "text.secondary", mb: 2 }}>{t("payments.order.qrLead")}</Typography>
                    <Stack sx={{ alignItems: "center" }}>
                      <QrCode text={url} label={t("payments.order.qr")} size={260} />
                    </Stack>
                  </PlainDialog>
                )}
              />
            )}
            {isDue && rights.has("orders.sendPaymentLink") && order.event.email !== "" && hasMail && (
              <FormButton
                button={{ size: "small" }}
                label={t("payments.order.sendAgain")}
                title={t("payments.order.send", { email: order.event.email })}
                save={() => api("orders.sendPaymentLink", { id: order.id, link: id })}
                notice={t("payments.order.resent")}
              />
            )}
            {rights.has("orders.revokePaymentLink") && (
              <FormButton
                danger
                button={{ size: "small", color: "error" }}
                label={t("payments.order.revoke")}
                title={t("payments.order.revokeTitle")}
                lead={t("payments.order.revokeLead")}
                save={() => api("orders.revokePaymentLink", { id: order.id, link: id })}
                notice={t("payments.order.revokedDone")}
              />
            )}
          </Stack>
        </>
      )}
    </Stack>
  );
}

function LinkDialog({
  order,
  payments,
  hasMail,
  onClose,
}: {
  order: Order;
  payments: Payments;
  hasMail: boolean;
  onClose: () => void;
}) {
  const t = useText();
  const api = useApi();
  const format = useFormat();
  // After a lost answer the repeated request makes no second link.
  const id = useRef(newId());
  const { balanceDue, currencyCode } = payments;
  const { email } = order.event;
  return (
    <FormDialog
      title={t("payments.order.createTitle", { reference: order.reference })}
      lead={t("payments.order.createLead")}
      submit={t("payments.order.make")}
      defaults={{ what: "whole" as "whole" | "deposit", amount: "", send: email !== "" && hasMail }}
      save={({ what, amount, send }) =>
        api("orders.createPaymentLink", {
          id: order.id,
          body: {
            id: id.current,
            ...(what === "deposit" && { amount: parseTypedAmount(amount, currencyCode) }),
            ...(send && { send }),
          },
        })
      }
      notice={(_, { send }) => t(send ? "payments.order.madeAndSent" : "payments.order.made")}
      onClose={onClose}
    >
      <RadioField
        source="what"
        label={t("payments.order.what")}
        choices={[
          { id: "whole", name: t("payments.order.whole", { amount: format.amount(balanceDue, currencyCode) }) },
          { id: "deposit", name: t("payments.order.deposit") },
        ]}
        lead={() => null}
      />
      <Deposit payments={payments} />
      {email !== "" &&
        (hasMail ? <BooleanField source="send" label={t("payments.order.send", { email })} /> : <NoMailServer />)}
    </FormDialog>
  );
}

function Deposit({ payments: { balanceDue, currencyCode } }: { payments: Payments }) {
  const what: string = useWatch({ name: "what" });
  return what === "deposit" ? (
    <AmountField currencyCode={currencyCode} max={balanceDue} tooHigh="balance.amountTooHigh" refusesZero />
  ) : null;
}
