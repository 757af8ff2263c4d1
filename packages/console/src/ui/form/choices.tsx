import {
  Autocomplete,
  FormControl,
  FormControlLabel,
  FormHelperText,
  FormLabel,
  Radio,
  RadioGroup,
  Switch,
  TextField,
} from "@mui/material";
import { type ReactNode, useId } from "react";
import { useController } from "react-hook-form";
import type { Choice } from "./controls.tsx";

/** Inputs of a form for values that are chosen, not typed. */

interface ChoiceProps {
  source: string;
  label: string;
  helperText?: ReactNode;
  disabled?: boolean;
}

/** A switch for yes or no. */
export function BooleanField({ source, label, helperText, disabled = false }: ChoiceProps) {
  const id = useId();
  const { field } = useController({ name: source });
  return (
    <div>
      <FormControlLabel
        label={label}
        disabled={disabled}
        control={
          <Switch
            name={field.name}
            checked={Boolean(field.value)}
            onChange={(_, on) => field.onChange(on)}
            onBlur={field.onBlur}
            slotProps={{ input: { ref: field.ref, ...(helperText && { "aria-describedby": id }) } }}
          />
        }
      />
      {helperText && <FormHelperText id={id}>{helperText}</FormHelperText>}
    </div>
  );
}

/** A field that selects one of a few values, all in view. `lead` explains a choice. */
export function RadioField<Id extends string>({
  source,
  label,
  choices,
  lead,
}: ChoiceProps & { choices: readonly Choice<Id>[]; lead: (id: Id) => ReactNode }) {
  const id = useId();
  const { field } = useController({ name: source });
  return (
    <FormControl>
      <FormLabel id={id}>{label}</FormLabel>
      <RadioGroup aria-labelledby={id} name={field.name} value={field.value} onChange={field.onChange}>
        {choices.map((choice) => (
          <FormControlLabel
            key={choice.id}
            value={choice.id}
            control={<Radio />}
            label={
              <>
                {choice.name}
                {lead(choice.id)}
              </>
            }
          />
        ))}
      </RadioGroup>
    </FormControl>
  );
}

/** Selects several values of a list, which the operator finds by typing. `needed`: the error without a value; values may be missing if it is. */
export function MultiSelectField({
  source,
  label,
  helperText,
  disabled = false,
  choices,
  needed,
}: ChoiceProps & { choices: readonly Choice[]; needed?: string }) {
  const {
    field,
    fieldState: { error },
  } = useController({
    name: source,
    ...(needed !== undefined && { rules: { validate: (ids?: string[]) => (ids?.length ? undefined : needed) } }),
  });
  const chosen = (field.value ?? []) as string[];
  return (
    <Autocomplete
      multiple
      filterSelectedOptions
      disabled={disabled}
      options={choices}
      // A value that is no longer among the choices is shown by its id.
      value={chosen.map((id) => choices.find((choice) => choice.id === id) ?? { id, name: id })}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      onChange={(_, next) => field.onChange(next.map(({ id }) => id))}
      onBlur={field.onBlur}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          error={error !== undefined}
          helperText={error?.message ?? helperText}
          inputRef={field.ref}
        />
      )}
    />
  );
}
