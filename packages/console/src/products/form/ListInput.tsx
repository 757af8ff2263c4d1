import AddIcon from "@mui/icons-material/Add";
import { Autocomplete, Box, Button, FormHelperText, Stack, TextField } from "@mui/material";
import { type ReactNode, useEffect, useRef } from "react";
import { textOrDefault, useText } from "../../i18n/index.ts";
import { PlainList } from "../../ui/page/layout.tsx";
import type { ProductDraft } from "../model/draft.ts";
import {
  type LineDraft,
  type PartDraft,
  type ProductField,
  type RecordDraft,
  type RecordPart,
  recordDraft,
  type TextsDraft,
} from "../model/fields.ts";
import { newKey } from "../model/keys.ts";
import { moveEntry, type ProductChange, removeAt, replaceAt } from "../model/steps.ts";
import { choiceText } from "../model/words.ts";
import { MoveEntryButtons, RemoveEntryButton } from "./entry-buttons.tsx";
import { fieldId, useFieldError } from "./fieldErrors.tsx";
import { ChoiceInput, FieldGroup, inputLimits, LanguageInputs, ListEntry, SwitchInput, TextInput } from "./fields.tsx";

/** Lists, by what the schema says of their entries: texts by language, choices, or records with plain fields. */
export function ListInput({
  field,
  draft,
  change,
  options,
}: {
  field: ProductField;
  draft: ProductDraft;
  change: ProductChange<ProductDraft>;
  /** Options for a list of records. */
  options?: RecordListOptions;
}) {
  const { name, kind } = field;
  const set = (list: unknown) => change((now) => ({ ...now, [name]: list }));
  if (kind === "choices") return <Choices field={field} chosen={draft[name] as string[]} onChange={set} />;
  return kind === "lines" ? (
    <Lines field={field} lines={draft[name] as LineDraft[]} onChange={set} />
  ) : (
    <RecordList field={field} records={draft[name] as RecordDraft[]} onChange={set} {...(options && { options })} />
  );
}

/** Chooses several values of a list, in the order in which they were chosen. */
function Choices({
  field,
  chosen,
  onChange,
}: {
  field: ProductField;
  chosen: string[];
  onChange: (chosen: string[]) => void;
}) {
  const t = useText();
  const { name, at, choices = [], entries = Number.POSITIVE_INFINITY } = field;
  const error = useFieldError(at);
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      id={fieldId(at)}
      options={choices}
      value={chosen}
      getOptionLabel={(choice) => choiceText(field, choice, t)}
      getOptionDisabled={() => chosen.length >= entries}
      onChange={(_, values) => onChange(values)}
      renderInput={(props) => (
        <TextField
          {...props}
          label={t(`field.${name}`)}
          error={error !== undefined}
          helperText={error ?? textOrDefault(t, `field.${name}Lead`, "")}
        />
      )}
    />
  );
}

function Lines({
  field,
  label,
  lines,
  onChange,
}: {
  field: ListField & Pick<ProductField, "most">;
  /** The label outside its record, by default the name of the field. */
  label?: string;
  lines: LineDraft[];
  onChange: (lines: LineDraft[]) => void;
}) {
  const t = useText();
  const { name, at, most = 0 } = field;
  return (
    <Growing
      field={field}
      label={label ?? t(`field.${name}`)}
      length={lines.length}
      onAdd={() => onChange([...lines, { key: newKey() }])}
    >
      {lines.map((line, n) => (
        <Box
          key={line.key}
          component="li"
          sx={{ display: "grid", gap: 1, alignItems: "start", gridTemplateColumns: "minmax(0, 1fr) auto" }}
        >
          <LanguageInputs
            name={name}
            at={`${at}/${n}`}
            texts={line}
            most={most}
            onChange={(texts) => onChange(replaceAt(lines, n, ({ key }) => ({ ...texts, key })))}
          />
          <RemoveEntryButton
            name={`${label ?? t(`field.${name}`)} ${n + 1}`}
            onRemove={() => onChange(removeAt(lines, n))}
          />
        </Box>
      ))}
    </Growing>
  );
}

type ListField = Pick<ProductField, "at" | "parts" | "entries"> & { name: ProductField["name"] | RecordPart["name"] };

/** Returns whether the input of a field needs the whole width of its record. */
export const needsFullWidth = ({ kind }: RecordPart): boolean => ["texts", "lines", "flag", "records"].includes(kind);

/** Behaviour of a list of records that its schema cannot express. */
export interface RecordListOptions {
  /** The values of a new record. */
  start?: object;
  /** Returns whether a record has a field. */
  shows?: (part: RecordPart, record: RecordDraft) => boolean;
  /** Returns the record after a change. */
  fitted?: (record: RecordDraft) => RecordDraft;
}

