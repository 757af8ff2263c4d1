import AddIcon from "@mui/icons-material/Add";
import DeleteOutlineIcon from "@mui/icons-material/DeleteOutlined";
import ExpandMoreIcon from "@mui/icons-material/ExpandMore";
import { Box, Button, IconButton, Stack } from "@mui/material";
import { useId, useState } from "react";
import { useFormat } from "../../format/format.tsx";
import { parseTypedAmount } from "../../format/typed.ts";
import { useText } from "../../i18n/index.ts";
import { choicesOf } from "../../ui/form/errors.ts";
import { fieldGrid } from "../../ui/page/layout.tsx";
import { focusField, useErrorCount } from "../form/fieldErrors.tsx";
import { ChoiceInput, TextInput } from "../form/fields.tsx";
import type { TicketDraft } from "../model/draft.ts";
import {
  isExtraRule,
  isSold,
  maxPriceSteps,
  newStep,
  type PriceDraft,
  type PricesDraft,
  plainPrice,
} from "../model/prices.ts";
import { inputBinder, removeAt, replaceAt } from "../model/steps.ts";
import { stepsText } from "../ticket-prices.ts";

/** A price for each ticket. Tickets without a price are not sold. */
export function PriceFields({
  at,
  tickets,
  prices,
  currencyCode,
  onChange,
}: {
  /** Pointer of the list of prices. */
  at: string;
  tickets: readonly TicketDraft[];
  prices: PricesDraft;
  currencyCode: string;
  onChange: (prices: PricesDraft) => void;
}) {
  const noneSold = !tickets.some(({ key }) => isSold(prices[key]));
  return (
    <Box
      sx={{
        display: "grid",
        gap: 1.5,
        alignItems: "start",
        gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 11.5rem), 1fr))",
      }}
    >
      {tickets.map((ticket, n) => (
        <TicketPrice
          key={ticket.key}
          at={`${at}/${n}`}
          ticket={ticket}
          price={prices[ticket.key] ?? plainPrice()}
          currencyCode={currencyCode}
          // At least one ticket has a price.
          required={n === 0 && noneSold}
          onChange={(price) => onChange({ ...prices, [ticket.key]: price })}
        />
      ))}
    </Box>
  );
}

interface PriceProps {
  /** Pointer of the price. */
  at: string;
  ticket: TicketDraft;
  price: PriceDraft;
  currencyCode: string;
  onChange: (price: PriceDraft) => void;
}

/** The price of a ticket. Its steps are collapsed into one line, and take the whole width while they are open. */
function TicketPrice({ required, ...props }: PriceProps & { required: boolean }) {
  const { at, ticket, price, currencyCode, onChange } = props;
  const t = useText();
  const { code } = ticket;
  const [isOpen, setOpen] = useState(false);
  // Errors are never collapsed.
  const open = useErrorCount(`${at}/steps`, `${at}/stepsCount`, `${at}/stepsApply`) > 0 || isOpen;
  const sold = isSold(price);
  return (
    <Stack sx={{ minWidth: 0, gap: 0.5, ...(sold && open && { gridColumn: "1 / -1" }) }}>
      <Box sx={{ maxWidth: sold && open ? "18rem" : "none" }}>
        <TextInput
          at={at}
          label={t("productForm.schedule.price", { code })}
          required={required}
          value={price.amount}
          onChange={(amount) => onChange({ ...price, amount })}
          numeric="decimal"
          max={14}
          unit={currencyCode}
        />
      </Box>
      {sold && <PriceByNumber {...props} open={open} onOpen={setOpen} />}
      {sold && (isExtraRule(ticket) || price.stock !== "") && (
        <Box sx={{ mt: 0.5, maxWidth: open ? "18rem" : "none" }}>
          <TextInput
            {...inputBinder(at, price, (fields) => onChange({ ...price, ...fields }))("stock")}
            label={t("products.steps.stock", { code })}
            lead={t("products.steps.stockLead")}
            numeric="numeric"
            max={7}
          />
        </Box>
      )}
    </Stack>
  );
}

