import AddIcon from "@mui/icons-material/Add";
import DeleteIcon from "@mui/icons-material/Delete";
import { Box, Button, IconButton, Stack, Typography } from "@mui/material";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useController, useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { useApi } from "../api/useApi.ts";
import { useText } from "../i18n/index.ts";
import { BooleanField } from "../ui/form/choices.tsx";
import { choicesOf, useRequiredRule, useWholeNumberRule } from "../ui/form/errors.ts";
import { SelectField, TextField } from "../ui/form/TextField.tsx";
import { Weekdays } from "../ui/form/Weekdays.tsx";
import { useDebouncedValue } from "../ui/useDebouncedValue.ts";
import { ResourceClashes } from "./ResourceClashes.tsx";
import {
  areValuesComplete,
  newWorkingHours,
  type Resource,
  type ResourceValues,
  resourceBody,
  resourceKinds,
} from "./resource.ts";

/** The fields of a resource. */
export function ResourceFields({ resource }: { resource: Resource | undefined }) {
  const t = useText();
  const wholeNumber = useWholeNumberRule();
  const limited: boolean = useWatch({ name: "limited" });
  const whole = { inputMode: "numeric" } as const;
  return (
    <>
      <TextField autoFocus source="name" label={t("field.name")} required most={200} />
      <SelectField
        source="kind"
        label={t("resources.field.kind")}
        choices={choicesOf(resourceKinds, (kind) => t(`resources.kind.${kind}`))}
      />
      <TextField
        {...whole}
        required
        source="capacity"
        label={t("resources.field.capacity")}
        helperText={t("resources.capacityLead")}
        validate={(text) => wholeNumber(text, 1, 100_000)}
      />
      <TextField
        {...whole}
        required
        source="turnaroundMinutes"
        label={t("resources.field.turnaround")}
        helperText={t("resources.turnaroundLead")}
        validate={(text) => wholeNumber(text, 0, 1_440)}
      />
      <BooleanField source="limited" label={t("resources.limited")} />
      {limited && <Hours />}
      <DaysOff />
      {resource && (
        <>
          <BooleanField
            source="archived"
            label={t("resources.field.archived")}
            helperText={t("resources.archivedLead")}
          />
          <ClashWarning resource={resource} />
        </>
      )}
    </>
  );
}

const Times = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: "grid", gap: 1, gridTemplateColumns: "1fr 1fr auto", alignItems: "start" }}>{children}</Box>
);

function Hours() {
  const t = useText();
  const { fields, append, remove } = useFieldArray<ResourceValues, "hours">({ name: "hours" });
  return (
    <Stack sx={{ gap: 1.5 }} role="group" aria-label={t("resources.field.hours")}>
      {fields.map(({ id }, n) => (
        <Stack key={id} sx={{ gap: 1 }}>
          <ShiftDays source={`hours.${n}.days`} />
          <Times>
            <Clock source={`hours.${n}.from`} label={t("frame.period.from")} type="time" />
            <Clock source={`hours.${n}.until`} label={t("frame.period.to")} type="time" />
            <Remove label={t("resources.removeHours")} onClick={() => remove(n)} />
          </Times>
        </Stack>
      ))}
      <AddButton label={t("resources.addHours")} onClick={() => append(newWorkingHours())} />
    </Stack>
  );
}

function ShiftDays({ source }: { source: string }) {
  const t = useText();
  const { field, fieldState } = useController({
    name: source,
    rules: { validate: (days: number[]) => days.length > 0 || t("resources.noDays") },
  });
  return (
    <div>
      <Weekdays chosen={field.value as number[]} onChange={field.onChange} />
      {fieldState.error && (
        <Typography variant="body2" color="error">
          {fieldState.error.message}
        </Typography>
      )}
    </div>
  );
}

function DaysOff() {
  const t = useText();
  const { fields, append, remove } = useFieldArray<ResourceValues, "daysOff">({ name: "daysOff" });
  const { getValues } = useFormContext<ResourceValues>();
  const filled = useRequiredRule();
  return (
    <Stack sx={{ gap: 1.5 }} role="group" aria-label={t("resources.field.daysOff")}>
      <Typography sx={{ fontWeight: 600 }}>{t("resources.field.daysOff")}</Typography>
      {fields.map(({ id }, n) => (
        <Stack key={id} sx={{ gap: 1 }}>
          <Times>
            <Clock source={`daysOff.${n}.from`} label={t("frame.period.from")} type="date" />
            <Clock
              source={`daysOff.${n}.until`}
              label={t("frame.period.to")}
              type="date"
              validate={(until) =>
                filled(until) ?? (until < getValues(`daysOff.${n}.from`) ? t("closing.wrong") : undefined)
              }
            />
            <Remove label={t("resources.removeDaysOff")} onClick={() => remove(n)} />
          </Times>
          <TextField source={`daysOff.${n}.reason`} label={t("orders.action.why")} most={200} />
        </Stack>
      ))}
      <AddButton label={t("resources.addDaysOff")} onClick={() => append({ from: "", until: "", reason: "" })} />
    </Stack>
  );
}

/** A day or a time of day. */
const Clock = ({
  type,
  ...props
}: {
  source: string;
  label: string;
  type: "date" | "time";
  validate?: (text: string) => string | undefined;
}) => <TextField required {...props} type={type} slotProps={{ inputLabel: { shrink: true } }} />;

const Remove = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <IconButton aria-label={label} title={label} onClick={onClick}>
    <DeleteIcon />
  </IconButton>
);

const AddButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button size="small" startIcon={<AddIcon />} onClick={onClick} sx={{ alignSelf: "flex-start" }}>
    {label}
  </Button>
);

/** Names the sold events that cannot run as planned if the typed values are saved. */
function ClashWarning({ resource: { id, revision } }: { resource: Resource }) {
  const t = useText();
  const api = useApi();
  const values = useDebouncedValue(JSON.stringify(useWatch()), 400);
  const typed = JSON.parse(values) as ResourceValues;
  const { data } = useQuery({
    queryKey: ["resources.update", id, revision, values],
    queryFn: () => api("resources.update", { id, query: { dryRun: true }, body: { ...resourceBody(typed), revision } }),
    enabled: areValuesComplete(typed),
    retry: false,
    // The query is not repeated after the save, because its revision is then the former revision.
    staleTime: "static",
    gcTime: 0,
  });
  const clashes = data?.clashes ?? [];
  return (
    <div aria-live="polite">
      {clashes.length > 0 && (
        <ResourceClashes title={t("resources.clashesBefore", { smart_count: clashes.length })} clashes={clashes} />
      )}
    </div>
  );
}
