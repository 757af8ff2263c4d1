import AddIcon from "@mui/icons-material/Add";
import DeleteIcon from "@mui/icons-material/Delete";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useText } from "../../i18n/index.ts";
import { type EventStatus, statuses } from "../event.ts";
import type { Given, PriceGiven } from "./form.ts";
import { type FormPart, wrong } from "./SelectionFields.tsx";
import { idOf } from "./useChange.ts";

/** What becomes of the events: their status, their capacity, their prices. */
export function ChangeFields(part: FormPart) {
  const t = useText();
  const { given, onChange, problems } = part;
  const set = (changes: Partial<Given>) => onChange({ ...given, ...changes });
  const { id: _id, ...said } = wrong(problems, given.availability === "" ? "change" : "availability");
  return (
    <Stack sx={{ gap: 2, pt: 0.5 }}>
      <TextField
        select
        {...said}
        label={t("events.place.availability")}
        value={given.availability}
        onChange={({ target }) => set({ availability: target.value as EventStatus | "" })}
        slotProps={{
          select: { displayEmpty: true, id: idOf("change"), SelectDisplayProps: { id: idOf("change") } },
          inputLabel: { shrink: true },
        }}
      >
        <MenuItem value="">{t("events.keep")}</MenuItem>
        {statuses.map((status) => (
          <MenuItem key={status} value={status}>
            {t(`events.become.${status}`)}
          </MenuItem>
        ))}
      </TextField>
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "1fr", sm: "3fr 2fr" } }}>
        <TextField
          select
          label={t("events.place.capacity")}
          value={given.capacityHow}
          onChange={({ target }) => set({ capacityHow: target.value as Given["capacityHow"] })}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="">{t("events.keep")}</MenuItem>
          {(["to", "by", "unlimited"] as const).map((how) => (
            <MenuItem key={how} value={how}>
              {t(`events.capacity.${how}`)}
            </MenuItem>
          ))}
        </TextField>
        {(given.capacityHow === "to" || given.capacityHow === "by") && (
          <TextField
            {...wrong(problems, "capacity")}
            label={t("events.capacity.seats")}
            value={given.capacity}
            onChange={({ target }) => set({ capacity: target.value })}
            slotProps={{ htmlInput: { inputMode: "numeric", maxLength: 8 } }}
          />
        )}
      </Box>
      <Prices {...part} />
    </Stack>
  );
}

function Prices({ given, onChange, problems }: FormPart) {
  const t = useText();
  const { prices } = given;
  const set = (next: PriceGiven[]) => onChange({ ...given, prices: next });
  const add = () =>
    set([...prices, { key: Math.max(0, ...prices.map(({ key }) => key)) + 1, code: "", how: "percent", value: "" }]);
  return (
    <Stack sx={{ gap: 1.5 }}>
      {prices.length > 0 && (
        <Typography variant="body2" sx={{ color: "text.secondary" }}>
          {t("events.price.lead")}
        </Typography>
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
  price: PriceGiven;
  n: number;
  problems: FormPart["problems"];
  onChange: (price: PriceGiven) => void;
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
      <TextField
        select
        label={t("events.price.how")}
        value={price.how}
        onChange={({ target }) => onChange({ ...price, how: target.value as PriceGiven["how"] })}
      >
        {(["percent", "amount", "to"] as const).map((how) => (
          <MenuItem key={how} value={how}>
            {t(`events.price.${how}`)}
          </MenuItem>
        ))}
      </TextField>
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
