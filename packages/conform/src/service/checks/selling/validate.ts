import { type Format, type Language, operations, type Product } from "@paseo/contract";
import { fromCents, toCents } from "../../../wire/decimals.ts";
import { expectedQuestions } from "../../../wire/questions.ts";
import { decodeAnswer } from "../../../wire/value.ts";
import { type Check, defineChecks, type Findings } from "../../check.ts";
import {
  countPassengers,
  findAnySale,
  findSale,
  nextLargerSelection,
  type Sale,
  selectionForSale,
  smallestSelection,
} from "../../sales.ts";
import { SkippedCheckError } from "../../skipped.ts";
import { formats, type TestedService } from "../../tested-service.ts";
import { checkField } from "../protocol/problems.ts";
import { checkDocument } from "../protocol/shapes.ts";

/** The answers of eventvalidate to selections that can be sold. */

/** TotalUsd as the sum of quantity × UnitUsdPrice; undefined when a ticket has no price. */
function totalOf({ event, tickets }: Sale): number | undefined {
  let sum = 0n;
  for (const { code, quantity } of tickets) {
    const price = event.tickets.find((ticket) => ticket.code === code)?.unitUsdPrice.value;
    const amount = price === undefined ? undefined : toCents(price);
    if (amount === undefined) return undefined;
    sum += amount * BigInt(quantity);
  }
  return fromCents(sum);
}

/** Sends the same event with other tickets, available or not. */
async function saleOf(service: TestedService, sale: Sale, tickets: Sale["tickets"]): Promise<Sale> {
  const exchange = await service.validate(selectionForSale(service, sale.event, tickets));
  return { ...sale, tickets, exchange, answer: service.read("eventvalidate", exchange) };
}

function checkQuestions(sale: Sale, findings: Findings): void {
  const { product, answer, own, exchange } = sale;
  const passengers = countPassengers(sale);
  const given = answer.questions.map(({ code, type }) => ({ code, type }));
  const expected = expectedQuestions(product.questionConfiguration, passengers, own);
  findings.equal(given, expected, `the questions for ${passengers} passengers`, exchange);
}

const hasPassengerQuestions = ({ questionConfiguration: config }: Product): boolean =>
  config.allPassengerNames || config.allPassengerWeights;
const hasOrderQuestions = ({ questionConfiguration: config }: Product): boolean => config.hotel || config.airportFlight;

const shapeCheck = (format: Format): Check => ({
  id: `validate.shape.${format}`,
  says: `eventvalidate answers in ${format === "json" ? "JSON" : "XML"} with exactly the contract's fields, when valid and when refused`,
  clause: "interface, eventvalidate",
  needs: "key",
  run: async (service, findings) => {
    const { event, tickets } = await findAnySale(service);
    for (const selection of [tickets, []]) {
      const exchange = await service.validate(selectionForSale(service, event, selection), {
        sends: format,
        reads: format,
      });
      checkDocument("eventvalidate", format, exchange, findings);
    }
  },
});

