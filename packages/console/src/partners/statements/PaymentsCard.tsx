import AddIcon from "@mui/icons-material/Add";
import { Box, Button, Stack, Typography } from "@mui/material";
import { useRef } from "react";
import { useController, useWatch } from "react-hook-form";
import { Link } from "react-router";
import { newId } from "../../api/new-id.ts";
import { useAnswer } from "../../api/useAnswer.ts";
import { useApi } from "../../api/useApi.ts";
import { today } from "../../format/days.ts";
import { useFormat } from "../../format/format.tsx";
import { isPrice, parseTypedAmount, priceProblem } from "../../format/typed.ts";
import { useText } from "../../i18n/index.ts";
import { useRights, useStoreZone } from "../../session/hooks.ts";
import { DialogButton } from "../../ui/dialogs.tsx";
import { FormButton, FormDialog } from "../../ui/FormDialog.tsx";
import { DayField } from "../../ui/form/controls.tsx";
import { choicesOf, useRequiredRule } from "../../ui/form/errors.ts";
import { SelectField, TextField } from "../../ui/form/TextField.tsx";
import { DataTable } from "../../ui/page/DataTable.tsx";
import { fieldGrid, SectionCard } from "../../ui/page/layout.tsx";
import { QueryResult } from "../../ui/page/QueryResult.tsx";
import { usePages } from "../../ui/page/TablePages.tsx";
import { SecondaryText } from "../../ui/text.tsx";
import { useCurrencyChoices } from "../terms/useCurrencyChoices.ts";
import type { Payment } from "./statement.ts";

const perPage = 10;
const methods = ["transfer", "card", "cash", "other"] as const;
const directions = ["from", "to"] as const;

/** Payments between a partner and the operator. A payment that no statement has can be deleted. */
export function PaymentsCard({ partnerId }: { partnerId: string }) {
  const t = useText();
  const rights = useRights();
  const query = useAnswer("partners.payments", { id: partnerId });
  return (
    <SectionCard
      title={t("statements.payments.title")}
      aside={
        rights.has("partners.recordPayment") && (
          <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap", justifyContent: "flex-end" }}>
            <Button size="small" component={Link} to="/statements/bank">
              {t("settling.bank.button")}
            </Button>
            <DialogButton
              size="small"
              variant="outlined"
              startIcon={<AddIcon />}
              label={t("statements.payments.record")}
              dialog={(close) => <RecordPayment partnerId={partnerId} onClose={close} />}
            />
          </Stack>
        )
      }
    >
      <QueryResult query={query} lines={2}>
        {({ data }) =>
          data.length === 0 ? (
            <Typography sx={{ color: "text.secondary", py: 1 }}>{t("statements.payments.none")}</Typography>
          ) : (
            <PaymentTable partnerId={partnerId} payments={data} />
          )
        }
      </QueryResult>
    </SectionCard>
  );
}

function PaymentTable({ partnerId, payments }: { partnerId: string; payments: readonly Payment[] }) {
  const t = useText();
  const format = useFormat();
  const mayDelete = useRights().has("partners.deletePayment");
  const { shown, paging } = usePages(payments, perPage);
  return (
    <Stack>
      <DataTable
        label={t("statements.payments.title")}
        height="none"
        stacked
        rows={shown}
        keyOf={({ id }) => id}
        columns={[
          {
            name: t("statements.payments.paidOn"),
            value: ({ paidOn, method, reference }) => (
              <>
                {format.date(paidOn)}
                <SecondaryText span sx={{ display: "block", fontWeight: 400 }}>
                  {[methodText(method), ...(reference ? [reference] : [])].join(" · ")}
                </SecondaryText>
              </>
            ),
          },
          {
            name: t("statements.payments.amount"),
            figure: true,
            value: ({ amount, currencyCode }) => <b>{format.amount(amount, currencyCode)}</b>,
          },
          {
            name: t("terms.field.period"),
            figure: true,
            value: ({ statementId }) => t(statementId ? "statements.payments.on" : "statements.payments.next"),
          },
          ...(mayDelete
            ? [
                {
                  name: t("orders.field.actions"),
                  figure: true,
                  value: (payment: Payment) =>
                    payment.statementId === null && <DeletePayment partnerId={partnerId} payment={payment} />,
                },
              ]
            : []),
        ]}
      />
      {paging}
    </Stack>
  );

  function methodText(method: string): string {
    const known = methods.find((one) => one === method);
    return known ? t(`statements.payments.methods.${known}`) : method;
  }
}

