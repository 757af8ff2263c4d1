import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { addKey } from "../packages/service/src/domain/partners/keys.ts";
import { inTransaction } from "../packages/service/src/store/database/database.ts";
import { writeChannelSettings } from "../packages/service/src/store/operators/sales-channels.ts";
import { parsePositiveNumber } from "./amount.ts";
import { processorMs } from "./process/processor-time.ts";
import { startService } from "./process/service.ts";
import { openStores, withDatabase } from "./stores/stores.ts";

/**
 * The load that Viator states for one supplier, at once: `node bench/viator.ts [--seconds N]`. Requests leave at their rate, whether earlier
 * ones were answered or not. Prints percentiles against Viator's time limits, and exits with 1 when the slowest percent misses one.
 */

const { values } = parseArgs({ options: { seconds: { type: "string", default: "60" } } });
const seconds = parsePositiveNumber(values.seconds);
const key = "viator-key-of-the-benchmark";
const supplierId = 1004;
/** Number of items that the requests use in turn. */
const items = 40;

interface Slot {
  item: string;
  product: string;
  day: string;
  time: string;
}

interface Kind {
  name: string;
  perSecond: number;
  limitMs: number;
  path: string;
  body: (n: number) => object;
  /** Whether the answer has the requested content. */
  isGood: (answer: never) => boolean;
  tookMs: number[];
}

const stores = await openStores(0);
try {
  const env = await stores.server();
  const slots = await prepare(env);
  const service = await startService({ ...env, HOLDS_PER_PARTNER: "10000", HELD_SEATS_PER_PARTNER: "100000" });
  try {
    const kinds = kindsOf(slots);
    await run(service.port, kinds, 3);
    for (const kind of kinds) kind.tookMs = [];
    const before = processorMs([service.pid]);
    await run(service.port, kinds, seconds);
    const used = (processorMs([service.pid]) - before) / (seconds * 10);
    console.table(Object.fromEntries(kinds.map((kind) => [kind.name, figures(kind)])));
    console.log(`the service used ${used.toFixed(0)} % of a core`);
    if (kinds.some(({ tookMs, limitMs }) => percentile(tookMs, 0.99) > limitMs)) process.exitCode = 1;
  } finally {
    await service.stop();
  }
} finally {
  await stores.close();
}

/** Connects Viator to the demo's partner, with products that are confirmed at once and have seats. Returns the events that it can book. */
async function prepare(env: { DATABASE_URL: string }): Promise<Slot[]> {
  return withDatabase(env, async ({ db }) => {
    await sql`update event set capacity = 1000000, capacity_left = 1000000`.execute(db);
    await sql`update product set record = record || '{"immediateBooking": true}', supplier_id = null`.execute(db);
    const { rows: partners } = await sql<{ partner: string }>`
      select external_id as partner from partner order by external_id limit 1`.execute(db);
    const { partner } = partners[0]!;
    await addKey(db, { partner, mode: "live", key, channel: "viator", now: new Date() });
    const settings = { active: true, partner, supplierId, countryCode: "ES", categories: {}, notify: null };
    await inTransaction(db, (tx) => writeChannelSettings(tx, "viator", settings));
    const { rows } = await sql<Slot>`
      select distinct on (e.item_id) e.item_id as item, e.product_id as product, to_char(e.event_on, 'YYYY-MM-DD') as day, to_char(e.event_on, 'HH24:MI') as time
      from event e join product p on p.id = e.product_id
      where p.external_id like 'scale-%' and e.event_on > now() + interval '20 days' and e.availability = 'available'
      order by e.item_id, e.event_on limit ${items}`.execute(db);
    if (rows.length === 0) throw new Error("no event can be sold");
    return rows;
  });
}

