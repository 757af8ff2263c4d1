import type { BookRequest, Language, Order } from "@paseo/contract";
import { decode, encode, type Format, operations } from "@paseo/contract";
import { sql } from "kysely";
import { importCatalogue } from "../../src/domain/import/import.ts";
import { createKey } from "../../src/domain/partners/keys.ts";
import type { CatalogueFile } from "../../src/records/catalogue-file.ts";
import type { Db } from "../../src/store/database/database.ts";
import { show, testCatalogue } from "../support/samples/catalogue.ts";

/** Booking over HTTP, and the orders that the store has afterwards. */

const namespace = "urn:paseo:partner";

/** The day this many days from now, `yyyy-MM-dd`, by the real clock, which processes use. */
export const daysOn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Makes a catalogue with the show on each of `days` coming evenings, from the day after tomorrow. Adults pay 50 US dollars. */
export function comingShow(days: number, capacity: number): CatalogueFile {
  const [item] = show.items;
  const [schedule] = item!.schedules!;
  const coming = { ...schedule!, from: daysOn(2), to: daysOn(1 + days), capacity };
  const { currencies = [], partners = [] } = testCatalogue;
  return { currencies, partners, products: [{ ...show, items: [{ ...item!, schedules: [coming] }] }] };
}

/** Imports `comingShow` by the real clock. Returns a live key and the ids of the events. */
export async function plantComingShow(
  db: Db,
  days: number,
  capacity: number,
): Promise<{ key: string; events: string[] }> {
  await importCatalogue(db, comingShow(days, capacity), { now: new Date() });
  const { key } = await createKey(db, { partner: "acme", mode: "live", readOnly: false, now: new Date() });
  return { key, events: await eventIds(db, "show") };
}

/** Ids of a product's events, in order of their time. */
export async function eventIds(db: Db, product: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select e.id from event e join product p on p.id = e.product_id
    where p.external_id = ${product} order by e.event_on`.execute(db);
  return rows.map((row) => row.id);
}

/** A request for `adults` seats of an evening of the show. */
export function bookRequest(key: string, event: string, adults: number, more: Partial<BookRequest> = {}): BookRequest {
  return {
    id: event,
    apiKey: key,
    tickets: [{ code: "ADULT", quantity: adults }],
    email: "customer@example.com",
    phoneNumber: "+34 600 000 000",
    remoteHost: "192.0.2.1",
    totalUsd: { currencyCode: "USD", value: 50 * adults },
    ...more,
  };
}

export interface Booked {
  status: number;
  /** Present only in an answer with status 200. */
  order: Order;
  /** Present only in the answer of a failed request. */
  code: string | undefined;
}

/** Sends a book request and reads its answer, both in the same format. */
export async function book(
  url: string,
  request: BookRequest,
  { format = "json", lang = "es", idempotencyKey }: { format?: Format; lang?: Language; idempotencyKey?: string } = {},
): Promise<Booked> {
  const answer = await fetch(`${url}/api/${lang}/eventbook`, {
    method: "POST",
    headers: {
      "content-type": `application/${format}`,
      accept: `application/${format}`,
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
    },
    body: encode(operations.eventbook.request, request as never, format, { namespace }),
  });
  const text = await answer.text();
  if (answer.status !== 200)
    return { status: answer.status, order: null as never, code: /"code":"([^"]+)"/.exec(text)?.[1] };
  const decoded = decode(operations.eventbook.response, text, format, { namespace });
  if (!decoded.ok) throw new Error(`the answer cannot be read: ${JSON.stringify(decoded.problem)}`);
  return { status: 200, order: decoded.value as Order, code: undefined };
}

/** The error codes of a refused order, joined. */
export const refusalOf = ({ order }: Booked): string => (order.errors ?? []).map((error) => error.code).join(" ");

/** Counts an event's orders, their seats, and the seats left in the store. */
export async function soldOf(
  db: Db,
  event: string,
): Promise<{ orders: number; seats: number; capacity: number; left: number }> {
  const { rows } = await sql<{ orders: number; seats: number; capacity: number; left: number }>`
    select count(o.id) as orders, coalesce(sum(o.seats), 0) as seats, e.capacity, e.capacity_left as left
    from event e left join orders o on o.event_id = e.id where e.id = ${event} group by e.id, e.event_on`.execute(db);
  return rows[0]!;
}
