import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import InputAdornment from "@mui/material/InputAdornment";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useFormat } from "../format/format.ts";
import { useText } from "../i18n/index.ts";
import type { FieldProblem } from "../ui/form/FieldSummary.tsx";
import { exampleOf, type Field, type Given, plain } from "./currency.ts";
import { useRate } from "./useRate.ts";

export const idOf = (field: Field): string => `currency-${field}`;

/** What an operator says of a currency. */
export function CurrencyFields({
  given,
  isNew,
  readOnly,
  problems,
  onChange,
}: {
  given: Given;
  isNew: boolean;
  readOnly: boolean;
  problems: readonly FieldProblem[];
  onChange: (given: Given) => void;
}) {
  const t = useText();
  const dollar = given.code === "USD";
  const field = (name: Field, lead?: string) => {
    const found = problems.find(({ id }) => id === idOf(name));
    return {
      id: idOf(name),
      label: t(`currencies.field.${name}`),
      value: given[name],
      error: found !== undefined,
      helperText: found?.detail ?? lead,
      disabled: readOnly || (dollar && (name === "base" || name === "markup")),
      onChange: ({ target }: { target: { value: string } }) => onChange({ ...given, [name]: target.value }),
    };
  };
  const end = (text: string) => ({ endAdornment: <InputAdornment position="end">{text}</InputAdornment> });
  return (
    <Stack sx={{ gap: 2, pt: 0.5 }}>
      {isNew && (
        <TextField
          {...field("code", t("currencies.codeLead"))}
          onChange={({ target }) => onChange({ ...given, code: target.value.toUpperCase().trim() })}
          slotProps={{ htmlInput: { maxLength: 3, autoCapitalize: "characters" } }}
          sx={{ maxWidth: 220 }}
        />
      )}
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "1fr", sm: "3fr 1fr" } }}>
        <TextField {...field("name")} slotProps={{ htmlInput: { maxLength: 200 } }} />
        <TextField {...field("displaySymbol")} slotProps={{ htmlInput: { maxLength: 8 } }} />
      </Box>
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "1fr", sm: "3fr 2fr" } }}>
        <TextField
          {...field("base", dollar ? t("currencies.dollarLead") : t("currencies.baseLead"))}
          slotProps={{ htmlInput: { inputMode: "decimal", maxLength: 20 }, input: end(given.code) }}
        />
        <TextField
          {...field("markup")}
          slotProps={{ htmlInput: { inputMode: "decimal", maxLength: 9 }, input: end("%") }}
        />
      </Box>
      {!dollar && <Meaning given={given} />}
      <div>
        <FormControlLabel
          control={
            <Switch
              checked={given.active}
              disabled={readOnly}
              onChange={(_, active) => onChange({ ...given, active })}
            />
          }
          label={t("currencies.field.active")}
        />
        <FormHelperText>{t("currencies.activeLead")}</FormHelperText>
      </div>
    </Stack>
  );
}

/** What rate and markup mean for a price, in plain words. */
function Meaning({ given }: { given: Given }) {
  const t = useText();
  const { money } = useFormat();
  const { amount, markup } = useRate();
  const example = exampleOf(given);
  if (!example) return null;
  const price = amount(example.price, given.code);
  const words = {
    price,
    usd: money(example.with),
    without: money(example.without),
    markup: markup(plain(given.markup).replace("-", "")),
  };
  const sign = Math.sign(Number(plain(given.markup)));
  return (
    <Typography
      role="status"
      variant="body2"
      sx={{ bgcolor: "info.light", color: "info.dark", borderRadius: 1.5, px: 1.5, py: 1 }}
    >
      {sign === 0
        ? t("currencies.means.none", words)
        : t(sign > 0 ? "currencies.means.more" : "currencies.means.less", words)}
    </Typography>
  );
}
