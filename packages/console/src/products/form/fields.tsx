import {
  Box,
  Checkbox,
  FormControlLabel,
  FormHelperText,
  InputAdornment,
  Link,
  Stack,
  Switch,
  TextField,
  Typography,
} from "@mui/material";
import { type ReactNode, useId } from "react";
import type { PartnerLanguage } from "../../api/languages.ts";
import { useFormat } from "../../format/format.tsx";
import { textOrDefault, useText } from "../../i18n/index.ts";
import { Select, type Choice as SelectChoice } from "../../ui/form/controls.tsx";
import { fieldGrid } from "../../ui/page/layout.tsx";
import { SecondaryText } from "../../ui/text.tsx";
import { missingLanguages } from "../model/completeness.ts";
import type { SeatsDraft } from "../model/draft.ts";
import { type FieldName, isDecimal, type PartName, type ProductField, type TextsDraft } from "../model/fields.ts";
import type { TranslationGap } from "../model/translations.ts";
import { fieldId, useFieldError } from "./fieldErrors.tsx";
import { useShownLanguages, useTranslationGap } from "./languages.tsx";

/** The inputs of the product form. Each input finds its error by its pointer. */

interface FieldProps {
  /** Pointer into the draft. */
  at: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  lead?: ReactNode;
  /** The label for screen readers, if the visible label is the column heading. */
  ariaLabel?: string;
  required?: boolean;
}

/** A text input. */
export function TextInput({
  at,
  label,
  value,
  onChange,
  lead,
  ariaLabel,
  required,
  type,
  numeric,
  max,
  unit,
  disabled,
  readOnly,
  placeholder,
  multiline,
  wraps,
  autoFocus,
}: FieldProps & {
  type?: "date" | "time" | "datetime-local";
  numeric?: "numeric" | "decimal";
  max?: number;
  unit?: string;
  disabled?: boolean;
  readOnly?: boolean;
  placeholder?: string;
  multiline?: boolean;
  /** A paragraph on as many lines as it needs. */
  wraps?: boolean;
  autoFocus?: boolean;
}) {
  const error = useFieldError(at);
  const { typed, count } = useFormat();
  const t = useText();
  const isFull = max !== undefined && numeric === undefined && value.length >= max;
  return (
    <TextField
      id={fieldId(at)}
      label={ariaLabel ? undefined : label}
      value={numeric === "decimal" ? typed(value) : value}
      error={error !== undefined}
      helperText={error ?? (isFull ? t("products.error.long", { most: count(max) }) : lead)}
      onChange={({ target }) => onChange(wraps ? target.value.replace(/\n/g, " ") : target.value)}
      {...(type && { type })}
      {...(disabled && { disabled })}
      {...(multiline && { multiline, minRows: 3, maxRows: 16 })}
      {...(wraps && { multiline: true })}
      {...(autoFocus && { autoFocus })}
      {...(readOnly && { sx: { "& input": { color: "text.secondary" } } })}
      {...(placeholder && { placeholder })}
      slotProps={{
        ...((type || placeholder) && { inputLabel: { shrink: true } }),
        ...(unit && { input: { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> } }),
        htmlInput: {
          ...(ariaLabel && { "aria-label": ariaLabel }),
          ...(required && { "aria-required": true }),
          ...(numeric && { inputMode: numeric }),
          ...(max && { maxLength: max }),
          ...(readOnly && { readOnly }),
        },
      }}
    />
  );
}

/** A select input. */
export function ChoiceInput({
  at,
  lead,
  ...rest
}: Omit<FieldProps, "ariaLabel"> & { any?: string; choices: readonly SelectChoice[]; disabled?: boolean }) {
  const error = useFieldError(at);
  return <Select id={fieldId(at)} error={error !== undefined} helperText={error ?? lead} {...rest} />;
}

/** A switch with an explanation. */
export function SwitchInput({
  label,
  lead,
  checked,
  onChange,
}: {
  label: string;
  lead?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <div>
      <FormControlLabel control={<Switch checked={checked} onChange={(_, on) => onChange(on)} />} label={label} />
      {lead && <FormHelperText sx={{ mt: 0 }}>{lead}</FormHelperText>}
    </div>
  );
}

/** Seats: a number, or no limit. */
export function SeatsInput({
  at,
  value,
  onChange,
  ariaLabel,
  label,
  placeholder,
  required = true,
}: {
  /** Pointer of the part with the seats. */
  at: string;
  value: SeatsDraft;
  onChange: (value: SeatsDraft) => void;
  label: string;
  ariaLabel?: string;
  placeholder?: string;
  required?: boolean;
}) {
  const t = useText();
  const { capacity, unlimited } = value;
  return (
    <Stack direction="row" sx={{ columnGap: 0.5, flexWrap: "wrap", alignItems: "flex-start" }}>
      <Box sx={{ flex: "1 1 8.5rem", minWidth: 0 }}>
        <TextInput
          at={`${at}/capacity`}
          label={label}
          required={required && !unlimited}
          {...(ariaLabel && { ariaLabel })}
          {...(placeholder && { placeholder })}
          value={unlimited ? "" : capacity}
          onChange={(typed) => onChange({ capacity: typed, unlimited: false })}
          disabled={unlimited}
          numeric="numeric"
          max={7}
        />
      </Box>
      <FormControlLabel
        control={
          <Checkbox size="small" checked={unlimited} onChange={(_, on) => onChange({ capacity, unlimited: on })} />
        }
        label={t("productForm.schedule.unlimited")}
        sx={{ mr: 0, whiteSpace: "nowrap", ml: 0 }}
        slotProps={{ typography: { sx: { fontSize: "0.875rem" } } }}
      />
    </Stack>
  );
}

