import AddIcon from "@mui/icons-material/Add";
import DeleteOutlineIcon from "@mui/icons-material/DeleteOutlined";
import { Button, IconButton, Stack } from "@mui/material";
import { useState } from "react";
import { useText } from "../../i18n/index.ts";
import { choicesOf } from "../../ui/form/errors.ts";
import { PlainList } from "../../ui/page/layout.tsx";
import { useErrorCount } from "../form/fieldErrors.tsx";
import { ChoiceInput, FieldGroup, ListEntry, SeatsInput, TextInput } from "../form/fields.tsx";
import type { EventDraft, ItemDraft } from "../model/draft.ts";
import { newKey } from "../model/keys.ts";
import { inputBinder, type ProductChange, removeAt, replaceAt } from "../model/steps.ts";
import { availabilities, type ProductType } from "../product.ts";
import { PriceFields } from "./PriceFields.tsx";

const shownAtFirst = 5;

/** Single dates, outside the schedules. Products without schedules can have thousands. */
export function SingleDates({
  at,
  item,
  type,
  currencyCode,
  change,
}: {
  at: string;
  item: ItemDraft;
  type: ProductType;
  currencyCode: string;
  change: ProductChange<ItemDraft>;
}) {
  const t = useText();
  const { events, schedules } = item;
  const [shown, setShown] = useState(shownAtFirst);
  const [before] = useState(events.length);
  const wrong = useErrorCount(`${at}/events`) > 0;
  const isShown = (n: number) => wrong || n < shown || n >= before;
  const hidden = events.filter((_, n) => !isShown(n)).length;
  const set = (n: number, fields: Partial<EventDraft>) =>
    change((now) => ({ ...now, events: replaceAt(now.events, n, (one) => ({ ...one, ...fields })) }));
  const add = () =>
    change((now) => {
      const like = now.events.at(-1) ?? schedules[0];
      const { capacity = "20", unlimited = false, prices = {} } = like ?? {};
      const event: EventDraft = { key: newKey(), eventOn: "", availability: "available", capacity, unlimited, prices };
      return { ...now, events: [...now.events, event] };
    });
  return (
    <FieldGroup label={t("productForm.event.title")} lead={t("productForm.event.lead")}>
      <PlainList gap={1.5}>
        {events.map(
          (event, n) =>
            isShown(n) && (
              <EventRow
                key={event.key}
                at={`${at}/events/${n}`}
                nth={n}
                event={event}
                item={item}
                type={type}
                currencyCode={currencyCode}
                onChange={(fields) => set(n, fields)}
                onRemove={() => change((now) => ({ ...now, events: removeAt(now.events, n) }))}
              />
            ),
        )}
      </PlainList>
      <Stack direction="row" sx={{ gap: 1, mt: events.length > 0 ? 1 : 0 }}>
        <Button size="small" startIcon={<AddIcon />} onClick={add}>
          {t("productForm.event.add")}
        </Button>
        {hidden > 0 && (
          <Button size="small" onClick={() => setShown(shown + 50)}>
            {t("productForm.exception.more", { n: events.length })}
          </Button>
        )}
      </Stack>
    </FieldGroup>
  );
}

function EventRow({
  at,
  nth,
  event,
  item,
  type,
  currencyCode,
  onChange,
  onRemove,
}: {
  at: string;
  nth: number;
  event: EventDraft;
  item: ItemDraft;
  type: ProductType;
  currencyCode: string;
  onChange: (fields: Partial<EventDraft>) => void;
  onRemove: () => void;
}) {
  const t = useText();
  const timed = type === "scheduled";
  const [day = "", time = ""] = event.eventOn.split("T");
  const setOn = (date: string, at: string) =>
    onChange({ eventOn: date === "" && (at === "" || !timed) ? "" : `${date}T${at}` });
  // An error is shown at the part that is missing.
  const lacksTime = timed && day !== "" && time === "";
  return (
    <ListEntry
      at={at}
      name={t("productForm.event.nth", { n: nth + 1 })}
      least="11rem"
      fields={
        <>
          <TextInput
            at={lacksTime ? `${at}/day` : `${at}/eventOn`}
            required
            type="date"
            label={t("amendment.day")}
            value={day}
            onChange={(typed) => setOn(typed, timed ? time : "00:00")}
          />
          {timed && (
            <TextInput
              at={lacksTime ? `${at}/eventOn` : `${at}/time`}
              required
              type="time"
              label={t("productForm.event.time")}
              value={time}
              onChange={(typed) => setOn(day, typed.slice(0, 5))}
            />
          )}
          <ChoiceInput
            {...inputBinder(at, event, onChange)("availability")}
            label={t("productForm.event.availability")}
            choices={choicesOf(availabilities, (one) => t(`events.status.${one}`))}
          />
          <SeatsInput at={at} label={t("productForm.event.capacity")} value={event} onChange={onChange} />
        </>
      }
      remove={
        <IconButton aria-label={t("productForm.event.removeOf", { n: nth + 1 })} onClick={onRemove}>
          <DeleteOutlineIcon fontSize="small" />
        </IconButton>
      }
    >
      <PriceFields
        at={`${at}/prices`}
        tickets={item.ticketRules}
        prices={event.prices}
        currencyCode={currencyCode}
        onChange={(prices) => onChange({ prices })}
      />
    </ListEntry>
  );
}
