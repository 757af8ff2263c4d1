import { randomUUID } from "node:crypto";
import type { Event, Item, TicketRule, ValidateRequest } from "@paseo/contract";
import type { Check } from "../../check.ts";
import { comingEvents, dayFromNow, walk } from "../../lists.ts";
import { anySale, findSale, isPriced, type Sale, selectionOf, smallestSelection, someProducts } from "../../sales.ts";
import { Skipped } from "../../skipped.ts";
import { read, type Site } from "../../tested-service.ts";

/** What eventvalidate refuses: every code that can be provoked from outside, without knowing the operator's capacities. */

interface Refusal {
  code: string;
  when: string;
  request: (site: Site) => Promise<ValidateRequest>;
  /** Another code that is right as well. */
  or?: string;
}

/** A sale of an item with a rule of this kind, and the rule. */
async function saleWithRule(site: Site, what: string, wanted: (rule: TicketRule, item: Item, event: Event) => boolean) {
  const ruleOf = (item: Item, event: Event): TicketRule | undefined =>
    item.ticketRules.find((rule) => isPriced(event, rule.code) && wanted(rule, item, event));
  const sale = await findSale(site, { what, item: (item, event) => ruleOf(item, event) !== undefined });
  return { sale, rule: ruleOf(sale.item, sale.event)! };
}

/** The sale's selection with another quantity of this ticket. */
const withQuantity = (site: Site, { event, tickets }: Sale, code: string, quantity: number): ValidateRequest =>
  selectionOf(site, event, [...tickets.filter((ticket) => ticket.code !== code), { code, quantity }]);

/** One of everything that the event sells, for events that cannot be sold anyway. */
const oneOfEach = (site: Site, event: Event): ValidateRequest =>
  selectionOf(
    site,
    event,
    event.tickets.slice(0, 1).map(({ code }) => ({ code, quantity: 1 })),
  );

async function eventWith(site: Site, availability: string): Promise<Event> {
  const event = (await comingEvents(site)).find(
    ({ availabilityCode, tickets }) => availabilityCode === availability && tickets.length > 0,
  );
  if (!event) throw new Skipped(`no event on the first pages is ${availability}`);
  return event;
}

/** A record among all events there are, removed and past ones included. */
async function anyEvent(site: Site, range: { fromdate?: string; todate?: string }, wanted: (event: Event) => boolean) {
  const { pages } = await walk(site, "events", { version: 0, ...range }, 4);
  return pages.flatMap(({ page }) => page.values as Event[]).find(wanted);
}

async function removedEvent(site: Site): Promise<Event> {
  const event = await anyEvent(site, { fromdate: dayFromNow(1) }, (one) => one.availabilityCode === "removed");
  if (!event) throw new Skipped("no removed event was found");
  return event;
}

async function pastEvent(site: Site): Promise<Event> {
  const event = await anyEvent(site, { todate: dayFromNow(-2) }, (one) => one.availabilityCode === "available");
  if (!event) throw new Skipped("no event of past days was found");
  return event;
}

/** An event that is to come on any clock, and for whose lead time it is too late on any clock. */
async function lateEvent(site: Site): Promise<Event> {
  const hours = (eventOn: string): number => (Date.parse(`${eventOn}Z`) - Date.now()) / 3_600_000;
  for await (const { id, productTypeCode, leadPurchaseDay } of someProducts(site)) {
    if (productTypeCode === "dateless" || leadPurchaseDay < 3) continue;
    const { values } = await site.value("events", { id });
    const late = values.find(({ eventOn, availabilityCode, tickets }) => {
      const ahead = hours(eventOn);
      return availabilityCode === "available" && tickets.length > 0 && ahead > 16 && ahead < leadPurchaseDay * 24 - 40;
    });
    if (late) return late;
  }
  throw new Skipped("no event to come is closer than its product's LeadPurchaseDay");
}

/** An event of an item that is not for sale. */
async function unpublishedEvent(site: Site): Promise<Event> {
  for await (const { id, items } of someProducts(site)) {
    const away = new Set(items.filter(({ published }) => !published).map((item) => item.id));
    if (away.size === 0) continue;
    const event = (await site.value("events", { id, version: 0 })).values.find(({ itemId }) => away.has(itemId));
    if (event) return event;
  }
  throw new Skipped("no item with events is unpublished");
}

async function requiredLeftOut(site: Site): Promise<ValidateRequest> {
  const isOther = (rule: TicketRule, item: Item): boolean =>
    rule.minQuantity === 0 && item.ticketRules.some(({ minQuantity }) => minQuantity >= 1);
  const { sale, rule } = await saleWithRule(site, "event with a required ticket beside another", isOther);
  return selectionOf(site, sale.event, [{ code: rule.code, quantity: rule.incrementQuantity }]);
}

