import type { Language } from "@paseo/contract";
import { orderReference } from "@paseo/contract/order-reference";
import { DateTime } from "luxon";
import { type ListFact, type ListFormatFields, listFacts } from "../../records/list-format.ts";
import { ticketSizeOf } from "../../records/tickets/ticket-sizes.ts";
import type { Db } from "../../store/database/database.ts";
import type { DayEventLine } from "../../store/visits/day-events.ts";
import { ownQuestionsOfProducts } from "../../store/visits/list-formats.ts";
import { type ManifestOrder, manifestOrders } from "../../store/visits/manifest.ts";
import { textInLanguage } from "../../texts/by-language.ts";
import { texts } from "../../texts/texts.ts";
import { readTicketNames, type TicketNames } from "../catalogue/ticket-names.ts";
import { type ToCollect, toCollectOf } from "../money/to-collect.ts";
import { partnerText } from "../partners/desk.ts";
import { leadName } from "../selling/lead-name.ts";
import { isNoAnswer, ownQuestionCode, readAnswers } from "../selling/own-questions.ts";
import type { SheetCell } from "../selling/sheet-tables.ts";
import { passengersOfTicket, soldTerms } from "../selling/ticket-rules.ts";
import { maxManifestOrders } from "./manifest.ts";
import { statusNames } from "./manifest-table.ts";

/** The guest list of an event with one row a person and one column a question. */

type ListedEvent = Pick<DayEventLine, "id" | "productName" | "itemName" | "eventOn" | "productType">;
type ReadableAnswer = ReturnType<typeof readAnswers>[number];

/** A person of an order: the ticket, and the answers of the person and of the order. */
interface ListedPerson {
  order: ManifestOrder;
  ticketCode: string;
  answers: ReadonlyMap<string, ReadableAnswer>;
  isFirst: boolean;
}

/** Returns the guest list of an event as a table with the format's columns. Without a format it has what is known of each person. */
export async function guestListTable(
  db: Db,
  event: ListedEvent,
  format: ListFormatFields | null,
  { lang, now }: { lang: Language; now: Date },
): Promise<SheetCell[][]> {
  const orders = await manifestOrders(db, event.id, maxManifestOrders, now);
  const toCollect = await toCollectOf(
    db,
    orders.map(({ id }) => id),
  );
  const persons = orders.flatMap((order) => personsOf(order, lang));
  const names = await columnNames(db, lang, orders);
  const { columns, dateFormat } = format ?? usualFormat(persons, toCollect.size > 0);
  const facts = factReader(event, { lang, dateFormat, tickets: await readTicketNames(db), toCollect });
  const cellOf = (person: ListedPerson, row: number, source: string): SheetCell => {
    if (isFact(source)) return facts[source](person, row);
    const text = person.answers.get(source)?.text.trim() ?? "";
    return isNoAnswer(text) ? null : inDateFormat(text, dateFormat);
  };
  return [
    columns.map(({ source, heading }) => heading || (names.get(source) ?? source)),
    ...persons.map((person, n) => columns.map(({ source }) => cellOf(person, n + 1, source))),
  ];
}

/** Returns the people of an order in the order of its tickets, each with its answers. Tickets for nobody have no row. */
function personsOf(order: ManifestOrder, lang: Language): ListedPerson[] {
  const asked = soldTerms(order.agreed);
  const read = readAnswers(order.answers, order.asked, lang);
  const ofOrder = read.filter(({ passenger }) => passenger === null);
  let passengers = 0;
  const answersOf = (passenger: number | null) => {
    const own = passenger === null ? [] : read.filter((answer) => answer.passenger === passenger);
    return new Map([...own, ...ofOrder].map((answer) => [answer.code, answer]));
  };
  const persons = order.tickets.flatMap(({ code, quantity }) => {
    const { people } = ticketSizeOf(asked.ticketSizes, code);
    const leads = passengersOfTicket(asked, code);
    return Array.from({ length: quantity * people }, (_, n) => ({
      order,
      ticketCode: code,
      answers: answersOf(n % people < leads ? ++passengers : null),
    }));
  });
  return persons.map((person, n) => ({ ...person, isFirst: n === 0 }));
}