function RecordList({
  field,
  label,
  records,
  onChange,
  options: { start, shows = () => true, fitted = (record: RecordDraft) => record } = {},
}: {
  field: ListField;
  /** The label outside its record, by default the name of the field. */
  label?: string;
  records: RecordDraft[];
  onChange: (records: RecordDraft[]) => void;
  options?: RecordListOptions;
}) {
  const t = useText();
  const { name, at, parts = [] } = field;
  const nameOf = (n: number) => `${label ?? t(`field.${name}`)} ${n + 1}`;
  return (
    <Growing
      field={field}
      label={label ?? t(`field.${name}`)}
      length={records.length}
      onAdd={() => onChange([...records, recordDraft(parts, start)])}
    >
      {records.map((record, n) => {
        const input = (part: RecordPart) => (
          <RecordFieldInput
            key={part.name}
            part={part}
            at={`${at}/${n}/${part.name}`}
            of={nameOf(n)}
            value={record[part.name]}
            onChange={(value) => onChange(replaceAt(records, n, (one) => fitted({ ...one, [part.name]: value })))}
          />
        );
        const shown = parts.filter((part) => shows(part, record));
        return (
          <ListEntry
            key={record.key}
            at={`${at}/${n}`}
            name={nameOf(n)}
            least="13rem"
            fields={shown.filter((part) => !needsFullWidth(part)).map(input)}
            remove={
              <Stack direction="row">
                <RemoveEntryButton name={nameOf(n)} onRemove={() => onChange(removeAt(records, n))} />
                <MoveEntryButtons
                  name={nameOf(n)}
                  n={n}
                  length={records.length}
                  onMove={(to) => onChange(moveEntry(records, n, to))}
                />
              </Stack>
            }
          >
            {shown.filter(needsFullWidth).map(input)}
          </ListEntry>
        );
      })}
    </Growing>
  );
}

/** The input of one field of a record. */
export function RecordFieldInput({
  part,
  at,
  of = "",
  value,
  onChange,
}: {
  part: RecordPart;
  at: string;
  /** The name of the record, for the names of the records in it. */
  of?: string;
  value: PartDraft | undefined;
  onChange: (value: PartDraft) => void;
}) {
  const t = useText();
  const { name, kind, most = 0, multiline, choices = [] } = part;
  const label = t(`field.${name}`);
  const required = part.required === true;
  if (kind === "texts") {
    const texts = (value ?? {}) as TextsDraft;
    return (
      <LanguageInputs
        name={name}
        at={at}
        label={label}
        texts={texts}
        most={most}
        multiline={multiline}
        onChange={onChange}
      />
    );
  }
  if (kind === "lines")
    return (
      <Lines
        field={{ ...part, at }}
        label={`${of} › ${label}`}
        lines={(value ?? []) as LineDraft[]}
        onChange={onChange}
      />
    );
  if (kind === "records")
    return (
      <RecordList
        field={{ ...part, at }}
        label={`${of} › ${label}`}
        records={(value ?? []) as RecordDraft[]}
        onChange={onChange}
      />
    );
  if (kind === "flag") return <SwitchInput label={label} checked={value === true} onChange={onChange} />;
  const text = { at, label, value: String(value ?? ""), onChange, required };
  if (kind === "choice")
    return (
      <ChoiceInput
        {...text}
        {...(!required && { any: t("changes.nothing") })}
        choices={choices.map((id) => ({ id, name: choiceText(part, id, t) }))}
      />
    );
  return <TextInput {...text} {...inputLimits(part)} />;
}

/** A list below the name of its field, and the button that adds an entry. `label`: its name outside its record. */
function Growing({
  field: { name, at, entries = Number.POSITIVE_INFINITY },
  label,
  length,
  onAdd,
  children,
}: {
  field: ListField;
  label: string;
  length: number;
  onAdd: () => void;
  children: ReactNode;
}) {
  const t = useText();
  const error = useFieldError(at);
  const box = useEntryFocus(length);
  return (
    <FieldGroup label={t(`field.${name}`)} lead={textOrDefault(t, `field.${name}Lead`, "")}>
      <div ref={box}>
        <PlainList gap={1.5}>{children}</PlainList>
      </div>
      {error && (
        <FormHelperText error id={fieldId(at)} tabIndex={-1}>
          {error}
        </FormHelperText>
      )}
      {length < entries && (
        <Button
          size="small"
          startIcon={<AddIcon />}
          data-adds
          // Without an error, this button has the field's id, so that a link can lead to it.
          {...(!error && { id: fieldId(at) })}
          aria-label={`${t("products.entries.add")}: ${label}`}
          onClick={onAdd}
          sx={{ mt: length > 0 ? 1 : 0 }}
        >
          {t("products.entries.add")}
        </Button>
      )}
    </FieldGroup>
  );
}

/**
 * Moves the focus with the entries of a list: into the first field of a new entry, and to the button that adds when the focused
 * entry was removed. The returned ref is for the list; its last item is the new entry.
 */
function useEntryFocus(length: number) {
  const list = useRef<HTMLDivElement>(null);
  const former = useRef(length);
  useEffect(() => {
    const grew = length === former.current + 1;
    const shrank = length < former.current;
    former.current = length;
    const { activeElement: active } = document;
    const button = list.current?.parentElement?.querySelector<HTMLElement>("[data-adds]");
    // When a focused button disappears, the browser moves the focus to the body. A restored draft must not take the focus from another field.
    const isHere = active === null || active === document.body || active === button;
    if (!isHere) return;
    if (grew)
      list.current
        ?.querySelector(":scope > ul > li:last-child")
        ?.querySelector<HTMLElement>("input, textarea, [role=combobox]")
        ?.focus();
    else if (shrank) button?.focus();
  }, [length]);
  return list;
}
