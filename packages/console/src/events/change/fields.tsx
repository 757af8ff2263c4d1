import AddIcon from "@mui/icons-material/Add";
import DeleteIcon from "@mui/icons-material/Delete";
import { Autocomplete, Box, Button, FormControl, IconButton, Stack, TextField, Typography } from "@mui/material";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { useTicketChoices } from "../../products/useTicketNames.ts";
import { DayField, Select } from "../../ui/form/controls.tsx";
import { choicesOf } from "../../ui/form/errors.ts";
import { type FieldProblem, fieldErrorProps } from "../../ui/form/FieldSummary.tsx";
import { Weekdays } from "../../ui/form/Weekdays.tsx";
import { fieldGrid } from "../../ui/page/layout.tsx";
import { SecondaryText } from "../../ui/text.tsx";
import { settableEventStates } from "../event.ts";
import { ProductAutocomplete, useProduct } from "../pickers.tsx";
import { type ChangeValues, type ErrorPlace, type PriceValues, roundingSteps } from "./form.ts";
import { changeInputId } from "./useEventsChange.ts";

interface FormPart {
  values: ChangeValues;
  onChange: (values: ChangeValues) => void;
  problems: readonly FieldProblem[];
}

const wrong = (problems: readonly FieldProblem[], place: ErrorPlace) => fieldErrorProps(problems, changeInputId(place));

const shrink = { inputLabel: { shrink: true } };

/** The selection of events: products, days, weekdays and times. */
export function SelectionFields({ values, onChange, problems }: FormPart) {
  const t = useText();
  const set = (changes: Partial<ChangeValues>) => onChange({ ...values, ...changes });
  const only = values.scope === "products" && values.products.length === 1 ? values.products[0]!.id : undefined;
  const items = useProduct(only)?.items ?? [];
  return (
    <Stack sx={{ gap: 2, pt: 0.5 }}>
      <Select
        label={t("events.scope.title")}
        value={values.scope}
        choices={choicesOf(["products", "city", "all"] as const, (scope) => t(`events.scope.${scope}`))}
        onChange={(scope) => scope && set({ scope })}
      />
      {values.scope === "products" && <Products values={values} onChange={onChange} problems={problems} />}
      {values.scope === "city" && (
        <TextField
          {...wrong(problems, "cityCode")}
          label={t("events.place.cityCode")}
          placeholder="MAD"
          value={values.cityCode}
          onChange={({ target }) => set({ cityCode: target.value })}
          slotProps={{ ...shrink, htmlInput: { maxLength: 64, "aria-required": true } }}
        />
      )}
      {items.length > 1 && (
        <Select
          label={t("events.filter.item")}
          value={items.some(({ externalId }) => externalId === values.item) ? values.item : ""}
          any={t("events.filter.everyItem")}
          choices={items.map(({ externalId, name }) => ({ id: externalId, name }))}
          onChange={(item) => set({ item })}
        />
      )}
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "1fr", sm: "1fr 1fr" } }}>
        {(["from", "to"] as const).map((name) => (
          <DayField
            key={name}
            required
            {...wrong(problems, name)}
            label={t(`events.filter.${name}`)}
            value={values[name]}
            onChange={(day) => set({ [name]: day })}
          />
        ))}
      </Box>
      <ChosenWeekdays values={values} onChange={onChange} problems={problems} />
      <Times values={values} onChange={onChange} problems={problems} />
    </Stack>
  );
}

function Products({ values, onChange, problems }: FormPart) {
  const t = useText();
  const { id, ...input } = wrong(problems, "products");
  return (
    <ProductAutocomplete
      multiple
      id={id}
      input={input}
      required
      label={t("events.place.products")}
      clearText={t("events.choose.none")}
      value={values.products}
      onChange={(_, products) => onChange({ ...values, products, item: "" })}
    />
  );
}

function ChosenWeekdays({ values, onChange }: FormPart) {
  const t = useText();
  return (
    <FormControl component="fieldset" sx={{ minWidth: 0 }}>
      <Typography component="legend" variant="body2" sx={{ mb: 0.5 }}>
        {t("productForm.schedule.weekdays")} <SecondaryText span>{t("events.weekdaysLead")}</SecondaryText>
      </Typography>
      <Weekdays chosen={values.weekdays} onChange={(weekdays) => onChange({ ...values, weekdays })} />
    </FormControl>
  );
}

function Times({ values, onChange, problems }: FormPart) {
  const t = useText();
  const { id, helperText, ...input } = wrong(problems, "times");
  return (
    <Autocomplete
      multiple
      freeSolo
      id={id}
      options={[] as string[]}
      value={values.times}
      clearText={t("events.choose.none")}
      autoSelect
      onChange={(_, times) => onChange({ ...values, times: [...new Set(times.map(timeOf))].sort() })}
      renderInput={(params) => (
        <TextField
          {...params}
          {...input}
          label={t("events.place.times")}
          placeholder={values.times.length === 0 ? "20:00" : undefined}
          helperText={helperText ?? t("events.timesLead")}
          slotProps={{ ...params.slotProps, inputLabel: { ...params.slotProps.inputLabel, shrink: true } }}
        />
      )}
    />
  );
}

/** Reads `9`, `9.30` and `930` as times of day. Invalid text is returned unchanged, so that the service can report it. */
function timeOf(text: string): string {
  const found = text.trim().match(/^(\d{1,2})(?:[:.h]?(\d\d))?h?$/);
  return found ? `${found[1]!.padStart(2, "0")}:${found[2] ?? "00"}` : text.trim();
}