/** The steps of a price. */
function PriceByNumber({
  at,
  ticket,
  price,
  currencyCode,
  onChange,
  open,
  onOpen,
}: PriceProps & { open: boolean; onOpen: (open: boolean) => void }) {
  const t = useText();
  const format = useFormat();
  const id = useId();
  const { code } = ticket;
  const { steps } = price;
  const text = stepsText(price, t, (amount) => format.amount(parseTypedAmount(amount, currencyCode), currencyCode));
  const setSteps = (next: PriceDraft["steps"]) => onChange({ ...price, steps: next });
  const add = () => {
    setSteps([...steps, newStep()]);
    setTimeout(() => focusField(`${at}/steps/${steps.length}/from`));
  };
  const toggle = () => {
    onOpen(!open);
    if (open) setSteps(steps.filter(({ from, amount }) => `${from}${amount}`.trim() !== ""));
    else if (steps.length === 0) add();
  };
  return (
    <>
      <Button
        size="small"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={[t("products.steps.of", { code }), ...(text && !open ? [text] : [])].join(": ")}
        onClick={toggle}
        endIcon={<ExpandMoreIcon sx={{ transform: open ? "rotate(180deg)" : "none" }} />}
        sx={{ color: "text.secondary", alignSelf: "flex-start", textAlign: "left", ml: -0.5, lineHeight: 1.3 }}
      >
        {!open && text ? text : t("products.steps.title")}
      </Button>
      {open && (
        <Stack
          id={id}
          role="group"
          aria-label={t("products.steps.of", { code })}
          sx={{ gap: 1.25, p: 1.5, borderRadius: 1.5, border: 1, borderColor: "divider" }}
        >
          {steps.map((step, n) => (
            <StepRow
              key={step.key}
              at={`${at}/steps/${n}`}
              name={t("products.steps.nthOf", { n: n + 1, code })}
              step={step}
              currencyCode={currencyCode}
              onChange={(fields) => setSteps(replaceAt(steps, n, (one) => ({ ...one, ...fields })))}
              onRemove={() => setSteps(removeAt(steps, n))}
            />
          ))}
          {steps.length < maxPriceSteps && (
            <div>
              <Button
                size="small"
                startIcon={<AddIcon />}
                aria-label={t("products.steps.addOf", { code })}
                onClick={add}
              >
                {t("products.steps.add")}
              </Button>
            </div>
          )}
          {steps.length > 0 && <StepRule at={at} price={price} onChange={onChange} />}
        </Stack>
      )}
    </>
  );
}

function StepRow({
  at,
  name,
  step,
  currencyCode,
  onChange,
  onRemove,
}: {
  at: string;
  name: string;
  step: PriceDraft["steps"][number];
  currencyCode: string;
  onChange: (fields: Partial<PriceDraft["steps"][number]>) => void;
  onRemove: () => void;
}) {
  const t = useText();
  const field = inputBinder(at, step, onChange);
  return (
    <Box
      role="group"
      aria-label={name}
      sx={{
        display: "grid",
        gap: 1,
        alignItems: "start",
        maxWidth: "28rem",
        gridTemplateColumns: "minmax(0, 2fr) minmax(0, 3fr) auto",
      }}
    >
      <TextInput {...field("from")} required label={t("products.steps.from")} numeric="numeric" max={4} />
      <TextInput
        {...field("amount")}
        required
        label={t("products.steps.amount")}
        numeric="decimal"
        max={14}
        unit={currencyCode}
      />
      <IconButton aria-label={`${t("products.entries.remove")}: ${name}`} onClick={onRemove}>
        <DeleteOutlineIcon fontSize="small" />
      </IconButton>
    </Box>
  );
}

/** What the steps count, and for which tickets they apply. */
function StepRule({ at, price, onChange }: Pick<PriceProps, "at" | "price" | "onChange">) {
  const t = useText();
  const byPeople = price.stepsCount === "people";
  return (
    <Box sx={{ ...fieldGrid("13rem", 1.5), maxWidth: "36rem" }}>
      <ChoiceInput
        at={`${at}/stepsCount`}
        label={t("field.stepsCount")}
        value={price.stepsCount || "tickets"}
        choices={choicesOf(["tickets", "people"] as const, (one) => t(`products.stepsCount.${one}`))}
        // Nobody can say which tickets are the further ones of a number of people.
        onChange={(count) =>
          onChange({ ...price, ...(count === "people" ? { stepsCount: count, stepsApply: "" } : { stepsCount: "" }) })
        }
      />
      <ChoiceInput
        at={`${at}/stepsApply`}
        label={t("field.stepsApply")}
        value={price.stepsApply || "all"}
        disabled={byPeople}
        choices={choicesOf(["all", "further"] as const, (one) => t(`products.stepsApply.${one}`))}
        onChange={(apply) => onChange({ ...price, stepsApply: apply === "further" ? apply : "" })}
      />
    </Box>
  );
}
