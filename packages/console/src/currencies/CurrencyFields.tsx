import Box from "@mui/material/Box";
import InputAdornment from "@mui/material/InputAdornment";
import Typography from "@mui/material/Typography";
import { BooleanInput, TextInput } from "react-admin";
import { useWatch } from "react-hook-form";
import { useFormat } from "../format/format.tsx";
import { plain } from "../format/typed.ts";
import { useText } from "../i18n/index.ts";
import { TextField } from "../ui/form/TextField.tsx";
import { type CurrencyValues, exampleOf, isMarkup, isRate } from "./currency.ts";
import { useRate } from "./useRate.ts";

/** The inputs of a currency. */
export function CurrencyFields({ isNew, readOnly }: { isNew: boolean; readOnly: boolean }) {
  const t = useText();
  const values = useWatch() as CurrencyValues;
  const dollar = values.code === "USD";
  const { typed } = useFormat();
  const end = (text: string) => ({ endAdornment: <InputAdornment position="end">{text}</InputAdornment> });
  return (
    <>
      {isNew && (
        <TextInput
          source="code"
          id="currency-code"
          label={t("currencies.field.code")}
          helperText={t("currencies.codeLead")}
          parse={(text: string) => text.toUpperCase().trim()}
          validate={(code = "") => (/^[A-Z]{3}$/.test(code) ? undefined : t("currencies.fault.code"))}
          slotProps={{ htmlInput: { maxLength: 3, autoCapitalize: "characters" } }}
          sx={{ maxWidth: 220 }}
        />
      )}
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "1fr", sm: "3fr 1fr" } }}>
        <TextField source="name" label={t("currencies.field.name")} disabled={readOnly} required most={200} />
        <TextField
          source="displaySymbol"
          label={t("currencies.field.displaySymbol")}
          disabled={readOnly}
          required
          most={8}
        />
      </Box>
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "1fr", sm: "3fr 2fr" } }}>
        <TextInput
          source="base"
          label={t("currencies.field.base")}
          helperText={t(dollar ? "currencies.dollarLead" : "currencies.baseLead")}
          disabled={readOnly}
          readOnly={dollar}
          format={(text = "") => typed(text)}
          validate={(text = "") => (isRate(text) ? undefined : t("currencies.fault.rate"))}
          slotProps={{ htmlInput: { inputMode: "decimal", maxLength: 20 }, input: end(values.code) }}
        />
        <TextInput
          source="markup"
          id="currency-markup"
          label={t("currencies.field.markup")}
          disabled={readOnly}
          readOnly={dollar}
          format={(text = "") => typed(text)}
          validate={(text = "") => (isMarkup(text) ? undefined : t("currencies.fault.markup"))}
          slotProps={{ htmlInput: { inputMode: "decimal", maxLength: 9 }, input: end("%") }}
        />
      </Box>
      {!dollar && <Meaning values={values} />}
      <BooleanInput
        source="active"
        label={t("currencies.field.active")}
        helperText={t("currencies.activeLead")}
        disabled={readOnly}
      />
    </>
  );
}

/** Explains rate and markup with an example price. */
function Meaning({ values }: { values: CurrencyValues }) {
  const t = useText();
  const { money } = useFormat();
  const { amount, markup } = useRate();
  const example = exampleOf(values);
  if (!example) return null;
  const words = {
    price: amount(example.price, values.code),
    usd: money(example.with),
    without: money(example.without),
    markup: markup(plain(values.markup).replace("-", "")),
  };
  const sign = Math.sign(Number(plain(values.markup)));
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
