import { Box, Stack, TextField, Typography } from "@mui/material";
import { useAnswer } from "../../api/useAnswer.ts";
import { useFormat } from "../../format/format.tsx";
import { textOr, useText } from "../../i18n/index.ts";
import { useTicketNames } from "../../ticketTypes/useTicketNames.ts";
import { DayField, Select } from "../../ui/form/controls.tsx";
import { errorAt, type FieldProblem } from "../../ui/form/FieldSummary.tsx";
import type { Order } from "../order.ts";
import { groupAnswers } from "../page/passengers.ts";
import { type Asked, type ChangeValues, fieldIds, keyOf } from "./useChange.ts";

/** The fields of a change, section by section. */

interface FormPart {
  order: Order;
  values: ChangeValues;
  onChange: (values: Partial<ChangeValues>) => void;
  problems: readonly FieldProblem[];
}

const grid = {
  display: "grid",
  gap: 2,
  alignItems: "start",
  gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 12rem), 1fr))",
} as const;

/** The sessions of the order's product on a day. */
function useSessions({ productId }: Order, day: string) {
  const isDay = productId !== null && /^\d{4}-\d{2}-\d{2}$/.test(day);
  return useAnswer("events.list", isDay ? { query: { productId, from: day, to: day, perPage: 500 } } : null).data?.data;
}

export function SessionFields({ order, values: { day, eventId }, onChange, problems }: FormPart) {
  const t = useText();
  const sessions = useSessions(order, day);
  const choices = (sessions ?? [])
    .filter(({ id, state }) => (state !== "removed" && state !== "unpublished") || id === order.event.id)
    .map(({ id, eventOn, itemName, state, left }) => {
      const seats = left === null ? null : t("orderChange.left", { smart_count: left });
      const offer = state === "available" ? seats : t(`events.status.${state}`);
      // The day is above. Midnight means no time.
      const time = eventOn.endsWith("T00:00:00") ? null : eventOn.slice(11, 16);
      return { id, name: [time, itemName, offer].filter(Boolean).join(" · ") };
    });
  // Until the sessions are loaded, the order's own session would be shown by its id.
  const known = choices.some(({ id }) => id === eventId);
  return (
    <Stack sx={{ gap: 2 }}>
      <DayField
        label={t("orderChange.day")}
        value={day}
        onChange={(chosen) =>
          onChange({ day: chosen, eventId: chosen === order.sold?.eventOn.slice(0, 10) ? order.event.id : "" })
        }
      />
      <Select
        label={t("orderChange.event")}
        value={known ? eventId : ""}
        any={sessions?.length === 0 ? t("orderChange.noEvents") : t("orderChange.choose")}
        choices={choices}
        onChange={(chosen) => onChange({ eventId: chosen })}
        {...errorAt(problems, fieldIds.session)}
      />
    </Stack>
  );
}

/** The tickets of the chosen session, and those of the order. */
export function TicketFields({ order, values, onChange }: FormPart) {
  const { amount } = useFormat();
  const ticketName = useTicketNames();
  const session = useSessions(order, values.day)?.find(({ id }) => id === values.eventId);
  const prices = new Map(session?.prices.map((price) => [price.code, price.amount]));
  const codes = new Set([...order.event.tickets.map(({ code }) => code), ...prices.keys()]);
  return (
    <Box sx={grid}>
      {[...codes].map((code) => (
        <TextField
          key={code}
          label={ticketName(code)}
          value={values.quantities[code] ?? "0"}
          helperText={prices.has(code) ? amount(prices.get(code)!, session!.currencyCode) : " "}
          onChange={({ target }) =>
            onChange({ quantities: { ...values.quantities, [code]: target.value.replace(/\D/g, "") } })
          }
          slotProps={{ htmlInput: { inputMode: "numeric", maxLength: 4 } }}
        />
      ))}
    </Box>
  );
}

export function Contact({ values: { email, phoneNumber }, onChange, problems }: FormPart) {
  const t = useText();
  return (
    <Box sx={grid}>
      <TextField
        type="email"
        label={t("orders.field.email")}
        value={email}
        onChange={({ target }) => onChange({ email: target.value })}
        slotProps={{ htmlInput: { maxLength: 256 } }}
        {...errorAt(problems, fieldIds.email)}
      />
      <TextField
        type="tel"
        label={t("orders.field.phone")}
        value={phoneNumber}
        onChange={({ target }) => onChange({ phoneNumber: target.value })}
        slotProps={{ htmlInput: { maxLength: 50 } }}
        {...errorAt(problems, fieldIds.phoneNumber)}
      />
    </Box>
  );
}

export function Questions({ values: { answers }, onChange, asked }: FormPart & { asked: readonly Asked[] }) {
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
            <Box sx={grid}>
              {own.map((one) => (
                <TextField
                  key={keyOf(one)}
                  label={textOr(t, `orders.question.${one.code}`, one.title ?? one.code)}
                  value={answers[keyOf(one)] ?? ""}
                  onChange={({ target }) => onChange({ answers: { ...answers, [keyOf(one)]: target.value } })}
                  slotProps={{ htmlInput: { maxLength: 500 } }}
                />
              ))}
            </Box>
          </Box>
        );
      })}
    </Stack>
  );
}
