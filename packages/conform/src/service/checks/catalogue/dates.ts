import type { Event } from "@paseo/contract";
import type { Check } from "../../check.ts";
import { eventDay, readComingEvents } from "../../lists.ts";
import { SkippedCheckError } from "../../skipped.ts";
import type { RequestParameters, TestedService } from "../../tested-service.ts";
import { checkProblem } from "../protocol/problems.ts";

/** fromdate and todate: formats, both ends, and invalid dates. */

/** Finds a day with events, and one event of that day. */
async function someDay(service: TestedService): Promise<{ event: Event; day: string; dayFirst: string }> {
  const events = await readComingEvents(service);
  const event = events.find(({ eventOn }) => !eventOn.endsWith("T00:00:00")) ?? events[0];
  if (!event) throw new SkippedCheckError("the service has no future event");
  const day = eventDay(event);
  return { event, day, dayFirst: day.split("-").reverse().join("-") };
}

/** Page 1 of the events of a range. */
async function eventsBetween(service: TestedService, range: RequestParameters) {
  const exchange = await service.get(service.path("events", range));
  const page = exchange.status === 200 ? service.read("events", exchange) : undefined;
  /** Whether the event is on this page, or may be on the next. */
  const lists = (event: Event): boolean =>
    page !== undefined && (page.hasNextPage || page.values.some(({ id }) => id === event.id));
  return { exchange, events: page?.values, lists };
}

const refused: [range: RequestParameters, why: string][] = [
  [{ fromdate: "31-02-2027" }, "31 February does not exist"],
  [{ todate: "2027-02-30" }, "30 February does not exist"],
  [{ fromdate: "2027-13-01" }, "month 13 does not exist"],
  [{ fromdate: "2027-01-01T25:00:00" }, "hour 25 does not exist"],
  [{ fromdate: "soon" }, "it is not a date"],
  [{ todate: "01/02/2027" }, "the contract does not have this format"],
  [{ fromdate: "2027-03-02", todate: "2027-03-01" }, "the end is before the start"],
];

export const dateChecks: Check[] = [
  {
    id: "dates.spellings",
    says: "fromdate and todate are read as ISO 8601 dates and date-times, and as dd-MM-yyyy, also with HH:mm",
    clause: "decision 7",
    run: async (service, findings) => {
      const { day, dayFirst } = await someDay(service);
      const reference = await eventsBetween(service, { fromdate: day, todate: day });
      if (!findings.status(reference.exchange, 200)) return;
      const expected = reference.events!.map(({ id }) => id);
      for (const fromdate of [dayFirst, `${day}T00:00`, `${day}T00:00:00`, `${dayFirst} 00:00`]) {
        const { exchange, events } = await eventsBetween(service, { fromdate, todate: dayFirst });
        if (!findings.status(exchange, 200, `fromdate is ${fromdate}`)) continue;
        findings.equal(
          events!.map(({ id }) => id),
          expected,
          `the events from ${fromdate}`,
          exchange,
        );
      }
    },
  },
  {
    id: "dates.whole-day",
    says: "A bare todate means that whole day, and nothing outside the range is listed",
    clause: "decision 7",
    run: async (service, findings) => {
      const { event, day } = await someDay(service);
      const { exchange, events, lists } = await eventsBetween(service, { fromdate: day, todate: day });
      if (!findings.status(exchange, 200)) return;
      const outside = events!.filter((one) => eventDay(one) !== day).map(({ eventOn }) => eventOn);
      findings.equal(outside, [], `events outside ${day}`, exchange);
      findings.holds(lists(event), `the event at ${event.eventOn} is not listed`, exchange);
    },
  },
  {
    id: "dates.both-ends",
    says: "The range includes both ends, compared with EventOn in local time",
    clause: "decision 7",
    run: async (service, findings) => {
      const { event } = await someDay(service);
      const { exchange, events, lists } = await eventsBetween(service, {
        fromdate: event.eventOn,
        todate: event.eventOn,
      });
      if (!findings.status(exchange, 200)) return;
      const others = events!.filter(({ eventOn }) => eventOn !== event.eventOn).map(({ eventOn }) => eventOn);
      findings.equal(others, [], `events at another time than ${event.eventOn}`, exchange);
      findings.holds(lists(event), `the event at ${event.eventOn} is not listed`, exchange);
    },
  },
  {
    id: "dates.impossible",
    says: "A date that does not exist, or an end before the start, is a 400",
    clause: "decision 7",
    run: async (service, findings) => {
      for (const [range, why] of refused)
        checkProblem(await service.get(service.path("events", range)), 400, findings, { why });
    },
  },
];
