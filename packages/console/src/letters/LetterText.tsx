import { TextField, type TextFieldProps, Typography } from "@mui/material";
import { useText } from "../i18n/index.ts";
import { SecondaryText } from "../ui/text.tsx";

export interface LetterText {
  subject: string;
  body: string;
}

/** Inputs for subject and body of a letter. Further properties apply to the body. */
export function LetterInputs({
  text,
  onChange,
  disabled = false,
  ...body
}: Pick<TextFieldProps, "minRows" | "inputRef" | "error" | "helperText" | "id"> & {
  text: LetterText;
  onChange: (text: LetterText) => void;
  disabled?: boolean;
}) {
  const t = useText();
  return (
    <>
      <TextField
        label={t("letters.subject")}
        value={text.subject}
        disabled={disabled}
        onChange={({ target }) => onChange({ ...text, subject: target.value })}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      <TextField
        {...body}
        multiline
        label={t("field.text")}
        value={text.body}
        disabled={disabled}
        onChange={({ target }) => onChange({ ...text, body: target.value })}
        slotProps={{ htmlInput: { maxLength: 5000 } }}
      />
    </>
  );
}

/** A letter as a guest reads it. */
export const LetterExample = ({ lead, letter }: { lead: string; letter: LetterText }) => (
  <>
    <SecondaryText>{lead}</SecondaryText>
    <Typography sx={{ fontWeight: 700, overflowWrap: "anywhere" }}>{letter.subject}</Typography>
    <Typography sx={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>{letter.body}</Typography>
  </>
);
