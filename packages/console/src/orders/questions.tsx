import { Box, Stack, TextField, Typography } from "@mui/material";
import { textOrDefault, useText } from "../i18n/index.ts";
import { Select } from "../ui/form/controls.tsx";
import { fieldGrid } from "../ui/page/layout.tsx";
import { type NumberedQuestion, questionKey, type TypedAnswers } from "./answers.ts";
import { groupAnswers } from "./page/passengers.ts";

/** The booking questions of an order as fields. */

export function QuestionInputs({
  asked,
  answers,
  onChange,
}: {
  asked: readonly NumberedQuestion[];
  answers: TypedAnswers;
  onChange: (answers: TypedAnswers) => void;
}) {
  const t = useText();
  return (
    <Stack sx={{ gap: 2 }}>
      {groupAnswers(asked).map(({ passenger, answers: own }) => {
        const name = passenger === null ? t("orders.page.ofOrder") : t("orders.page.passenger", { n: passenger });
        return (
          <Box key={passenger ?? "order"} role="group" aria-label={name}>
            <Typography variant="h3" sx={{ mb: 1 }}>
              {name}
            </Typography>
            <Box sx={fieldGrid("12rem")}>
              {own.map((one) => (
                <Question
                  key={questionKey(one)}
                  asked={one}
                  value={answers[questionKey(one)] ?? ""}
                  onChange={(value) => onChange({ ...answers, [questionKey(one)]: value })}
                />
              ))}
            </Box>
          </Box>
        );
      })}
    </Stack>
  );
}

const inputs = { string: {}, integer: { inputMode: "numeric" }, date: {}, time: {} } as const;

function Question({
  asked: { code, title, type = "string", required = false, choices = [] },
  value,
  onChange,
}: {
  asked: NumberedQuestion;
  value: string;
  onChange: (value: string) => void;
}) {
  const t = useText();
  const label = textOrDefault(t, `orders.question.${code}`, title);
  if (choices.length > 0)
    return (
      <Select
        label={label}
        value={value}
        any="–"
        choices={choices.map((choice) => ({ id: choice.code, name: choice.text }))}
        onChange={onChange}
        required={required}
      />
    );
  const hasClock = type === "date" || type === "time";
  return (
    <TextField
      label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      {...(hasClock && { type })}
      slotProps={{
        ...(hasClock && { inputLabel: { shrink: true } }),
        htmlInput: { maxLength: 500, ...inputs[type], ...(required && { "aria-required": true }) },
      }}
    />
  );
}