/** The new status, capacity and prices of the events. */
export function ChangeFields(part: FormPart) {
  const t = useText();
  const { values, onChange, problems } = part;
  const set = (changes: Partial<ChangeValues>) => onChange({ ...values, ...changes });
  const { id: _id, ...input } = wrong(problems, values.availability === "" ? "change" : "availability");
  return (
    <Stack sx={{ gap: 2, pt: 0.5 }}>
      <Select
        {...input}
        label={t("events.place.availability")}
        value={values.availability}
        any={t("events.keep")}
        choices={choicesOf(settableEventStates, (status) => t(`events.become.${status}`))}
        onChange={(availability) => set({ availability })}
        slotProps={{ select: { id: changeInputId("change"), SelectDisplayProps: { id: changeInputId("change") } } }}
      />
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "1fr", sm: "3fr 2fr" } }}>
        <Select
          label={t("events.place.capacity")}
          value={values.capacityHow}
          any={t("events.keep")}
          choices={choicesOf(["to", "by", "unlimited"] as const, (how) => t(`events.capacity.${how}`))}
          onChange={(capacityHow) => set({ capacityHow })}
        />
        {(values.capacityHow === "to" || values.capacityHow === "by") && (
          <TextField
            {...wrong(problems, "capacity")}
            label={t("events.capacity.seats")}
            value={values.capacity}
            onChange={({ target }) => set({ capacity: target.value })}
            slotProps={{ htmlInput: { inputMode: "numeric", maxLength: 8, "aria-required": true } }}
          />
        )}
      </Box>
      <Prices {...part} />
    </Stack>
  );
}

function Prices({ values, onChange, problems }: FormPart) {
  const t = useText();
  const { prices } = values;
  const set = (next: PriceValues[]) => onChange({ ...values, prices: next });
  const add = () =>
    set([
      ...prices,
      { key: Math.max(0, ...prices.map(({ key }) => key)) + 1, code: "", how: "percent", value: "", roundTo: "" },
    ]);
  return (
    <Stack sx={{ gap: 1.5 }}>
      {prices.length > 0 && (
        <SecondaryText>
          {t("events.price.lead")} {t("events.price.stepsMove")}
        </SecondaryText>
      )}
      {prices.map((price, n) => (
        <PriceRow
          key={price.key}
          price={price}
          n={n}
          problems={problems}
          onChange={(next) => set(prices.map((one) => (one.key === price.key ? next : one)))}
          onRemove={() => set(prices.filter(({ key }) => key !== price.key))}
        />
      ))}
      <Button size="small" startIcon={<AddIcon />} onClick={add} sx={{ alignSelf: "flex-start" }}>
        {t(prices.length === 0 ? "events.price.first" : "events.price.another")}
      </Button>
    </Stack>
  );
}

function PriceRow({
  price,
  n,
  problems,
  onChange,
  onRemove,
}: {
  price: PriceValues;
  n: number;
  problems: FormPart["problems"];
  onChange: (price: PriceValues) => void;
  onRemove: () => void;
}) {
  const t = useText();
  const tickets = useTicketChoices();
  const format = useFormat();
  const { id: ticketId, ...wrongTicket } = wrong(problems, `tickets/${n}`);
  const { id: stepId, ...wrongStep } = wrong(problems, `steps/${n}`);
  const named = (label: string) => ({ "aria-label": `${t("events.priceN", { n: n + 1 })}: ${label}` });
  return (
    <Box
      role="group"
      aria-label={t("events.priceN", { n: n + 1 })}
      sx={{
        display: "grid",
        gap: 1,
        alignItems: "start",
        gridTemplateColumns: "minmax(0, 1fr) auto",
      }}
    >
      <Box sx={fieldGrid("10.5rem", 1)}>
        <Select
          {...wrongTicket}
          label={t("orders.field.ticket")}
          any={t("events.price.everyTicket")}
          value={price.code}
          choices={tickets}
          onChange={(code) => onChange({ ...price, code })}
          slotProps={{ select: { id: ticketId, SelectDisplayProps: { id: ticketId } } }}
        />
        <Select
          label={t("events.price.how")}
          value={price.how}
          choices={choicesOf(["percent", "amount", "to"] as const, (how) => t(`events.price.${how}`))}
          onChange={(how) => how && onChange({ ...price, how })}
        />
        <TextField
          {...wrong(problems, `prices/${n}`)}
          label={t("events.price.value")}
          value={price.value}
          onChange={({ target }) => onChange({ ...price, value: target.value })}
          slotProps={{
            htmlInput: {
              inputMode: "decimal",
              maxLength: 16,
              "aria-required": true,
              ...named(t("events.price.value")),
            },
          }}
        />
        {price.how === "percent" && (
          <Select
            {...wrongStep}
            label={t("events.price.roundTo")}
            any={t("events.price.unit")}
            value={price.roundTo}
            choices={choicesOf(roundingSteps, (step) => format.typed(step))}
            onChange={(roundTo) => onChange({ ...price, roundTo })}
            slotProps={{ select: { id: stepId, SelectDisplayProps: { id: stepId } } }}
          />
        )}
      </Box>
      <IconButton aria-label={`${t("events.price.remove")} ${n + 1}`} onClick={onRemove}>
        <DeleteIcon />
      </IconButton>
    </Box>
  );
}
