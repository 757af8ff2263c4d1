import { randomUUID } from "node:crypto";
import type { Event, Item, TicketRule, ValidateRequest } from "@paseo/contract";
import type { Check } from "../../check.ts";
import { dayFromNow, readComingEvents, readPages } from "../../lists.ts";
import {
  findAnySale,
  findSale,
  hasTicketPrice,
  readSomeProducts,
  type Sale,
  selectionForSale,
  smallestSelection,
} from "../../sales.ts";
import { SkippedCheckError } from "../../skipped.ts";
import type { TestedService } from "../../tested-service.ts";

/** Selections that eventvalidate refuses: every code that can be tested from outside, without knowledge of capacities. */

interface Refusal {
  code: string;
  when: string;
  request: (service: TestedService) => Promise<ValidateRequest>;
  /** Further codes that are also correct. */
  or?: string[];
}

/** Finds a sale of an item with a matching rule, and returns both. */
async function saleWithRule(
  service: TestedService,
  what: string,
  wanted: (rule: TicketRule, item: Item, event: Event) => boolean,
) {
  const ruleOf = (item: Item, event: Event): TicketRule | undefined =>
    item.ticketRules.find((rule) => hasTicketPrice(event, rule.code) && wanted(rule, item, event));
  const sale = await findSale(service, { what, item: (item, event) => ruleOf(item, event) !== undefined });
  return { sale, rule: ruleOf(sale.item, sale.event)! };
}

/** The selection of a sale with another quantity of this ticket. */
const withQuantity = (
  service: TestedService,
  { event, tickets }: Sale,
  code: string,
  quantity: number,
): ValidateRequest =>
  selectionForSale(service, event, [...tickets.filter((ticket) => ticket.code !== code), { code, quantity }]);

/** Returns a selection of one ticket of an event that cannot be sold. */
const oneTicket = (service: TestedService, event: Event): ValidateRequest =>
  selectionForSale(
    service,
    event,
    event.tickets.slice(0, 1).map(({ code }) => ({ code, quantity: 1 })),
  );

async function eventWith(service: TestedService, availability: string): Promise<Event> {
  const event = (await readComingEvents(service)).find(
    ({ availabilityCode, tickets }) => availabilityCode === availability && tickets.length > 0,
  );
  if (!event) throw new SkippedCheckError(`no event on the first pages is ${availability}`);
  return event;
}

/** Finds an event in the whole list, including removed and past events. */
async function anyEvent(
  service: TestedService,
  range: { fromdate?: string; todate?: string },
  wanted: (event: Event) => boolean,
) {
  const { pages } = await readPages(service, "events", { version: 0, ...range }, 4);
  return pages.flatMap(({ page }) => page.values as Event[]).find(wanted);
}

async function removedEvent(service: TestedService): Promise<Event> {
  const event = await anyEvent(service, { fromdate: dayFromNow(1) }, (one) => one.availabilityCode === "removed");
  if (!event) throw new SkippedCheckError("no removed event was found");
  return event;
}

async function pastEvent(service: TestedService): Promise<Event> {
  const event = await anyEvent(service, { todate: dayFromNow(-2) }, (one) => one.availabilityCode === "available");
  if (!event) throw new SkippedCheckError("no past event was found");
  return event;
}

/** Finds an event that is in the future, but within its lead time in every time zone. */
async function lateEvent(service: TestedService): Promise<Event> {
  const hours = (eventOn: string): number => (Date.parse(`${eventOn}Z`) - Date.now()) / 3_600_000;
  // Few products have such an event on a given day.
  for (const shift of [0, 0.5, 0.25, 0.75])
    for await (const { id, productTypeCode, leadPurchaseDay } of readSomeProducts(service, shift)) {
      if (productTypeCode === "dateless" || leadPurchaseDay < 3) continue;
      // Past events could fill the first page.
      const { values } = await service.value("events", { id, fromdate: dayFromNow(0) });
      const late = values.find(({ eventOn, availabilityCode, tickets }) => {
        const ahead = hours(eventOn);
        const isLate = ahead > 16 && ahead < leadPurchaseDay * 24 - 40;
        return isLate && availabilityCode === "available" && tickets.length > 0;
      });
      if (late) return late;
    }
  throw new SkippedCheckError("no future event is within its LeadPurchaseDay");
}

/** Finds an event of an item that is not for sale. */
async function unpublishedEvent(service: TestedService): Promise<Event> {
  for await (const { id, items } of readSomeProducts(service)) {
    const hidden = new Set(items.filter(({ published }) => !published).map((item) => item.id));
    if (hidden.size === 0) continue;
    const event = (await service.value("events", { id, version: 0 })).values.find(({ itemId }) => hidden.has(itemId));
    if (event) return event;
  }
  throw new SkippedCheckError("no item with events is unpublished");
}

async function requiredLeftOut(service: TestedService): Promise<ValidateRequest> {
  const isOther = (rule: TicketRule, item: Item): boolean =>
    rule.minQuantity === 0 && item.ticketRules.some(({ minQuantity }) => minQuantity >= 1);
  const { sale, rule } = await saleWithRule(service, "event with a required ticket beside another", isOther);
  return selectionForSale(service, sale.event, [{ code: rule.code, quantity: rule.incrementQuantity }]);
}

