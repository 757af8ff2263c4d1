import AddIcon from "@mui/icons-material/Add";
import DeleteOutlineIcon from "@mui/icons-material/DeleteOutlined";
import { Box, Button, Checkbox, FormControlLabel, FormLabel, IconButton } from "@mui/material";
import { useText } from "../../i18n/index.ts";
import { useRights } from "../../session/hooks.ts";
import { fieldGrid, PlainList } from "../../ui/page/layout.tsx";
import type { ProductDraft, RefundTierDraft } from "../model/draft.ts";
import { productField, questionNames, type RecordDraft, recordDraft } from "../model/fields.ts";
import { newKey } from "../model/keys.ts";
import { inputBinder, type ProductChange, removeAt, replaceAt } from "../model/steps.ts";
import { ChoiceInput, FieldGroup, SwitchInput, TextInput } from "./fields.tsx";
import { ListInput, type RecordListOptions } from "./ListInput.tsx";
import { FullWidthInput, PlainFieldInput, SectionFields, useInputProps } from "./SectionFields.tsx";
import type { ProductChoices } from "./useProductChoices.ts";

/** Supplier, end of sales and end of cancellation. */
export function SaleSection({
  draft,
  change,
  choices,
  isNew,
}: {
  draft: ProductDraft;
  change: ProductChange<ProductDraft>;
  choices: ProductChoices;
  isNew: boolean;
}) {
  const t = useText();
  // The supplier decides where the product's orders are sent.
  const decides = useRights().has("orders.confirm");
  const locked = !isNew && !decides;
  // The operator's own seats need no supplier's answer.
  const booking = draft.supplier === "" ? "confirmsAtOnce" : "immediateBooking";
  const form = { draft, change };
  return (
    <SectionFields
      section="sale"
      {...form}
      own={{
        supplier: (
          <ChoiceInput
            {...useInputProps(form)("supplier")}
            any={t("field.ownDesk")}
            {...(locked && { disabled: true, lead: t("suppliers.kindLocked") })}
            choices={choices.suppliers.map(({ externalId, name }) => ({ id: externalId, name }))}
          />
        ),
        immediateBooking: (
          <SwitchInput
            label={t(`field.${booking}`)}
            lead={t(`field.${booking}Lead`)}
            checked={draft.immediateBooking}
            onChange={(immediateBooking) => change((now) => ({ ...now, immediateBooking }))}
          />
        ),
        refundTiers: (
          <FullWidthInput>
            <Refunds draft={draft} change={change} />
          </FullWidthInput>
        ),
      }}
    />
  );
}

/** The booking questions. */
export function QuestionFields({ draft, change }: { draft: ProductDraft; change: ProductChange<ProductDraft> }) {
  const t = useText();
  return (
    <div>
      <FormLabel component="p" sx={{ m: 0, mb: 0.5, fontSize: "0.875rem" }}>
        {t("productForm.section.questionsLead")}
      </FormLabel>
      <Box sx={{ ...fieldGrid("13rem"), gap: 0.5 }}>
        {questionNames.map((name) => (
          <FormControlLabel
            key={name}
            control={
              <Checkbox
                size="small"
                checked={draft[name]}
                onChange={(_, on) => change((now) => ({ ...now, [name]: on }))}
              />
            }
            label={t(`field.${name}`)}
          />
        ))}
      </Box>
      <Box sx={{ mt: 1.5 }}>
        <PlainFieldInput name="leadPerTicket" draft={draft} change={change} />
      </Box>
      <Box sx={{ mt: 2.5 }}>
        <ListInput field={ownQuestions} draft={draft} change={change} options={questionList} />
      </Box>
    </div>
  );
}

const ownQuestions = productField("ownQuestions");
const choiceParts = ownQuestions.parts?.find(({ name }) => name === "choices")?.parts ?? [];

const questionList: RecordListOptions = {
  start: { scope: "order", kind: "text", required: true },
  shows: ({ name }, { kind }) => (name !== "maxLength" || kind === "text") && (name !== "choices" || kind === "choice"),
  fitted: (question) => ({
    ...question,
    ...(question.kind !== "text" && { maxLength: "" }),
    choices: question.kind === "choice" ? withTwo(question.choices as RecordDraft[]) : [],
  }),
};

/** Adds empty answers, because a choice has at least two answers. */
const withTwo = (choices: RecordDraft[]): RecordDraft[] =>
  choices.length > 0 ? choices : [recordDraft(choiceParts), recordDraft(choiceParts)];

const tierParts = [
  { name: "hours", unit: "h", max: 4 },
  { name: "percent", unit: "%", max: 3 },
] as const;

/** Maximum number of tiers of a product. */
const most = 10;

/** The refund tiers: the hours before the event, and the percentage of each. */
function Refunds({ draft, change }: { draft: ProductDraft; change: ProductChange<ProductDraft> }) {
  const t = useText();
  const tiers = draft.refundTiers;
  const set = (make: (tiers: RefundTierDraft[]) => RefundTierDraft[]) =>
    change((now) => ({ ...now, refundTiers: make(now.refundTiers) }));
  const add = () =>
    set((now) => [
      ...now,
      now.length === 0
        ? { key: newKey(), hours: draft.cancelPurchaseHour, percent: "100" }
        : { key: newKey(), hours: "", percent: "" },
    ]);
  return (
    <FieldGroup label={t("field.refundTiers")} lead={t("products.refunds.lead")}>
      <PlainList gap={1.5}>
        {tiers.map((tier, n) => (
          <Box
            key={tier.key}
            component="li"
            sx={{ display: "grid", gap: 1, alignItems: "start", gridTemplateColumns: "minmax(0, 1fr) auto" }}
          >
            <Box sx={fieldGrid("12rem", 1)}>
              {tierParts.map(({ name, unit, max }) => (
                <TextInput
                  key={name}
                  {...inputBinder(`/refundTiers/${n}`, tier, (fields) =>
                    set((now) => replaceAt(now, n, (one) => ({ ...one, ...fields }))),
                  )(name)}
                  required
                  label={t(`products.refunds.${name}`)}
                  ariaLabel={t(`products.refunds.${name}Of`, { n: n + 1 })}
                  placeholder={t(`products.refunds.${name}`)}
                  numeric="numeric"
                  max={max}
                  unit={unit}
                />
              ))}
            </Box>
            <IconButton
              aria-label={t("products.refunds.remove", { n: n + 1 })}
              onClick={() => set((now) => removeAt(now, n))}
            >
              <DeleteOutlineIcon />
            </IconButton>
          </Box>
        ))}
      </PlainList>
      {tiers.length < most && (
        <Button size="small" startIcon={<AddIcon />} onClick={add} sx={{ mt: tiers.length > 0 ? 1 : 0 }}>
          {t("products.refunds.add")}
        </Button>
      )}
    </FieldGroup>
  );
}
