import AddIcon from "@mui/icons-material/Add";
import { Button, Stack, Typography } from "@mui/material";
import { useEffect, useRef, useState } from "react";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import type { ApiAnswer, ListRecord, RequestBody } from "../api/types.ts";
import { namesQueryOptions, useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { DialogButton } from "../ui/dialogs.tsx";
import { FormDialog } from "../ui/FormDialog.tsx";
import { MultiSelectField } from "../ui/form/choices.tsx";
import { choicesOf, useWholeNumberRule } from "../ui/form/errors.ts";
import { SelectField, TextField } from "../ui/form/TextField.tsx";
import { PageLink, SecondaryText } from "../ui/text.tsx";
import { countedBy } from "./resource.ts";

/** The button that opens the form of the resources that each event of an item needs. */

const takes = ["whole", "seat", "group", "ticket"] as const;
type Choice = Pick<ListRecord<"resources.list">, "id" | "name" | "kind">;

/** The part of a resource that an event usually takes: a guide leads the event, a boat is sold by the seat. */
const usual = { guide: "whole", room: "whole", vehicle: "seat", equipment: "seat" } as const satisfies Record<
  Choice["kind"],
  (typeof takes)[number]
>;

type Requirements = ApiAnswer<"resources.requirements">;

interface Values {
  requirements: {
    resources: string[];
    takes: (typeof takes)[number];
    seats: string;
    people: string;
    ticket: string;
    tickets: string;
    minutes: string;
  }[];
}

const valuesOf = ({ requirements, durationMinutes }: Requirements): Values => ({
  requirements: requirements.map(({ minutes, ...one }) => ({
    resources: one.resources,
    takes: takenOf(one),
    seats: String(one.peoplePerUnit ?? 1),
    people: String(one.peoplePerUnit ?? 15),
    ticket: one.ticket ?? "",
    tickets: String(one.peoplePerUnit ?? 1),
    minutes: minutes === durationMinutes ? "" : String(minutes),
  })),
});

function takenOf({
  peoplePerUnit,
  counts,
  ticket,
}: Omit<Requirements["requirements"][number], "minutes">): (typeof takes)[number] {
  if (peoplePerUnit === null) return "whole";
  if (ticket !== undefined) return "ticket";
  return countedBy({ peoplePerUnit, counts }) === "seats" ? "seat" : "group";
}

const newRequirement: Values["requirements"][number] = {
  ...{ resources: [], takes: "whole", seats: "1", people: "15", ticket: "", tickets: "1", minutes: "" },
};

/** Returns what the units are counted by. One unit for one is counted by seats, unless the requirement says otherwise. */
const partOf = ({ takes, seats, people, ticket, tickets }: Values["requirements"][number]) => {
  if (takes === "whole") return { peoplePerUnit: null };
  if (takes === "ticket") return { peoplePerUnit: Number(tickets), ticket };
  const [peoplePerUnit, counts] =
    takes === "seat" ? [Number(seats), "seats" as const] : [Number(people), "people" as const];
  return { peoplePerUnit, ...(counts !== countedBy({ peoplePerUnit }) && { counts }) };
};

const bodyOf = ({ requirements }: Values): RequestBody<"resources.changeRequirements">["requirements"] =>
  requirements.map((one) => ({
    resources: one.resources,
    ...partOf(one),
    minutes: one.minutes.trim() === "" ? null : Number(one.minutes),
  }));

/** `label`: by default "Resources". `adds`: an item without requirements starts with one to fill in. */
export function RequirementsButton({
  item,
  label,
  adds = false,
}: {
  item: ItemReference;
  label?: string;
  adds?: boolean;
}) {
  const t = useText();
  const rights = useRights();
  if (!rights.has("resources.changeRequirements")) return null;
  return (
    <DialogButton
      size="small"
      label={label ?? t("resources.title")}
      of={item.name}
      {...(adds && { variant: "outlined" })}
      dialog={(close) => <RequirementsDialog item={item} adds={adds} onClose={close} />}
    />
  );
}

interface ItemReference {
  id: string;
  name: string;
}

function RequirementsDialog({
  item: { id, name },
  adds,
  onClose,
}: {
  item: ItemReference;
  adds: boolean;
  onClose: () => void;
}) {
  const t = useText();
  const api = useApi();
  const { data } = useAnswer("resources.requirements", { id });
  const { data: all } = useAnswer("resources.list", { query: { perPage: 500 } }, namesQueryOptions);
  if (!data || !all) return null;
  return (
    <FormDialog<Values, unknown, Requirements>
      title={t("resources.requirement.title", { name })}
      lead={`${t("resources.requirement.lead")} ${t("resources.requirement.allDates", { name })}`}
      submit={t("frame.action.save")}
      defaults={adds && data.requirements.length === 0 ? { requirements: [newRequirement] } : valuesOf(data)}
      record={{ present: data, read: () => api("resources.requirements", { id }), refill: valuesOf, undo: true }}
      save={(values, { revision }) =>
        api("resources.changeRequirements", { id, body: { requirements: bodyOf(values), revision } })
      }
      notice={t("resources.requirement.saved", { name })}
      onClose={onClose}
    >
      <Fields
        duration={data.durationMinutes}
        tickets={data.tickets}
        choices={all.data.filter(({ archived }) => !archived)}
      />
    </FormDialog>
  );
}

interface FieldsOf {
  duration: number | null;
  /** Codes of the item's tickets. */
  tickets: readonly string[];
  choices: readonly Choice[];
}

function Fields({ choices, ...of }: FieldsOf) {
  const t = useText();
  const { fields, append, remove } = useFieldArray<Values, "requirements">({ name: "requirements" });
  return (
    <Stack sx={{ gap: 3 }}>
      {choices.length === 0 && (
        <SecondaryText>
          {t("resources.empty")} <PageLink to="/resources">{t("resources.title")}</PageLink>
        </SecondaryText>
      )}
      {fields.length === 0 && <SecondaryText>{t("resources.requirement.none")}</SecondaryText>}
      {fields.map(({ id }, n) => (
        <Stack key={id} component="section" sx={{ gap: 1.5 }}>
          <Stack direction="row" sx={{ alignItems: "center" }}>
            <Typography component="h3" sx={{ flex: 1, fontWeight: 600 }}>
              {t("resources.requirement.nth", { n: n + 1 })}
            </Typography>
            <Button size="small" color="error" onClick={() => remove(n)}>
              {t("products.entries.remove")}
            </Button>
          </Stack>
          <RequirementFields at={`requirements.${n}`} choices={choices} {...of} />
        </Stack>
      ))}
      <Button
        size="small"
        startIcon={<AddIcon />}
        sx={{ alignSelf: "flex-start" }}
        onClick={() => append(newRequirement)}
      >
        {t("resources.requirement.add")}
      </Button>
    </Stack>
  );
}

function RequirementFields({ at, duration, tickets, choices }: FieldsOf & { at: string }) {
  const t = useText();
  const format = useFormat();
  const wholeNumber = useWholeNumberRule();
  const chosen: string = useWatch({ name: `${at}.takes` });
  const resources: string[] = useWatch({ name: `${at}.resources` });
  const { setValue, getValues } = useFormContext();
  // Hardly any requirement counts several seats for a unit, so the field is shown only for such a one.
  const [severalSeats] = useState(() => getValues(`${at}.seats`) !== "1");
  const kind = choices.find(({ id }) => id === resources[0])?.kind;
  const former = useRef(kind);
  // The kind of the first chosen resource of a requirement decides the default.
  useEffect(() => {
    if (former.current === undefined && kind) setValue(`${at}.takes`, usual[kind]);
    former.current = kind;
  }, [at, kind, setValue]);
  return (
    <>
      <MultiSelectField source={`${at}.resources`} label={t("resources.requirement.pool")} choices={choices} />
      <SelectField
        source={`${at}.takes`}
        label={t("resources.requirement.takes")}
        choices={choicesOf(takes, (one) => t(`resources.requirement.${one}`))}
      />
      {chosen === "seat" && severalSeats && (
        <TextField
          required
          source={`${at}.seats`}
          label={t("resources.requirement.seats")}
          inputMode="numeric"
          validate={(text) => wholeNumber(text, 1, 10_000)}
        />
      )}
      {chosen === "group" && (
        <TextField
          required
          source={`${at}.people`}
          label={t("resources.requirement.people")}
          helperText={t("resources.requirement.peopleLead")}
          inputMode="numeric"
          validate={(text) => wholeNumber(text, 1, 10_000)}
        />
      )}
      {chosen === "ticket" && (
        <>
          <SelectField
            required
            source={`${at}.ticket`}
            label={t("resources.requirement.ticketCode")}
            helperText={t("resources.requirement.ticketLead")}
            choices={tickets.map((code) => ({ id: code, name: code }))}
          />
          <TextField
            required
            source={`${at}.tickets`}
            label={t("resources.requirement.tickets")}
            inputMode="numeric"
            validate={(text) => wholeNumber(text, 1, 10_000)}
          />
        </>
      )}
      <TextField
        source={`${at}.minutes`}
        label={t("resources.requirement.minutes")}
        helperText={
          duration === null
            ? t("resources.requirement.minutesLead")
            : t("resources.requirement.minutesDuration", { lasting: format.lasting(duration * 60) })
        }
        inputMode="numeric"
        validate={(text) => (text.trim() === "" ? undefined : wholeNumber(text, 1, 43_200))}
      />
    </>
  );
}
