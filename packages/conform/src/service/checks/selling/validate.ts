import { type Form, type Language, operations, type Product } from "@paseo/contract";
import { cents, fromCents } from "../../../wire/decimals.ts";
import { questionsAsked } from "../../../wire/questions.ts";
import type { Check, Findings } from "../../check.ts";
import {
  anySale,
  findSale,
  largerSelection,
  passengersOf,
  type Sale,
  selectionOf,
  smallestSelection,
} from "../../sales.ts";
import { Skipped } from "../../skipped.ts";
import { forms, read, type Site, valueIn } from "../../tested-service.ts";
import { checkField } from "../protocol/problems.ts";
import { checkDocument } from "../protocol/shapes.ts";

/** What eventvalidate says of a selection that can be sold. */

/** TotalUsd as the sum of quantity × UnitUsdPrice; undefined when a ticket has no price. */
function totalOf({ event, tickets }: Sale): number | undefined {
  let sum = 0n;
  for (const { code, quantity } of tickets) {
    const price = event.tickets.find((ticket) => ticket.code === code)?.unitUsdPrice.value;
    const amount = price === undefined ? undefined : cents(price);
    if (amount === undefined) return undefined;
    sum += amount * BigInt(quantity);
  }
  return fromCents(sum);
}

/** The same event with other tickets, whether they can be had or not. */
async function saleOf(site: Site, sale: Sale, tickets: Sale["tickets"]): Promise<Sale> {
  const exchange = await site.validate(selectionOf(site, sale.event, tickets));
  return { ...sale, tickets, exchange, answer: read("eventvalidate", exchange) };
}

function checkQuestions({ product, tickets, answer, exchange }: Sale, findings: Findings): void {
  const asked = answer.questions.map(({ code, type }) => ({ code, type }));
  const expected = questionsAsked(product.questionConfiguration, passengersOf(tickets));
  findings.equal(asked, expected, `the questions for ${passengersOf(tickets)} passengers`, exchange);
}

const asksPassengers = ({ questionConfiguration: asks }: Product): boolean =>
  asks.allPassengerNames || asks.allPassengerWeights;
const asksOnce = ({ questionConfiguration: asks }: Product): boolean => asks.hotel || asks.airportFlight;

const shapeCheck = (form: Form): Check => ({
  id: `validate.shape.${form}`,
  says: `eventvalidate answers in ${form === "json" ? "JSON" : "XML"} with exactly the contract's fields, when valid and when refused`,
  clause: "interface, eventvalidate",
  needs: "key",
  run: async (site, findings) => {
    const { event, tickets } = await anySale(site);
    for (const selection of [tickets, []]) {
      const exchange = await site.validate(selectionOf(site, event, selection), { sends: form, reads: form });
      checkDocument("eventvalidate", form, exchange, findings);
    }
  },
});

export const validate: Check[] = [
  ...forms.map(shapeCheck),
  {
    id: "validate.valid",
    says: "A selection that can be sold is valid, without errors, for the event that was asked",
    clause: "interface, eventvalidate",
    needs: "key",
    run: async (site, findings) => {
      const { event, answer, exchange } = await anySale(site);
      findings.equal(answer.id, event.id, "Id", exchange);
      findings.equal(answer.errors, [], "Errors", exchange);
      findings.holds(answer.totalUsd !== null, "TotalUsd is missing", exchange);
    },
  },
  {
    id: "validate.total",
    says: "TotalUsd is the sum of quantity × UnitUsdPrice, in USD",
    clause: "interface, eventvalidate: TotalUsd; decision 11",
    needs: "key",
    run: async (site, findings) => {
      const sales = [await anySale(site)];
      // More than the least, where the rules and the places allow it.
      const larger = largerSelection(sales[0]!.item, sales[0]!.event);
      if (larger) sales.push(await saleOf(site, sales[0]!, larger));
      for (const sale of sales.filter(({ answer }) => answer.isValid)) {
        const expected = totalOf(sale);
        if (expected === undefined) throw new Skipped("the event's prices cannot be added up, see amounts.digits");
        findings.equal(sale.answer.totalUsd, { currencyCode: "USD", value: expected }, "TotalUsd", sale.exchange);
      }
    },
  },
  {
    id: "validate.questions",
    says: "The questions are those that the product's QuestionConfiguration asks",
    clause: "decision 15",
    needs: "key",
    run: async (site, findings) => {
      checkQuestions(await anySale(site), findings);
      checkQuestions(await findSale(site, { what: "event with questions per order", product: asksOnce }), findings);
    },
  },
  {
    id: "validate.questions-per-passenger",
    says: "The group of a passenger's questions is repeated for each passenger",
    clause: "interface, eventvalidate: Questions; decision 15",
    needs: "key",
    run: async (site, findings) => {
      const what = "event with questions per passenger";
      checkQuestions(await findSale(site, { what, product: asksPassengers, tickets: smallestSelection }), findings);
      checkQuestions(await findSale(site, { what, product: asksPassengers, tickets: largerSelection }), findings);
    },
  },
  {
    id: "validate.forms",
    says: "The same selection sent and answered in XML says the same as in JSON",
    clause: "interface, conventions: formats",
    needs: "key",
    run: async (site, findings) => {
      const { event, tickets, answer } = await anySale(site);
      const exchange = await site.validate(selectionOf(site, event, tickets), { sends: "xml", reads: "xml" });
      if (!findings.status(exchange, 200)) return;
      findings.equal(valueIn(operations.eventvalidate.response, exchange), answer, "the answer in XML", exchange);
    },
  },
  {
    id: "validate.id-in-any-case",
    says: "The event's identifier is read in any letter case and written in lower case",
    clause: "decision 6",
    needs: "key",
    run: async (site, findings) => {
      const { event, tickets } = await anySale(site);
      const exchange = await site.validate(selectionOf(site, { id: event.id.toUpperCase() }, tickets));
      const answer = read("eventvalidate", exchange);
      findings.equal([answer.isValid, answer.id], [true, event.id], "IsValid and Id", exchange);
      findings.holds(exchange.text.includes(event.id), "Id is not written in lower case", exchange);
    },
  },
  {
    id: "validate.languages",
    says: "Messages are in the language of the request",
    clause: "decision 14",
    needs: "key",
    run: async (site, findings) => {
      const { event } = await anySale(site);
      const spanish = await messagesIn(site, event.id, "es");
      const portuguese = await messagesIn(site, event.id, "pt");
      for (const { messages, exchange } of [spanish, portuguese]) {
        const says = messages.length > 0 && messages.every((message) => message.trim() !== "");
        findings.holds(says, "the refusal has no message", exchange);
      }
      const same = spanish.messages.join(" ");
      findings.holds(same !== portuguese.messages.join(" "), `es and pt say the same: ${same}`, portuguese.exchange);
    },
  },
  {
    id: "validate.malformed",
    says: "A selection that is malformed or out of bounds is a 400 that points at the field",
    clause: "decision 5",
    needs: "key",
    run: async (site, findings) => {
      const { event, tickets } = await anySale(site);
      const good = selectionOf(site, event, tickets);
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
        const exchange = await site.post("eventvalidate", JSON.stringify(body));
        checkField(exchange, pointer, findings);
      }
    },
  },
];

async function messagesIn(site: Site, id: string, lang: Language) {
  const exchange = await site.validate(selectionOf(site, { id }, []), { lang });
  return { exchange, messages: read("eventvalidate", exchange).errors.map(({ message }) => message) };
}
