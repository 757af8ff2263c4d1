import { Alert, Stack, Typography } from "@mui/material";
import { useRef } from "react";
import { newId } from "../../api/new-id.ts";
import { useApi } from "../../api/useApi.ts";
import { OtherCurrency, receivedOf } from "../../collect/OtherCurrency.tsx";
import { ReceiptActions } from "../../collect/ReceiptActions.tsx";
import { Amount } from "../../format/Amount.tsx";
import { useFormat } from "../../format/format.tsx";
import { parseTypedAmount } from "../../format/typed.ts";
import { useText } from "../../i18n/index.ts";
import { useRights } from "../../session/hooks.ts";
import { DialogButton } from "../../ui/dialogs.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { choicesOf } from "../../ui/form/errors.ts";
import { SelectField, TextField } from "../../ui/form/TextField.tsx";
import { FactList, PlainList, SectionCard } from "../../ui/page/layout.tsx";
import { SecondaryText } from "../../ui/text.tsx";
import { AmountField } from "../AmountField.tsx";
import { deskPayments, type Order } from "../order.ts";
import { PaymentText } from "../parts.tsx";
import { type AccountMethod, accountMethods } from "../sale/useSale.ts";

type Account = NonNullable<Order["account"]>;

/** The money of an order: its total and tax, how the desk was paid, and the payments and balance of an order on account. */
export function OrderMoney({ order }: { order: Order }) {
  const t = useText();
  const format = useFormat();
  const rights = useRights();
  const { amounts, payment, invoice, account } = order;
  const { base, tax, taxRate, taxScheme, currencyCode } = amounts;
  const partnerFacts = usePartnerFacts(order.partnerTerms);
  return (
    <SectionCard
      title={t("orders.page.money")}
      gap={1.5}
      aside={
        payment &&
        rights.has("orders.recordInvoice") && (
          <DialogButton
            size="small"
            label={t("orders.invoice.record")}
            dialog={(close) => <InvoiceDialog order={order} onClose={close} />}
          />
        )
      }
    >
      <FactList
        facts={[
          {
            name: t("orders.field.total"),
            value: (
              <b>
                <OrderTotal order={order} />
              </b>
            ),
          },
          tax !== null &&
            base !== null &&
            taxRate !== null && {
              name: t("orders.field.tax"),
              value: (
                <>
                  {t("orders.page.tax", { amount: format.amount(tax, currencyCode), rate: format.percent(taxRate) })}
                  <SecondaryText span sx={{ display: "block" }}>
                    {t("orders.page.base", { amount: format.amount(base, currencyCode) })}
                  </SecondaryText>
                </>
              ),
            },
          (taxScheme === "exempt" || taxScheme === "margin") && {
            name: t("orders.field.tax"),
            value: t(`products.taxScheme.${taxScheme}`),
          },
          payment && { name: t("sale.payment"), wide: true, value: <DeskPayments order={order} /> },
          ...partnerFacts,
          invoice && {
            name: t("orders.invoice.title"),
            wide: true,
            value: (
              <>
                {invoice.number}
                {!invoice.isCurrent && (
                  <SecondaryText span sx={{ display: "block" }}>
                    {t("orders.invoice.outdated")}
                  </SecondaryText>
                )}
              </>
            ),
          },
        ]}
      />
      {account && <Balance order={order} account={account} />}
    </SectionCard>
  );
}

/** Gives what an order is worth by the terms of its partner. */
export function usePartnerFacts(terms: Order["partnerTerms"]): { name: string; value: string }[] {
  const t = useText();
  const format = useFormat();
  if (!terms) return [];
  const { amounts, basis, collects } = terms;
  const amount = (field: "retail" | "commission" | "net") => ({
    name: t(`terms.preview.${field}`),
    value: format.amount(amounts?.[field] ?? "", amounts?.currencyCode ?? ""),
  });
  return [
    ...(amounts ? [amount("retail"), amount("commission"), amount("net")] : []),
    { name: t("terms.title"), value: `${t(`terms.choice.basis.${basis}`)}. ${t(`terms.say.collects.${collects}`)}` },
  ];
}

/** The total in the store's currency, with the printed prices or the dollars below it. */
export function OrderTotal({ order: { amounts, event } }: { order: Order }) {
  const { total, currencyCode, printed } = amounts;
  return <Amount amount={total} currencyCode={currencyCode} usd={event.totalUsd.value} printed={printed} />;
}

/** How the desk was paid: at the sale, and for each amendment that made the order dearer. */
export function DeskPayments({ order }: { order: Order }) {
  const format = useFormat();
  const payments = deskPayments(order);
  return (
    <Stack sx={{ gap: 1 }}>
      {payments.map(({ id, payment, amount }) => (
        <div key={id}>
          <PaymentText
            payment={payment}
            paid={payments.length > 1 ? format.amount(amount, order.amounts.currencyCode) : undefined}
          />
          {hasReceipt(payment.method) && Number(amount) > 0 && (
            <ReceiptActions order={order} payment={id} amount={format.amount(amount, order.amounts.currencyCode)} />
          )}
        </div>
      ))}
    </Stack>
  );
}