/** Related fields below a common name. */
export function FieldGroup({ label, lead, children }: { label: string; lead?: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box role="group" aria-labelledby={id}>
      <Typography id={id} variant="overline" component="div" sx={{ color: "text.secondary", mb: 0.75 }}>
        {label}
        {lead && <span> · {lead}</span>}
      </Typography>
      {children}
    </Box>
  );
}

/** An entry of a list in a form. `least`: the least width of each field; `remove`: the button that removes the entry. */
export function ListEntry({
  at,
  name,
  least,
  fields,
  remove,
  children,
}: {
  at: string;
  name: string;
  least: string;
  fields: ReactNode;
  remove: ReactNode;
  children: ReactNode;
}) {
  const error = useFieldError(at);
  return (
    <Stack
      component="li"
      id={fieldId(at)}
      tabIndex={-1}
      aria-label={name}
      sx={{ outline: "none !important", gap: 1.5, p: 1.5, borderRadius: 1.5, border: 1, borderColor: "divider" }}
    >
      <Box
        sx={{
          display: "grid",
          columnGap: 1.5,
          alignItems: "start",
          justifyItems: "end",
          gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "minmax(0, 1fr) auto" },
        }}
      >
        <Box sx={{ ...fieldGrid(least, 1.5), width: 1 }}>{fields}</Box>
        {remove}
      </Box>
      {error && <FormHelperText error>{error}</FormHelperText>}
      {children}
    </Stack>
  );
}

/** A text for each language, below the name of the field. */
export function FieldByLanguage({ name, ...texts }: TextsProps & { name: FieldName }) {
  const t = useText();
  return (
    <FieldGroup label={t(`field.${name}`)} lead={textOrDefault(t, `field.${name}Lead`, "")}>
      <LanguageInputs name={name} {...texts} />
    </FieldGroup>
  );
}

interface TextsProps {
  /** Pointer of the texts. */
  at: string;
  texts: TextsDraft;
  most: number;
  multiline?: boolean | undefined;
  onChange: (texts: TextsDraft) => void;
}

/** Characters from which a text has several lines, and from which it does not fit into a field beside others. */
const linesFrom = 60;
const paragraphFrom = 300;

/** The inputs of a text in the languages that the form shows. */
export function LanguageInputs({
  name,
  at,
  texts,
  most,
  multiline = false,
  label,
  onChange,
}: TextsProps & { name: FieldName | PartName; label?: string }) {
  const t = useText();
  const { missing, given } = missingLanguages(texts);
  const gapAt = useTranslationGap();
  const shown = useShownLanguages(at);
  const isLong = multiline || most >= paragraphFrom;
  return (
    <Box sx={shown.length > 1 && isLong ? sideBySide : fieldGrid(isLong ? "100%" : undefined)}>
      {shown.map((lang) => {
        const language = t(`content.lang.${lang}`);
        return (
          <div key={lang}>
            <TextInput
              at={`${at}/${lang}`}
              label={label ? `${label} › ${language}` : textOrDefault(t, `field.${name}In.${lang}`, language)}
              value={texts[lang] ?? ""}
              onChange={(text) => onChange({ ...texts, [lang]: text })}
              max={most}
              multiline={multiline}
              wraps={!multiline && most >= linesFrom}
            />
            {missing.includes(lang) && (
              <Missing
                id={`${fieldId(`${at}/${lang}`)}-missing`}
                given={given}
                onCopy={(from) => onChange({ ...texts, [lang]: texts[from] ?? "" })}
              />
            )}
            <Outdated gap={gapAt(`${at}/${lang}`)} />
          </div>
        );
      })}
    </Box>
  );
}

/** Long texts stand side by side where each has room for a line of reading, otherwise one below the other. */
const sideBySide = {
  display: "grid",
  gap: 2,
  alignItems: "start",
  gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "repeat(auto-fit, minmax(13rem, 1fr))" },
};

/** Says that the text in another language was changed, and this one not. */
function Outdated({ gap }: { gap: TranslationGap | undefined }) {
  const t = useText();
  if (gap === undefined || gap === "missing") return null;
  return (
    <Typography role="status" sx={{ fontSize: "0.75rem", px: 0.5, color: "warning.dark" }}>
      {t(`productForm.languages.outdated.${gap}`)}
    </Typography>
  );
}

/** Says that a text is missing in a language, and offers the text of another language as the beginning of a translation. */
function Missing({
  id,
  given,
  onCopy,
}: {
  id: string;
  given: readonly PartnerLanguage[];
  onCopy: (from: PartnerLanguage) => void;
}) {
  const t = useText();
  return (
    <Stack direction="row" sx={{ flexWrap: "wrap", columnGap: 1, alignItems: "baseline", px: 0.5 }}>
      <SecondaryText span id={id} sx={{ fontSize: "0.75rem" }}>
        {t("productForm.missing.none")}
      </SecondaryText>
      {given.map((one) => (
        <Link
          key={one}
          component="button"
          type="button"
          aria-describedby={id}
          onClick={() => onCopy(one)}
          sx={{ fontSize: "0.75rem" }}
        >
          {t(`productForm.missing.copyFrom.${one}`)}
        </Link>
      ))}
    </Stack>
  );
}

/** Returns the keyboard of a phone, and the maximum number of characters. */
export function inputLimits(field: Omit<ProductField, "name" | "at" | "section">) {
  const { kind, most = 0, entries = 1, unit } = field;
  const numeric = kind === "whole" ? "numeric" : kind === "number" || isDecimal(field) ? "decimal" : undefined;
  const max = kind === "whole" ? `${most}`.length : kind === "number" ? 20 : most * entries;
  return { max, ...(numeric && ({ numeric } as const)), ...(unit && { unit }) };
}