const refusals: Refusal[] = [
  {
    code: "event-unknown",
    when: "no event has the identifier",
    request: async (service) => selectionForSale(service, { id: randomUUID() }, [{ code: "ADULT", quantity: 1 }]),
  },
  {
    code: "event-removed",
    when: "the event is removed",
    request: async (service) => oneTicket(service, await removedEvent(service)),
    // An event leaves the sale with its item or its product, too.
    or: ["item-unpublished", "product-unpublished"],
  },
  {
    code: "event-black-out",
    when: "the event is blacked out",
    request: async (service) => oneTicket(service, await eventWith(service, "black-out")),
  },
  {
    code: "event-sold-out",
    when: "the event is sold out",
    request: async (service) => oneTicket(service, await eventWith(service, "sold-out")),
  },
  {
    code: "event-past",
    when: "the event is past",
    request: async (service) => oneTicket(service, await pastEvent(service)),
  },
  {
    code: "too-late",
    when: "it is too late for LeadPurchaseDay",
    request: async (service) => oneTicket(service, await lateEvent(service)),
  },
  {
    code: "item-unpublished",
    when: "the item is not for sale",
    request: async (service) => oneTicket(service, await unpublishedEvent(service)),
    or: ["event-removed"],
  },
  {
    code: "tickets-missing",
    when: "no ticket is chosen",
    request: async (service) => selectionForSale(service, (await findAnySale(service)).event, []),
  },
  {
    code: "ticket-unknown",
    when: "a ticket's code is not the item's",
    request: async (service) => {
      const { event, tickets } = await findAnySale(service);
      return selectionForSale(service, event, [...tickets, { code: "NO-SUCH-TICKET", quantity: 1 }]);
    },
  },
  {
    code: "ticket-duplicate",
    when: "a ticket's code is given twice",
    request: async (service) => {
      const { event, tickets } = await findAnySale(service);
      return selectionForSale(service, event, [...tickets, tickets[0]!]);
    },
  },
  { code: "ticket-required", when: "a required ticket is left out", request: requiredLeftOut },
  {
    code: "quantity-below-minimum",
    when: "a quantity is below MinQuantity",
    request: async (service) => {
      const { sale, rule } = await saleWithRule(
        service,
        "event with a MinQuantity of 2 or more",
        (one) => one.minQuantity >= 2,
      );
      return withQuantity(service, sale, rule.code, rule.minQuantity - 1);
    },
  },
  {
    code: "quantity-above-maximum",
    when: "a quantity is above MaxQuantity",
    request: async (service) => {
      const { sale, rule } = await saleWithRule(service, "event with a MaxQuantity", (one) => one.maxQuantity < 9000);
      return withQuantity(service, sale, rule.code, rule.maxQuantity + rule.incrementQuantity);
    },
  },
  {
    code: "quantity-off-increment",
    when: "a quantity is between two steps of IncrementQuantity",
    request: async (service) => {
      const steps = (one: TicketRule): boolean =>
        one.incrementQuantity >= 2 && one.minQuantity + one.incrementQuantity <= one.maxQuantity;
      const { sale, rule } = await saleWithRule(service, "event with an IncrementQuantity of 2 or more", steps);
      return withQuantity(service, sale, rule.code, rule.minQuantity + 1);
    },
  },
  {
    code: "white-label-unknown",
    when: "the white label is not the partner's",
    request: async (service) => {
      const { event, tickets } = await findAnySale(service);
      return selectionForSale(service, event, tickets, { whiteLabelCode: "NO-SUCH-LABEL" });
    },
  },
];

const refusalChecks = refusals.map(
  ({ code, when, request, or = [] }): Check => ({
    id: `refusals.${code}`,
    says: `eventvalidate refuses with ${code} when ${when}`,
    clause: "decision 14",
    needs: "key",
    run: async (service, findings) => {
      const exchange = await service.validate(await request(service));
      if (!findings.status(exchange, 200, "a refusal is not a failed request")) return;
      const { isValid, errors } = service.read("eventvalidate", exchange);
      const codes = errors.map((error) => error.code);
      findings.equal(isValid, false, `IsValid when ${when}`, exchange);
      const isRefused = [code, ...or].some((one) => codes.includes(one));
      findings.holds(isRefused, `Errors have ${codes.join(", ") || "nothing"}, not ${code}`, exchange);
    },
  }),
);

export const validationRefusalChecks: Check[] = [
  ...refusalChecks,
  {
    id: "refusals.one-for-each",
    says: "eventvalidate refuses with one Error for each problem",
    clause: "decision 14",
    needs: "key",
    run: async (service, findings) => {
      const { item, event } = await findAnySale(service);
      const tickets = [...smallestSelection(item, event)!, { code: "NO-SUCH-TICKET", quantity: 1 }];
      const request = selectionForSale(service, event, tickets, { whiteLabelCode: "NO-SUCH-LABEL" });
      const exchange = await service.validate(request);
      const codes = service.read("eventvalidate", exchange).errors.map(({ code }) => code);
      findings.equal(codes.toSorted(), ["ticket-unknown", "white-label-unknown"], "the codes of Errors", exchange);
    },
  },
];