const hasReceipt = (method: string): boolean => (accountMethods as readonly string[]).includes(method);

/** The number of an invoice that was made elsewhere. Without one the voucher names no tax. */
function InvoiceDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  return (
    <FormDialog
      title={t("orders.invoice.record")}
      lead={t("orders.invoice.lead")}
      submit={t("frame.action.save")}
      defaults={{ number: order.invoice?.number ?? "" }}
      save={({ number }) =>
        api("orders.recordInvoice", { id: order.id, body: { number: number.trim() === "" ? null : number.trim() } })
      }
      notice={t("orders.invoice.done")}
      onClose={onClose}
    >
      <TextField source="number" label={t("orders.invoice.number")} helperText={t("orders.invoice.none")} most={64} />
    </FormDialog>
  );
}

function Balance({ order, account }: { order: Order; account: Account }) {
  const t = useText();
  const format = useFormat();
  const rights = useRights();
  const { payments, currencyCode, balanceDue } = account;
  const isDue = Number(balanceDue) > 0;
  return (
    <>
      <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap", alignItems: "center", justifyContent: "space-between" }}>
        <BalanceText account={account} isComplete={order.status === "complete"} />
        {isDue && rights.has("orders.recordPayment") && (
          <DialogButton
            variant="contained"
            label={t("balance.record")}
            dialog={(close) => <PaymentDialog order={order} account={account} onClose={close} />}
          />
        )}
      </Stack>
      {payments.length > 0 && (
        <PlainList gap={1.5}>
          {payments.map(({ id, amount, received, method, paidAt, recordedBy, note }) => (
            <li key={id}>
              <b>{format.amount(amount, currencyCode)}</b>
              {received && (
                <SecondaryText span>
                  {" "}
                  · {t("collect.received.of", { amount: format.amount(received.amount, received.currencyCode) })}
                </SecondaryText>
              )}
              <SecondaryText>
                {t("balance.recorded", {
                  method: t(`sale.method.${method}`),
                  at: format.instant(paidAt),
                  by: recordedBy,
                })}
              </SecondaryText>
              {note && (
                <Typography variant="body2" sx={{ overflowWrap: "anywhere", whiteSpace: "pre-line" }}>
                  {note}
                </Typography>
              )}
              {Number(amount) > 0 && (
                <ReceiptActions order={order} payment={id} amount={format.amount(amount, currencyCode)} />
              )}
            </li>
          ))}
        </PlainList>
      )}
    </>
  );
}

function BalanceText({ account, isComplete }: { account: Account; isComplete: boolean }) {
  const t = useText();
  const text = useBalanceText();
  const format = useFormat();
  const { paid, balanceDue, currencyCode } = account;
  const isDue = Number(balanceDue) > 0;
  // A cancelled order can have no balance although it was not paid.
  return isDue || !isComplete ? (
    <Stack>
      <Typography sx={{ fontWeight: 600 }}>{isDue ? text(account) : t("balance.noneDue")}</Typography>
      <SecondaryText>{t("balance.paid", { amount: format.amount(paid ?? "0", currencyCode) })}</SecondaryText>
    </Stack>
  ) : (
    <Alert severity="success">{t("balance.allPaid")}</Alert>
  );
}

/** Writes the balance that is due, with the due day if there is one. */
export function useBalanceText(): (account: Pick<Account, "balanceDue" | "dueOn" | "currencyCode">) => string {
  const t = useText();
  const format = useFormat();
  return ({ balanceDue, dueOn, currencyCode }) => {
    const amount = format.amount(balanceDue ?? "0", currencyCode);
    return dueOn ? t("balance.dueBy", { amount, day: format.date(dueOn) }) : t("balance.due", { amount });
  };
}

function PaymentDialog({ order, account, onClose }: { order: Order; account: Account; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  // After a lost answer the repeated request records nothing.
  const id = useRef(newId());
  const format = useFormat();
  const { balanceDue, currencyCode } = account;
  return (
    <FormDialog
      title={t("balance.recordTitle", { reference: order.reference })}
      lead={t("balance.recordLead")}
      submit={t("balance.record")}
      defaults={{
        ...{ amount: format.typed(balanceDue ?? ""), method: "" as AccountMethod | "", note: "" },
        ...{ receivedCurrency: "", received: "" },
      }}
      save={({ amount, method, note, ...other }) =>
        api("orders.recordPayment", {
          id: order.id,
          body: {
            id: id.current,
            amount: parseTypedAmount(amount, currencyCode),
            method: method as AccountMethod,
            ...receivedOf(other),
            ...(note.trim() && { note: note.trim() }),
          },
        })
      }
      notice={t("balance.done")}
      onClose={onClose}
    >
      <AmountField currencyCode={currencyCode} max={balanceDue ?? "0"} tooHigh="balance.amountTooHigh" refusesZero />
      <SelectField
        source="method"
        label={t("balance.method")}
        choices={choicesOf(accountMethods, (method) => t(`sale.method.${method}`))}
      />
      <OtherCurrency storeCurrency={currencyCode} />
      <TextField multiline minRows={2} source="note" label={t("orders.history.note")} most={500} />
    </FormDialog>
  );
}