/** The columns without a format: the names, every question that somebody answered, and the order. */
function usualFormat(persons: readonly ListedPerson[], collects: boolean): ListFormatFields {
  const answered = new Set(persons.flatMap(({ answers }) => [...answers.keys()]));
  const names = ["passenger-first-name", "passenger-last-name"];
  const questions = [...answered].filter((code) => !names.includes(code));
  const facts: ListFact[] = ["ticket", "phone", "email", "partner", "reference", "status"];
  if (collects) facts.push("to-collect", "to-collect-currency");
  const columns = ["row", ...names.filter((code) => answered.has(code)), ...questions, ...facts];
  return {
    file: "csv",
    separator: "comma",
    dateFormat: "yyyy-MM-dd",
    columns: columns.map((source) => ({ source, heading: "" })),
  };
}

const isFact = (source: string): source is ListFact => (listFacts as readonly string[]).includes(source);

/** Writes a date in a format. Another text stays as it is. */
const inDateFormat = (value: string, format: string): string =>
  /^\d{4}-\d\d-\d\d$/.test(value) && DateTime.fromISO(value).isValid ? DateTime.fromISO(value).toFormat(format) : value;

type ReadFact = (person: ListedPerson, row: number) => SheetCell;

function factReader(
  event: ListedEvent,
  {
    lang,
    dateFormat,
    tickets,
    toCollect,
  }: { lang: Language; dateFormat: string; tickets: TicketNames; toCollect: ReadonlyMap<string, ToCollect> },
): Record<ListFact, ReadFact> {
  return {
    row: (_, row) => row,
    ticket: ({ ticketCode }) => tickets(ticketCode, lang),
    reference: ({ order }) => orderReference(order),
    "lead-name": ({ order }) => leadName(order.answers),
    product: () => event.productName,
    item: () => event.itemName,
    "event-date": () => inDateFormat(event.eventOn.slice(0, 10), dateFormat),
    "event-time": () => (event.productType === "scheduled" ? event.eventOn.slice(11, 16) : null),
    email: ({ order }) => order.email || null,
    phone: ({ order }) => (order.phoneNumber ? { phone: order.phoneNumber } : null),
    language: ({ order }) => order.lang,
    partner: ({ order }) => partnerText(order.partnerExternalId, order.partner, lang),
    "external-reference": ({ order }) => order.externalReference,
    status: ({ order }) => statusNames[lang][order.status],
    notes: ({ order }) => order.notes.join("\n") || null,
    // An order is collected once, so only its first row has the amount.
    "to-collect": ({ order, isFirst }) => {
      const due = isFirst ? toCollect.get(order.id) : undefined;
      return due ? { amount: due.amount } : null;
    },
    "to-collect-currency": ({ order, isFirst }) => (isFirst ? (toCollect.get(order.id)?.currencyCode ?? null) : null),
  };
}

/** Names of the facts: in Spanish, Portuguese and English. */
const factNames: Record<ListFact, readonly [es: string, pt: string, en: string]> = {
  row: ["N.º", "Nº", "No."],
  ticket: ["Entrada", "Ingresso", "Ticket"],
  reference: ["Reserva", "Reserva", "Order"],
  "lead-name": ["Titular", "Titular", "Lead name"],
  product: ["Producto", "Produto", "Product"],
  item: ["Modalidad", "Modalidade", "Item"],
  "event-date": ["Fecha", "Data", "Date"],
  "event-time": ["Hora", "Hora", "Time"],
  email: ["Correo", "E-mail", "E-mail"],
  phone: ["Teléfono", "Telefone", "Telephone"],
  language: ["Idioma", "Idioma", "Language"],
  partner: ["Socio", "Parceiro", "Partner"],
  "external-reference": ["Referencia del socio", "Referência do parceiro", "Partner's reference"],
  status: ["Estado", "Situação", "Status"],
  notes: ["Notas", "Notas", "Notes"],
  "to-collect": ["Por cobrar", "A cobrar", "To collect"],
  "to-collect-currency": ["Moneda", "Moeda", "Currency"],
};

/** Returns the name of each column that a format can have, questions first: by code, in a language. */
export async function columnNames(
  db: Db,
  lang: Language,
  orders: readonly Pick<ManifestOrder, "asked">[] = [],
): Promise<Map<string, string>> {
  // An order keeps the words in which its questions were asked, also of a product that no longer asks them.
  const own = [...orders.flatMap(({ asked }) => asked), ...(await ownQuestionsOfProducts(db))];
  return new Map([
    ...Object.entries(texts[lang].questions as Record<string, string>),
    ...own.map((question) => [ownQuestionCode(question), textInLanguage(question.title, lang)] as const),
    ...listFacts.map((fact) => [fact, factNames[fact][["es", "pt", "en"].indexOf(lang)]!] as const),
  ]);
}