function kindsOf(slots: readonly Slot[]): Kind[] {
  const of = (n: number) => slots[n % slots.length]!;
  const tickets = [{ type: "ADULT", quantity: 2 }];
  const lastDay = (day: string) => new Date(Date.parse(day) + 60 * 86_400_000).toISOString().slice(0, 10);
  const guest = (id: string, lead: boolean) => ({
    ...{ TravellerIdentifier: id, GivenName: "Example", Surname: "Guest", AgeBand: "Adult", LeadTraveller: lead },
  });
  return [
    {
      ...{ name: "check", perSecond: 20, limitMs: 1_000, path: "/v2/availability/check", tookMs: [] },
      body: (n) => ({ supplierId, tickets, travelDate: of(n).day, productOptions: [{ productOptionId: of(n).item }] }),
      isGood: ({ productOptions }: { productOptions: { events: object[] }[] }) => productOptions[0]!.events.length > 0,
    },
    {
      ...{ name: "reserve", perSecond: 10, limitMs: 1_000, path: "/v2/reserve", tookMs: [] },
      body: (n) => ({
        supplierId,
        tickets,
        ...{ productOptionId: of(n).item, travelDate: of(n).day, startTime: of(n).time },
      }),
      isGood: ({ status }: { status: string }) => status === "RESERVED",
    },
    {
      ...{ name: "booking", perSecond: 10, limitMs: 5_000, path: "/booking", tookMs: [] },
      body: (n) => ({
        requestType: "BookingRequest",
        data: {
          ...{ ApiKey: key, SupplierId: supplierId, BookingReference: `BR-${process.pid}-${n}-${Date.now()}` },
          ...{
            TravelDate: of(n).day,
            SupplierProductCode: of(n).product,
            Traveller: [guest("1", true), guest("2", false)],
          },
          TourOptions: { SupplierOptionCode: of(n).item, TourDepartureTime: `${of(n).time}:00` },
          ContactEmail: "guest@example.com",
        },
      }),
      isGood: ({ data }: { data: { TransactionStatus?: { Status: string } } }) =>
        data.TransactionStatus?.Status === "CONFIRMED",
    },
    {
      ...{ name: "calendar", perSecond: 60, limitMs: 5_000, path: "/v2/availability/calendar", tookMs: [] },
      body: (n) => ({ supplierId, productOptionIds: [of(n).item], startDate: of(n).day, endDate: lastDay(of(n).day) }),
      isGood: ({ productOptions }: { productOptions: { dates: object[] }[] }) => productOptions[0]!.dates.length > 0,
    },
  ];
}

/** Sends every kind at its rate. */
async function run(port: number, kinds: Kind[], seconds: number): Promise<void> {
  const sent: Promise<void>[] = [];
  const startedAt = performance.now();
  const rates = kinds.map(async (kind) => {
    for (let n = 0; n < kind.perSecond * seconds; n++) {
      await pause(Math.max(0, startedAt + (n * 1000) / kind.perSecond - performance.now()));
      sent.push(ask(port, kind, n));
    }
  });
  await Promise.all(rates);
  await Promise.all(sent);
}

async function ask(port: number, { name, path, body, isGood, tookMs }: Kind, n: number): Promise<void> {
  const startedAt = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/viator${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key },
    body: JSON.stringify(body(n)),
  });
  const text = await answer.text();
  tookMs.push(performance.now() - startedAt);
  if (answer.status !== 200 || !isGood(JSON.parse(text) as never))
    throw new Error(`${name} answered ${answer.status}: ${text.slice(0, 500)}`);
}

function percentile(numbers: readonly number[], part: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))] ?? 0;
}

function figures({ tookMs, perSecond, limitMs }: Kind) {
  const ms = (part: number) => `${percentile(tookMs, part).toFixed(0)} ms`;
  const [half, most, nearly] = [ms(0.5), ms(0.95), ms(0.99)];
  return {
    "a second": perSecond,
    requests: tookMs.length,
    "50 %": half,
    "95 %": most,
    "99 %": nearly,
    slowest: ms(1),
    limit: `${limitMs} ms`,
  };
}
