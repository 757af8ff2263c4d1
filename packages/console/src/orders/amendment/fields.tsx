import { Box, Stack, TextField } from "@mui/material";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { stepsText } from "../../products/ticket-prices.ts";
import { isOnePersonOneSeat, sizeText } from "../../products/ticket-size.ts";
import { useTicketNames } from "../../products/useTicketNames.ts";
import { DayField } from "../../ui/form/controls.tsx";
import { type FieldProblem, fieldErrorProps } from "../../ui/form/FieldSummary.tsx";
import { EventSelect, useEvents } from "../EventSelect.tsx";
import type { Order } from "../order.ts";
import { type AmendmentValues, amendmentFieldIds } from "./useAmendment.ts";

/** The fields of a change, section by section. */

interface FormPart {
  order: Order;
  values: AmendmentValues;
  onChange: (values: Partial<AmendmentValues>) => void;
  problems: readonly FieldProblem[];
}

const grid = {
  display: "grid",
  gap: 2,
  alignItems: "start",
  gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 12rem), 1fr))",
} as const;

export function EventFields({ order, values: { day, eventId }, onChange, problems }: FormPart) {
  const t = useText();
  const events = useEvents(order.productId, day);
  return (
    <Stack sx={{ gap: 2 }}>
      <DayField
        label={t("amendment.day")}
        value={day}
        onChange={(chosen) =>
          onChange({ day: chosen, eventId: chosen === order.sold?.eventOn.slice(0, 10) ? order.event.id : "" })
        }
      />
      <EventSelect
        events={events}
        value={eventId}
        own={order.event.id}
        onChange={(chosen) => onChange({ eventId: chosen })}
        {...fieldErrorProps(problems, amendmentFieldIds.event)}
      />
    </Stack>
  );
}

/** The tickets of the chosen event and of the order. */
export function AmendedTickets({ order, values, onChange }: FormPart) {
  const t = useText();
  const { amount } = useFormat();
  const ticketName = useTicketNames();
  const event = useEvents(order.productId, values.day)?.find(({ id }) => id === values.eventId);
  const prices = new Map(event?.prices.map((price) => [price.code, price]));
  const sizes = new Map(
    order.terms.tickets.map(({ code, people = 1, seats = 1, wholeEvent }) => [code, { people, seats, wholeEvent }]),
  );
  const hint = (code: string) => {
    const [price, size] = [prices.get(code), sizes.get(code)];
    return [
      ...(price ? [amount(price.amount, event!.currencyCode)] : []),
      ...(price?.steps ? [stepsText(price, t, (text) => amount(text, event!.currencyCode))] : []),
      ...(size && !isOnePersonOneSeat(size) ? [sizeText(size, t)] : []),
    ].join(" · ");
  };
  // In the order of the event, so that a field keeps its place when the tickets of the order change.
  const codes = new Set([...prices.keys(), ...order.event.tickets.map(({ code }) => code)]);
  return (
    <Box sx={grid}>
      {[...codes].map((code) => (
        <TextField
          key={code}
          label={ticketName(code)}
          value={values.quantities[code] ?? "0"}
          helperText={hint(code) || " "}
          onChange={({ target }) =>
            onChange({ quantities: { ...values.quantities, [code]: /^\d*/.exec(target.value.trim())![0] } })
          }
          slotProps={{ htmlInput: { inputMode: "numeric", maxLength: 4 } }}
        />
      ))}
    </Box>
  );
}

export function ContactFields({ values: { email, phoneNumber }, onChange, problems }: FormPart) {
  const t = useText();
  return (
    <Box sx={grid}>
      <TextField
        type="email"
        label={t("orders.field.email")}
        value={email}
        onChange={({ target }) => onChange({ email: target.value })}
        slotProps={{ htmlInput: { maxLength: 256 } }}
        {...fieldErrorProps(problems, amendmentFieldIds.email)}
      />
      <TextField
        type="tel"
        label={t("orders.field.phone")}
        value={phoneNumber}
        onChange={({ target }) => onChange({ phoneNumber: target.value })}
        slotProps={{ htmlInput: { maxLength: 50 } }}
        {...fieldErrorProps(problems, amendmentFieldIds.phoneNumber)}
      />
    </Box>
  );
}
