import { type ErrorEntry, type Language, limits, type TicketRule, type TicketSelection } from "@paseo/contract";
import { isExtra, partyOf, type SoldSize, soldSizes, ticketSizeOf } from "../../records/tickets/ticket-sizes.ts";
import { refusalEntry } from "./messages.ts";
import type { SaleEvent, SaleRule } from "./sale-event.ts";

type Tickets = readonly TicketSelection[];

/** Returns the selected tickets. Quantity 0 means not selected, whatever the code. */
export const selectedTickets = (tickets: Tickets): TicketSelection[] => tickets.filter((ticket) => ticket.quantity > 0);

/** How many people of a ticket are asked the questions to travellers. */
export const passengersOfTicket = ({ ticketSizes, leadPerTicket }: AskedPeople, code: string): number => {
  const { people } = ticketSizeOf(ticketSizes, code);
  return leadPerTicket ? Math.min(people, 1) : people;
};
export type AskedPeople = Pick<SaleEvent, "ticketSizes" | "leadPerTicket">;

/** Returns how many people of each ticket the sale of these terms asked. */
export const soldTerms = ({
  tickets,
  leadPerTicket = false,
}: {
  tickets: readonly (SoldSize & { code: string })[];
  leadPerTicket?: boolean;
}): AskedPeople => ({ ticketSizes: soldSizes(tickets), leadPerTicket });

/** Passengers of a selection: each person, or the lead of each ticket. */
export const countPassengers = (tickets: Tickets, asked: AskedPeople): number =>
  tickets.reduce((sum, { code, quantity }) => sum + passengersOfTicket(asked, code) * quantity, 0);

/** Returns the first ticket that makes the selection ask more than `most` passengers, and how many of it would be few enough. */
export function ticketOverPassengers(
  tickets: Tickets,
  asked: AskedPeople,
  most: number,
): { ticket: string; maximum: number } | null {
  let left = most;
  for (const { code, quantity } of selectedTickets(tickets)) {
    const each = passengersOfTicket(asked, code);
    if (each * quantity > left) return { ticket: code, maximum: Math.floor(left / each) };
    left -= each * quantity;
  }
  return null;
}

/** Whether the rule allows a quantity other than 0: a step from MinQuantity, within the limits. */
export const isQuantity = (rule: TicketRule, quantity: number): boolean =>
  quantity >= rule.minQuantity && quantity <= rule.maxQuantity && isOnStep(rule, quantity);

const isOnStep = (rule: TicketRule, quantity: number): boolean =>
  (quantity - rule.minQuantity) % rule.incrementQuantity === 0;

/** Returns the rule of a ticket in a group's order: the operator decides the quantity. */
export const withAnyQuantity = ({ peoplePerTicket: _, ...rule }: SaleRule): SaleRule => ({
  ...rule,
  minQuantity: 0,
  maxQuantity: limits.quantity,
  incrementQuantity: 1,
});

/**
 * Checks a selection. Returns one refusal for each problem: tickets in the order sent, then missing required tickets in the order of the
 * rules, then extras without another ticket. A ticket can be bought when it has a rule and a price on this event. A required ticket without
 * a price stays required, so that an event cannot be sold to children alone.
 */
export function ticketRefusals(
  tickets: Tickets,
  { ticketRules: rules, prices, ticketSizes }: Pick<SaleEvent, "ticketRules" | "prices" | "ticketSizes">,
  lang: Language,
): ErrorEntry[] {
  const selection = selectedTickets(tickets);
  if (selection.length === 0) return [refusalEntry("tickets-missing", lang)];

  const priced = new Set(prices.map((price) => price.code));
  const sold = new Map(rules.filter((rule) => priced.has(rule.code)).map((rule) => [rule.code, rule]));
  const times = new Map<string, number>();
  const refusals: ErrorEntry[] = [];
  const { people } = partyOf(selection, { ticketSizes, capacity: null });
  const peopleBeside = ({ code, quantity }: TicketSelection) =>
    people - ticketSizeOf(ticketSizes, code).people * quantity;
  for (const ticket of selection) {
    const time = (times.get(ticket.code) ?? 0) + 1;
    times.set(ticket.code, time);
    if (time === 2) refusals.push(refusalEntry("ticket-duplicate", lang, { ticket: ticket.code }));
    if (time > 1) continue;
    const rule = sold.get(ticket.code);
    const wrong = rule
      ? (quantityRefusal(rule, ticket.quantity, lang) ??
        partyRefusal(rule, ticket.quantity, peopleBeside(ticket), lang))
      : refusalEntry("ticket-unknown", lang, { ticket: ticket.code });
    if (wrong) refusals.push(wrong);
  }

  const missing = rules.filter((rule) => rule.minQuantity >= 1 && !times.has(rule.code));
  const required = missing.map((rule) =>
    refusalEntry("ticket-required", lang, { ticket: rule.code, minimum: rule.minQuantity }),
  );
  const extrasAlone = selection.every(({ code }) => isExtra(ticketSizeOf(ticketSizes, code)));
  const found = [...refusals, ...required];
  return found.length === 0 && extrasAlone ? [refusalEntry("extras-alone", lang)] : found;
}

/** Compares the quantity of a ticket that is limited by the people of the order's other tickets. */
function partyRefusal(
  { code: ticket, peoplePerTicket }: SaleRule,
  quantity: number,
  others: number,
  lang: Language,
): ErrorEntry | null {
  if (peoplePerTicket === undefined) return null;
  const maximum = Math.floor(others / peoplePerTicket);
  return quantity > maximum
    ? refusalEntry("ticket-above-people", lang, { ticket, people: peoplePerTicket, maximum })
    : null;
}

function quantityRefusal(rule: TicketRule, quantity: number, lang: Language): ErrorEntry | null {
  const { code: ticket, minQuantity: minimum, maxQuantity: maximum, incrementQuantity: increment } = rule;
  if (quantity < minimum) return refusalEntry("quantity-below-minimum", lang, { ticket, minimum });
  if (quantity > maximum) return refusalEntry("quantity-above-maximum", lang, { ticket, maximum });
  if (!isOnStep(rule, quantity)) return refusalEntry("quantity-off-increment", lang, { ticket, minimum, increment });
  return null;
}