const refusals: Refusal[] = [
  {
    code: "event-unknown",
    when: "no event has the identifier",
    request: async (site) => selectionOf(site, { id: randomUUID() }, [{ code: "ADULT", quantity: 1 }]),
  },
  {
    code: "event-removed",
    when: "the event is removed",
    request: async (site) => oneOfEach(site, await removedEvent(site)),
    or: "item-unpublished",
  },
  {
    code: "event-black-out",
    when: "the event is blacked out",
    request: async (site) => oneOfEach(site, await eventWith(site, "black-out")),
  },
  {
    code: "event-sold-out",
    when: "the event is sold out",
    request: async (site) => oneOfEach(site, await eventWith(site, "sold-out")),
  },
  { code: "event-past", when: "the event is over", request: async (site) => oneOfEach(site, await pastEvent(site)) },
  {
    code: "too-late",
    when: "it is too late for LeadPurchaseDay",
    request: async (site) => oneOfEach(site, await lateEvent(site)),
  },
  {
    code: "item-unpublished",
    when: "the item is not for sale",
    request: async (site) => oneOfEach(site, await unpublishedEvent(site)),
    or: "event-removed",
  },
  {
    code: "tickets-missing",
    when: "no ticket is chosen",
    request: async (site) => selectionOf(site, (await anySale(site)).event, []),
  },
  {
    code: "ticket-unknown",
    when: "a ticket's code is not the item's",
    request: async (site) => {
      const { event, tickets } = await anySale(site);
      return selectionOf(site, event, [...tickets, { code: "NO-SUCH-TICKET", quantity: 1 }]);
    },
  },
  {
    code: "ticket-duplicate",
    when: "a ticket's code is given twice",
    request: async (site) => {
      const { event, tickets } = await anySale(site);
      return selectionOf(site, event, [...tickets, tickets[0]!]);
    },
  },
  { code: "ticket-required", when: "a required ticket is left out", request: requiredLeftOut },
  {
    code: "quantity-below-minimum",
    when: "a quantity is below MinQuantity",
    request: async (site) => {
      const { sale, rule } = await saleWithRule(
        site,
        "event with a MinQuantity of 2 or more",
        (one) => one.minQuantity >= 2,
      );
      return withQuantity(site, sale, rule.code, rule.minQuantity - 1);
    },
  },
  {
    code: "quantity-above-maximum",
    when: "a quantity is above MaxQuantity",
    request: async (site) => {
      const { sale, rule } = await saleWithRule(site, "event with a MaxQuantity", (one) => one.maxQuantity < 9000);
      return withQuantity(site, sale, rule.code, rule.maxQuantity + rule.incrementQuantity);
    },
  },
  {
    code: "quantity-off-increment",
    when: "a quantity is between two steps of IncrementQuantity",
    request: async (site) => {
      const steps = (one: TicketRule): boolean =>
        one.incrementQuantity >= 2 && one.minQuantity + one.incrementQuantity <= one.maxQuantity;
      const { sale, rule } = await saleWithRule(site, "event with an IncrementQuantity of 2 or more", steps);
      return withQuantity(site, sale, rule.code, rule.minQuantity + 1);
    },
  },
  {
    code: "white-label-unknown",
    when: "the white label is not the partner's",
    request: async (site) => {
      const { event, tickets } = await anySale(site);
      return selectionOf(site, event, tickets, { whiteLabelCode: "NO-SUCH-LABEL" });
    },
  },
];

const refusalChecks = refusals.map(
  ({ code, when, request, or }): Check => ({
    id: `refusals.${code}`,
    says: `eventvalidate refuses with ${code} when ${when}`,
    clause: "decision 14",
    needs: "key",
    run: async (site, findings) => {
      const exchange = await site.validate(await request(site));
      if (!findings.status(exchange, 200, "what the business refuses is not a failed request")) return;
      const { isValid, errors } = read("eventvalidate", exchange);
      const codes = errors.map((error) => error.code);
      findings.equal(isValid, false, `IsValid when ${when}`, exchange);
      const said = codes.includes(code) || (or !== undefined && codes.includes(or));
      findings.holds(said, `Errors have ${codes.join(", ") || "nothing"}, not ${code}`, exchange);
    },
  }),
);

export const validateRefusals: Check[] = [
  ...refusalChecks,
  {
    id: "refusals.one-for-each",
    says: "eventvalidate refuses with one Error for each problem",
    clause: "decision 14",
    needs: "key",
    run: async (site, findings) => {
      const { item, event } = await anySale(site);
      const tickets = [...smallestSelection(item, event)!, { code: "NO-SUCH-TICKET", quantity: 1 }];
      const request = selectionOf(site, event, tickets, { whiteLabelCode: "NO-SUCH-LABEL" });
      const exchange = await site.validate(request);
      const codes = read("eventvalidate", exchange).errors.map(({ code }) => code);
      findings.equal(codes.toSorted(), ["ticket-unknown", "white-label-unknown"], "the codes of Errors", exchange);
    },
  },
];
