import { Box } from "@mui/material";
import { Fragment, type ReactNode } from "react";
import { textOrDefault, useText } from "../../i18n/index.ts";
import type { ProductDraft } from "../model/draft.ts";
import {
  type FieldName,
  type ListName,
  productField,
  type SectionName,
  type TextName,
  type TextsDraft,
} from "../model/fields.ts";
import type { ProductChange } from "../model/steps.ts";
import { choiceText } from "../model/words.ts";
import { ChoiceInput, FieldByLanguage, inputLimits, SwitchInput, TextInput } from "./fields.tsx";
import { ListInput } from "./ListInput.tsx";
import { useRareFields } from "./RareFields.tsx";

interface FormProps {
  draft: ProductDraft;
  change: ProductChange<ProductDraft>;
}

/**
 * The fields of a section in their order, rare ones last. `own` has the inputs that are written by hand; null: another input includes the
 * field. A field with a list always needs such an input.
 */
export function SectionFields<Section extends SectionName>({
  section,
  own,
  ...form
}: FormProps & {
  section: Section;
  own: Partial<Record<FieldName, ReactNode>> & Record<ListName<Section>, ReactNode>;
}) {
  const { shown, toggle } = useRareFields(section, form.draft);
  return (
    <Box sx={sectionGrid}>
      {shown.map((name) => (
        <Fragment key={name}>{name in own ? own[name] : <PlainFieldInput name={name} {...form} />}</Fragment>
      ))}
      {toggle}
    </Box>
  );
}

const sectionGrid = {
  display: "grid",
  gap: 2,
  alignItems: "start",
  gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))" },
};

/** An input over the whole width of a section. */
export const FullWidthInput = ({ children }: { children: ReactNode }) => (
  <Box sx={{ gridColumn: "1 / -1" }}>{children}</Box>
);

/** Gives an input its pointer, label, value and change, by the name of its field. */
export function useInputProps({ draft, change }: FormProps) {
  const t = useText();
  return (name: TextName) => ({
    at: productField(name).at,
    label: t(`field.${name}`),
    lead: textOrDefault(t, `field.${name}Lead`, ""),
    required: productField(name).required === true && !productField(name).nullable,
    value: draft[name] as string,
    onChange: (value: string) => change((now) => ({ ...now, [name]: value })),
  });
}

/** The input of a plain field by its kind. */
export function PlainFieldInput({
  name,
  draft,
  change,
  ...extra
}: FormProps & { name: FieldName; lead?: string; readOnly?: boolean; autoFocus?: boolean }) {
  const t = useText();
  const input = useInputProps({ draft, change });
  const field = productField(name);
  const { at, kind, most = 0 } = field;
  const set = (value: boolean | TextsDraft) => change((now) => ({ ...now, [name]: value }));
  if (kind === "lines" || kind === "choices" || kind === "records")
    return (
      <FullWidthInput>
        <ListInput field={field} draft={draft} change={change} />
      </FullWidthInput>
    );
  if (kind === "texts")
    return (
      <FullWidthInput>
        <FieldByLanguage
          name={name}
          at={at}
          texts={draft[name] as TextsDraft}
          most={most}
          multiline={field.multiline}
          onChange={set}
        />
      </FullWidthInput>
    );
  if (kind === "flag") {
    const { label, lead } = input(name as TextName);
    return (
      <FullWidthInput>
        <SwitchInput label={label} lead={lead} checked={draft[name] === true} onChange={set} />
      </FullWidthInput>
    );
  }
  const props = input(name as TextName);
  if (kind === "choice")
    return (
      <ChoiceInput
        {...props}
        {...(!field.required && field.default === undefined && { any: t("changes.nothing") })}
        choices={field.choices!.map((id) => ({ id, name: choiceText(field, id, t) }))}
      />
    );
  return <TextInput {...props} {...inputLimits(field)} {...extra} />;
}
