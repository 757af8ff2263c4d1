import AddIcon from "@mui/icons-material/Add";
import DeleteIcon from "@mui/icons-material/Delete";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useText } from "../../i18n/index.ts";
import { Select } from "../../ui/form/controls.tsx";
import { choicesOf } from "../../ui/form/errors.ts";
import { Secondary } from "../../ui/text.tsx";
import { statuses } from "../event.ts";
import type { ChangeValues, PriceValues } from "./form.ts";
import { type FormPart, wrong } from "./SelectionFields.tsx";
import { idOf } from "./useChange.ts";

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
        choices={choicesOf(statuses, (status) => t(`events.become.${status}`))}
        onChange={(availability) => set({ availability })}
        slotProps={{ select: { id: idOf("change"), SelectDisplayProps: { id: idOf("change") } } }}
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
            slotProps={{ htmlInput: { inputMode: "numeric", maxLength: 8 } }}
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
    set([...prices, { key: Math.max(0, ...prices.map(({ key }) => key)) + 1, code: "", how: "percent", value: "" }]);
  return (
    <Stack sx={{ gap: 1.5 }}>
      {prices.length > 0 && <Secondary>{t("events.price.lead")}</Secondary>}
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
  const named = (label: string) => ({ "aria-label": `${t("events.priceN", { n: n + 1 })}: ${label}` });
  return (
    <Box
      role="group"
      aria-label={t("events.priceN", { n: n + 1 })}
      sx={{
        display: "grid",
        gap: 1,
        alignItems: "start",
        gridTemplateColumns: { xs: "1fr 1fr auto", sm: "4fr 4fr 3fr auto" },
        "& > :nth-child(1)": { gridColumn: { xs: "1 / -1", sm: "auto" } },
      }}
    >
      <TextField
        label={t("events.price.ticket")}
        placeholder={t("events.price.everyTicket")}
        value={price.code}
        onChange={({ target }) => onChange({ ...price, code: target.value })}
        slotProps={{ inputLabel: { shrink: true }, htmlInput: { maxLength: 64, ...named(t("events.price.ticket")) } }}
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
        slotProps={{ htmlInput: { inputMode: "decimal", maxLength: 16, ...named(t("events.price.value")) } }}
      />
      <IconButton aria-label={`${t("events.price.remove")} ${n + 1}`} onClick={onRemove}>
        <DeleteIcon />
      </IconButton>
    </Box>
  );
}
