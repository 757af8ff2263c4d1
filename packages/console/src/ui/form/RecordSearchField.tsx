import { Autocomplete, type AutocompleteProps, TextField } from "@mui/material";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue, useState } from "react";
import { useText } from "../../i18n/index.ts";
import { SecondaryText } from "../text.tsx";

type Own<Found, Multiple extends boolean | undefined> = Pick<
  AutocompleteProps<Found, Multiple, false, false>,
  "multiple" | "value" | "onChange" | "id" | "sx" | "clearText" | "noOptionsText" | "filterSelectedOptions"
>;

export interface RecordSearchFieldProps<Found, Multiple extends boolean | undefined> extends Own<Found, Multiple> {
  label: string;
  placeholder?: string;
  required?: boolean;
  input?: { error?: boolean; helperText?: ReactNode };
  queryKey: readonly string[];
  find: (q: string, signal: AbortSignal) => Promise<readonly Found[]>;
  nameOf: (found: Found) => string;
  /** The second line of a choice. */
  moreOf: (found: Found) => string;
}

/** Chooses records that the service finds while the operator types. */
export function RecordSearchField<Found extends { id: string; name: string }, Multiple extends boolean | undefined>({
  label,
  placeholder,
  required = false,
  input = {},
  queryKey,
  find,
  nameOf,
  moreOf,
  ...rest
}: RecordSearchFieldProps<Found, Multiple>) {
  const t = useText();
  const [typed, setTyped] = useState("");
  const q = useDeferredValue(typed.trim());
  const { data = [], isFetching } = useQuery({
    queryKey: [...queryKey, q],
    queryFn: ({ signal }) => find(q, signal),
    staleTime: 60_000,
  });
  return (
    <Autocomplete<Found, Multiple>
      options={data}
      loading={isFetching}
      filterOptions={(all) => all}
      getOptionLabel={nameOf}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      renderOption={({ key: _key, ...props }: object & { key?: unknown }, found) => (
        <li {...props} key={found.id}>
          <span style={{ minWidth: 0, overflowWrap: "anywhere" }}>
            {found.name}
            <SecondaryText span sx={{ display: "block" }}>
              {moreOf(found)}
            </SecondaryText>
          </span>
        </li>
      )}
      openText={label}
      closeText={t("frame.action.close")}
      loadingText={t("frame.loading")}
      onInputChange={(_, text, reason) => setTyped(reason === "input" ? text : "")}
      renderInput={(params) => (
        <TextField
          {...params}
          {...input}
          label={label}
          {...(placeholder && { placeholder })}
          slotProps={{
            ...params.slotProps,
            ...(placeholder && { inputLabel: { ...params.slotProps?.inputLabel, shrink: true } }),
            ...(required && { htmlInput: { ...params.slotProps?.htmlInput, "aria-required": true } }),
          }}
        />
      )}
      {...rest}
    />
  );
}