function DeletePayment({ partnerId, payment }: { partnerId: string; payment: Payment }) {
  const t = useText();
  const api = useApi();
  const format = useFormat();
  const amount = format.amount(payment.amount, payment.currencyCode);
  const day = format.date(payment.paidOn);
  return (
    <FormButton
      danger
      button={{ size: "small", color: "error" }}
      of={`${amount}, ${day}`}
      label={t("statements.payments.remove")}
      title={t("statements.payments.removeTitle")}
      lead={t("statements.payments.removeLead", { amount, day })}
      save={() => api("partners.deletePayment", { id: partnerId, payment: payment.id })}
      notice={t("statements.payments.removed")}
    />
  );
}

interface PaymentValues {
  direction: (typeof directions)[number];
  amount: string;
  currencyCode: string;
  paidOn: string;
  method: (typeof methods)[number];
  reference: string;
}

function RecordPayment({ partnerId, onClose }: { partnerId: string; onClose: () => void }) {
  const t = useText();
  const api = useApi();
  const zone = useStoreZone();
  const home = useAnswer("home.show");
  const balances = useAnswer("partners.terms", { id: partnerId });
  // A repeated request records nothing.
  const id = useRef(newId());
  if (!home.data || !balances.data) return null;
  const [account] = balances.data.balances;
  const defaults: PaymentValues = {
    direction: Number(account?.owed ?? 0) < 0 ? "to" : "from",
    amount: "",
    currencyCode: account?.currencyCode ?? home.data.currencyInUse ?? "",
    paidOn: today(zone),
    method: "transfer",
    reference: "",
  };
  return (
    <FormDialog
      title={t("statements.payments.record")}
      submit={t("statements.payments.record")}
      defaults={defaults}
      save={({ direction, amount, reference, ...values }) => {
        const parsed = parseTypedAmount(amount, values.currencyCode);
        const body = {
          ...values,
          id: id.current,
          amount: direction === "to" ? `-${parsed}` : parsed,
          ...(reference.trim() && { reference: reference.trim() }),
        };
        return api("partners.recordPayment", { id: partnerId, body });
      }}
      notice={t("statements.payments.recorded")}
      onClose={onClose}
    >
      <PaymentFields />
    </FormDialog>
  );
}

function PaymentFields() {
  const t = useText();
  const format = useFormat();
  const filled = useRequiredRule();
  const currencies = useCurrencyChoices();
  const [typed, currencyCode] = useWatch({ name: ["amount", "currencyCode"] }) as [string, string];
  const { field, fieldState } = useController({ name: "paidOn", rules: { validate: filled } });
  const wrong = t("statements.payments.amountWrong");
  return (
    <>
      <SelectField
        source="direction"
        label={t("statements.payments.direction")}
        choices={choicesOf(directions, (one) => t(`statements.payments.${one}`))}
      />
      <Box sx={fieldGrid("8rem")}>
        <TextField
          autoFocus
          required
          source="amount"
          label={t("statements.payments.amount")}
          inputMode="decimal"
          most={14}
          helperText={
            isPrice(typed, currencyCode) && `= ${format.amount(parseTypedAmount(typed, currencyCode), currencyCode)}`
          }
          validate={(value = "", values: PaymentValues) =>
            priceProblem(value, values.currencyCode, t, wrong) ??
            (Number(parseTypedAmount(value, values.currencyCode)) === 0 ? wrong : undefined)
          }
        />
        <SelectField source="currencyCode" label={t("statements.field.currency")} choices={currencies} />
      </Box>
      <DayField
        required
        label={t("statements.payments.paidOn")}
        value={field.value}
        onChange={field.onChange}
        inputRef={field.ref}
        error={fieldState.error !== undefined}
        helperText={fieldState.error?.message}
      />
      <SelectField
        source="method"
        label={t("statements.payments.method")}
        choices={choicesOf(methods, (one) => t(`statements.payments.methods.${one}`))}
      />
      <TextField source="reference" label={t("statements.payments.reference")} most={200} />
    </>
  );
}
