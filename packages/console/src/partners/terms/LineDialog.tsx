import { Box } from "@mui/material";
import { useController, useFormContext, useWatch } from "react-hook-form";
import { useApi } from "../../api/useApi.ts";
import { ProductAutocomplete, type ProductChoice, useProduct } from "../../events/pickers.tsx";
import { useFormat } from "../../format/format.tsx";
import { parseTypedAmount, priceProblem } from "../../format/typed.ts";
import { useText } from "../../i18n/index.ts";
import { useTicketChoices } from "../../products/useTicketNames.ts";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { DayField } from "../../ui/form/controls.tsx";
import { choicesOf } from "../../ui/form/errors.ts";
import { SelectField, TextField } from "../../ui/form/TextField.tsx";
import { fieldGrid } from "../../ui/page/layout.tsx";
import { percentRule } from "./TermsFields.tsx";
import { type PriceRule, parsePercent, type TermsLine } from "./terms.ts";
import { useCurrencyChoices } from "./useCurrencyChoices.ts";

const ruleKinds = ["percent", "fixed", "net"] as const;

interface LineValues {
  product: Pick<ProductChoice, "id" | "name"> | null;
  itemId: string;
  ticket: string;
  firstOn: string;
  lastOn: string;
  kind: (typeof ruleKinds)[number];
  percent: string;
  amount: string;
  currencyCode: string;
}

/** Adds or changes a line of the form below. The service checks all lines together when they are saved. */
export function LineDialog({
  title,
  line,
  currencyCode,
  onDone,
  onClose,
}: {
  title: string;
  line?: TermsLine;
  currencyCode: string;
  onDone: (line: TermsLine) => void;
  onClose: () => void;
}) {
  const t = useText();
  const api = useApi();
  return (
    <FormDialog
      title={title}
      submit={t("terms.line.done")}
      defaults={line ? lineValues(line, currencyCode) : { ...empty, currencyCode }}
      save={async (values) => {
        const { product, itemId } = values;
        const items = product && itemId ? (await api("products.show", { id: product.id })).items : [];
        return lineOf(values, items.find(({ id }) => id === itemId)?.name ?? null);
      }}
      onSaved={(saved) => {
        onDone(saved);
        onClose();
      }}
      onClose={onClose}
    >
      <TargetFields line={line} />
      <RuleFields />
    </FormDialog>
  );
}

function TargetFields({ line }: { line: TermsLine | undefined }) {
  const t = useText();
  const tickets = useTicketChoices();
  const { field } = useController({ name: "product" });
  const { setValue } = useFormContext<LineValues>();
  const product = field.value as LineValues["product"];
  const details = useProduct(product?.id);
  const items = details?.items ?? [];
  // Names that the line has are there before the product is read.
  const known = items.length > 0 || !line?.itemId ? items : [{ id: line.itemId, name: line.itemName ?? line.itemId }];
  return (
    <>
      <ProductAutocomplete
        label={t("terms.line.product")}
        placeholder={t("terms.line.everyProduct")}
        clearText={t("terms.line.everyProduct")}
        value={product && { cityCode: details?.source.cityCode ?? "", externalId: "", currencyCode: "", ...product }}
        onChange={(_, chosen) => {
          field.onChange(chosen && { id: chosen.id, name: chosen.name });
          setValue("itemId", "");
          if (chosen) setValue("currencyCode", chosen.currencyCode);
        }}
      />
      {product && (
        <SelectField
          source="itemId"
          label={t("terms.line.item")}
          empty={t("terms.line.everyItem")}
          choices={known.map(({ id, name }) => ({ id, name }))}
        />
      )}
      <SelectField
        source="ticket"
        label={t("terms.line.ticket")}
        empty={t("terms.line.everyTicket")}
        choices={tickets}
      />
      <Box sx={fieldGrid("8rem")}>
        <LineDay source="firstOn" label={t("terms.line.firstOn")} />
        <LineDay source="lastOn" label={t("terms.line.lastOn")} />
      </Box>
    </>
  );
}

function LineDay({ source, label }: { source: "firstOn" | "lastOn"; label: string }) {
  const { field } = useController({ name: source });
  return <DayField label={label} value={field.value} onChange={field.onChange} inputRef={field.ref} />;
}

function RuleFields() {
  const t = useText();
  const { typed } = useFormat();
  const currencies = useCurrencyChoices();
  const [kind, currencyCode] = useWatch({ name: ["kind", "currencyCode"] }) as [LineValues["kind"], string];
  return (
    <>
      <SelectField
        source="kind"
        label={t("terms.line.rule")}
        choices={choicesOf(ruleKinds, (one) => t(`terms.line.kind.${one}`))}
      />
      {kind === "percent" ? (
        <TextField
          key="percent"
          required
          source="percent"
          label={t("terms.line.kind.percent")}
          inputMode="decimal"
          most={8}
          format={typed}
          validate={(value, values: LineValues) => (values.kind === "percent" ? percentRule(t)(value) : undefined)}
        />
      ) : (
        <Box key="amount" sx={fieldGrid("8rem")}>
          <TextField
            required
            source="amount"
            label={t("terms.line.amount")}
            inputMode="decimal"
            most={14}
            format={typed}
            validate={(value = "", values: LineValues) =>
              values.kind === "percent" ? undefined : priceProblem(value, currencyCode, t, t("terms.wrong.amount"))
            }
          />
          <SelectField source="currencyCode" label={t("statements.field.currency")} choices={currencies} />
        </Box>
      )}
    </>
  );
}

const empty: LineValues = {
  ...{ product: null, itemId: "", ticket: "", firstOn: "", lastOn: "" },
  ...{ kind: "percent", percent: "", amount: "", currencyCode: "" },
};

function lineValues({ rule, ...line }: TermsLine, currencyCode: string): LineValues {
  const { productId, productName, itemId, ticket, firstOn, lastOn } = line;
  return {
    product: productId === null ? null : { id: productId, name: productName ?? productId },
    itemId: itemId ?? "",
    ticket: ticket ?? "",
    firstOn: firstOn ?? "",
    lastOn: lastOn ?? "",
    kind: "percent" in rule ? "percent" : "fixed" in rule ? "fixed" : "net",
    percent: "percent" in rule ? rule.percent : "",
    amount: "fixed" in rule ? rule.fixed : "net" in rule ? rule.net : "",
    currencyCode: "currencyCode" in rule ? rule.currencyCode : currencyCode,
  };
}

const lineOf = (
  { product, itemId, ticket, firstOn, lastOn, ...values }: LineValues,
  itemName: string | null,
): TermsLine => ({
  productId: product?.id ?? null,
  productName: product?.name ?? null,
  itemId: itemId || null,
  itemName,
  ticket: ticket || null,
  firstOn: firstOn || null,
  lastOn: lastOn || null,
  rule: ruleOf(values),
});

function ruleOf({
  kind,
  percent,
  amount,
  currencyCode,
}: Pick<LineValues, "kind" | "percent" | "amount" | "currencyCode">): PriceRule {
  if (kind === "percent") return { percent: parsePercent(percent) };
  const parsed = parseTypedAmount(amount, currencyCode);
  return kind === "fixed" ? { fixed: parsed, currencyCode } : { net: parsed, currencyCode };
}