export const validationChecks: Check[] = defineChecks({ needs: "key" }, [
  ...formats.map(shapeCheck),
  {
    id: "validate.valid",
    says: "A selection that can be sold is valid, without errors, and has the Id of the event",
    clause: "interface, eventvalidate",
    run: async (service, findings) => {
      const { event, answer, exchange } = await findAnySale(service);
      findings.equal(answer.id, event.id, "Id", exchange);
      findings.equal(answer.errors, [], "Errors", exchange);
      findings.holds(answer.totalUsd !== null, "TotalUsd is missing", exchange);
    },
  },
  {
    id: "validate.total",
    says: "TotalUsd is the sum of quantity × UnitUsdPrice, in USD",
    clause: "interface, eventvalidate: TotalUsd; decision 11",
    run: async (service, findings) => {
      const sales = [await findAnySale(service)];
      // More than the minimum, if the rules and the availability allow it.
      const larger = nextLargerSelection(sales[0]!.item, sales[0]!.event);
      if (larger) sales.push(await saleOf(service, sales[0]!, larger));
      for (const sale of sales.filter(({ answer }) => answer.isValid)) {
        const expected = totalOf(sale);
        if (expected === undefined)
          throw new SkippedCheckError("the prices of the event cannot be added; see amounts.digits");
        const { totalUsd } = sale.answer;
        if (sale.hasSteps && totalUsd !== null && totalUsd.value < expected) continue;
        findings.equal(totalUsd, { currencyCode: "USD", value: expected }, "TotalUsd", sale.exchange);
      }
    },
  },
  {
    id: "validate.questions",
    says: "The questions follow the QuestionConfiguration of the product",
    clause: "decision 15",
    run: async (service, findings) => {
      checkQuestions(await findAnySale(service), findings);
      checkQuestions(
        await findSale(service, { what: "event with questions per order", product: hasOrderQuestions }),
        findings,
      );
    },
  },
  {
    id: "validate.questions-per-passenger",
    says: "The group of a passenger's questions is repeated for each passenger",
    clause: "interface, eventvalidate: Questions; decision 15",
    run: async (service, findings) => {
      const what = "event with questions per passenger";
      checkQuestions(
        await findSale(service, { what, product: hasPassengerQuestions, tickets: smallestSelection }),
        findings,
      );
      checkQuestions(
        await findSale(service, { what, product: hasPassengerQuestions, tickets: nextLargerSelection }),
        findings,
      );
    },
  },
  {
    id: "validate.own-questions",
    says: "After the contract's questions, a validation asks the required questions that contents show for the operator",
    clause: "extension contents; decision 40 of the service",
    run: async (service, findings) => {
      const { values } = await service.value("contents").catch(() => ({ values: [] }));
      const asking = new Set(
        values.filter(({ ownQuestions: own }) => own.some(({ required }) => required)).map(({ id }) => id),
      );
      if (asking.size === 0) throw new SkippedCheckError("no product has a required question of the operator's own");
      checkQuestions(
        await findSale(service, {
          what: "event with the operator's own questions",
          product: ({ id }) => asking.has(id),
        }),
        findings,
      );
    },
  },
  {
    id: "validate.formats",
    says: "The same selection in XML has the same answer as in JSON",
    clause: "interface, conventions: formats",
    run: async (service, findings) => {
      const { event, tickets, answer } = await findAnySale(service);
      const exchange = await service.validate(selectionForSale(service, event, tickets), {
        sends: "xml",
        reads: "xml",
      });
      if (!findings.status(exchange, 200)) return;
      findings.equal(decodeAnswer(operations.eventvalidate.response, exchange), answer, "the answer in XML", exchange);
    },
  },
  {
    id: "validate.id-in-any-case",
    says: "The event's identifier is read in any letter case and written in lower case",
    clause: "decision 6",
    run: async (service, findings) => {
      const { event, tickets } = await findAnySale(service);
      const exchange = await service.validate(selectionForSale(service, { id: event.id.toUpperCase() }, tickets));
      const answer = service.read("eventvalidate", exchange);
      findings.equal([answer.isValid, answer.id], [true, event.id], "IsValid and Id", exchange);
      findings.holds(exchange.text.includes(event.id), "Id is not written in lower case", exchange);
    },
  },
  {
    id: "validate.languages",
    says: "Messages are in the language of the request",
    clause: "decision 14",
    run: async (service, findings) => {
      const { event } = await findAnySale(service);
      const known = new Map<string, Language>();
      for (const lang of await service.languages()) {
        const { messages, exchange } = await messagesIn(service, event.id, lang);
        const hasMessage = messages.length > 0 && messages.every((message) => message.trim() !== "");
        findings.holds(hasMessage, "the refusal has no message", exchange);
        const all = messages.join(" ");
        const other = known.get(all);
        findings.holds(other === undefined, `the messages in ${other} and ${lang} are the same: ${all}`, exchange);
        known.set(all, lang);
      }
    },
  },
  {
    id: "validate.malformed",
    says: "A selection that is malformed or out of bounds is a 400 with the pointer of the field",
    clause: "decision 5",
    run: async (service, findings) => {
      const { event, tickets } = await findAnySale(service);
      const good = selectionForSale(service, event, tickets);
      const { code } = tickets[0]!;
      const bad: [pointer: string, body: object][] = [
        ["/id", { ...good, id: "12" }],
        ["/tickets", { id: good.id, apiKey: good.apiKey }],
        ["/tickets/0/quantity", { ...good, tickets: [{ code, quantity: -1 }] }],
        ["/tickets/0/quantity", { ...good, tickets: [{ code, quantity: 1.5 }] }],
        ["/tickets/0/quantity", { ...good, tickets: [{ code, quantity: "two" }] }],
        ["/tickets/0/code", { ...good, tickets: [{ quantity: 1 }] }],
      ];
      for (const [pointer, body] of bad) {
        const exchange = await service.post("eventvalidate", JSON.stringify(body));
        checkField(exchange, pointer, findings);
      }
    },
  },
]);

async function messagesIn(service: TestedService, id: string, lang: Language) {
  const exchange = await service.validate(selectionForSale(service, { id }, []), { lang });
  return { exchange, messages: service.read("eventvalidate", exchange).errors.map(({ message }) => message) };
}
