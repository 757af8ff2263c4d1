import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { cookieName } from "../../src/admin/session.ts";
import { importCatalogue } from "../../src/domain/import/import.ts";
import { beginSession } from "../../src/domain/operators/sign-in.ts";
import { addKey, createKey } from "../../src/domain/partners/keys.ts";
import type { Db } from "../../src/store/database/database.ts";
import { switchOcto } from "../../src/store/operators/home.ts";
import { insertOperator } from "../../src/store/operators/operators.ts";
import { writeChannelSettings } from "../../src/store/operators/sales-channels.ts";
import { addResource, require, seatOf } from "../resources/boat.ts";
import { randomFrom } from "../support/random.ts";
import { show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { type ServiceHere, serveHere } from "../support/servers/here.ts";
import { type ServiceProcess, startService } from "../support/servers/processes.ts";
import { onWidePostgres, type TestStore } from "../support/servers/stores.ts";
import { daysOn, eventIds } from "./booking.ts";

/**
 * Buyers of tickets with 0, 1 and 4 seats and of a whole boat, for three products with one boat, over every channel at once and two
 * processes, one of which is killed. MIXED_RUSH_ROUNDS and MIXED_RUSH_BUYERS set their numbers.
 */

const rounds = Number(process.env.MIXED_RUSH_ROUNDS ?? 2);
const buyers = Number(process.env.MIXED_RUSH_BUYERS ?? 60);
const seats = 18;

/** The seats of a ticket, and its price in US dollars. */
const sizes = { ADULT: [1, 50], INFANT: [0, 0], GROUP: [4, 200], PRIVATE: [seats, 1000] } as const;
type Code = keyof typeof sizes;
type Party = Partial<Record<Code, number>>;
const boats = {
  open: ["ADULT", "INFANT", "GROUP"],
  lap: ["ADULT", "INFANT"],
  whole: ["ADULT", "INFANT", "PRIVATE"],
} as const;
type Boat = keyof typeof boats;
const names = Object.keys(boats) as Boat[];

const sum = (party: Party, of: (code: Code) => number) =>
  Object.entries(party).reduce((all, [code, quantity]) => all + of(code as Code) * quantity, 0);
const seatsFor = (party: Party) => (party.PRIVATE ? seats : sum(party, (code) => sizes[code][0]));
const dollarsFor = (party: Party) => sum(party, (code) => sizes[code][1]);
const unitsOf = (party: Party) =>
  Object.entries(party).flatMap(([code, quantity]) => Array.from({ length: quantity }, () => code as Code));

const rule = { minQuantity: 0, maxQuantity: 20, defaultQuantity: 0, incrementQuantity: 1 };
const products = names.map((name) =>
  variant(
    show,
    { externalId: name, name, immediateBooking: true },
    {
      externalId: name,
      ticketRules: boats[name].map((code) => ({
        ...{ code, ...rule },
        ...(code === "INFANT" && { seats: 0 }),
        ...(code === "GROUP" && { people: 4, seats: 4 }),
        ...(code === "PRIVATE" && { people: 10, wholeEvent: true, maxQuantity: 1 }),
      })),
      schedules: [
        {
          ...{ from: daysOn(2), to: daysOn(2 + rounds), times: ["20:00"], capacity: seats },
          // 0.90 euros are a dollar.
          prices: boats[name].map((code) => ({ code, amount: (sizes[code][1] * 0.9).toFixed(2) })),
        },
      ],
    },
  ),
);

onWidePostgres(`mixed tickets for one boat of ${seats} seats`, (open) => {
  let store: TestStore;
  let here: ServiceHere;
  let other: ServiceProcess;
  let shop: Shop;
  const limits = { HOLDS_PER_PARTNER: "10000", HELD_SEATS_PER_PARTNER: "100000" };
  const start = () => startService({ DATABASE_URL: store.url, ...limits });

  before(async () => {
    store = await open();
    shop = await plantShop(store.database.db);
    [here, other] = await Promise.all([serveHere({ DATABASE_URL: store.url, ...limits }), start()]);
  });
  after(async () => {
    await here?.stop();
    await other?.kill();
    await store?.close();
  });

  /** Lets all buyers of a day buy. Returns what they were told that they have. */
  async function run(day: number, seed: number, makeWish = day % 2 === 0 ? wishOf : privateWishOf): Promise<Sold[]> {
    const random = randomFrom(seed);
    const wishes = Array.from({ length: buyers }, () => makeWish(random));
    const urlFor = (n: number) => (n % 2 === 0 ? here : other).url;
    const told = await Promise.all(
      wishes.map((wish, n) => buy({ ...wish, shop, day, urlFor: (attempt) => urlFor(n + attempt) })),
    );
    const sold = told.flatMap((one) => one ?? []);
    assert.ok(sold.length > 0, "nobody could buy");
    const by = wishes
      .filter((_, n) => told[n])
      .map(({ channel, party }) => `${channel} ${Object.keys(party).join("+")}`);
    console.log(`# ${sold.length} orders: ${by.join(", ")}`);
    return sold;
  }

  for (let round = 0; round < rounds; round++)
    test(`round ${round + 1}: ${buyers} buyers have what they were told, and never more than the boat`, async () => {
      const kill = async () => {
        await pause(150 + (round % 7) * 80);
        await other.kill();
        other = await start();
      };
      const [buying, killed] = await Promise.allSettled([run(round, round + 1), kill()]);
      if (killed.status === "rejected") throw killed.reason;
      if (buying.status === "rejected") throw buying.reason;
      await check(store.database.db, shop.days[round]!, buying.value);
    });

  test("control: if every ticket counts as one seat, the boat is oversold, and the check finds it", async () => {
    const { db } = store.database;
    await sql`update item set ticket_sizes = null`.execute(db);
    const told = await run(rounds, 1000, () => ({ channel: "native", boat: "open", party: { GROUP: 1 } }));
    const taken = told.reduce((all, { party }) => all + seatsFor(party), 0);
    assert.ok(taken > seats, `${taken} of ${seats} seats were sold`);
    await assert.rejects(check(db, shop.days[rounds]!, told), assert.AssertionError);
  });
});

/** An order that its buyer was told to have. */
interface Sold {
  event: string;
  party: Party;
}

/** Fails unless the orders are those that buyers were told, and fit on the boat. Whoever has the whole boat has it alone. */
async function check(db: Db, events: Record<Boat, string>, told: readonly Sold[]): Promise<void> {
  const { rows } = await sql<{ event: string; tickets: { code: Code; quantity: number }[]; whole: boolean }>`
    select event_id as event, tickets, whole_event as whole from orders
    where event_id = any(${Object.values(events)}::uuid[]) and status not in ('rejected', 'cancelled')`.execute(db);
  const stored = rows.map(({ event, tickets }) => ({
    event,
    party: Object.fromEntries(tickets.map(({ code, quantity }) => [code, quantity])) as Party,
  }));
  const inWords = (all: readonly Sold[]) =>
    all.map(({ event, party }) => `${event} ${Object.entries(party).sort().join(" ")}`).sort();
  assert.deepEqual(inWords(told), inWords(stored), "buyers have other orders than they were told");
  const taken = told.reduce((all, { party }) => all + seatsFor(party), 0);
  assert.ok(taken <= seats, `${taken} of ${seats} seats were sold`);
  const ofWhole = stored.filter(({ event }) => event === events.whole);
  if (stored.some(({ party }) => party.PRIVATE)) assert.equal(ofWhole.length, 1, "somebody shares a private boat");
  const { rows: held } = await sql<{ n: number }>`
    select count(*)::int as n from hold where event_id = any(${Object.values(events)}::uuid[]) and status = 'open'`.execute(
    db,
  );
  const { rows: left } = await sql<{ left: number }>`
    select capacity_left as left from event where id = any(${Object.values(events)}::uuid[])`.execute(db);
  if (held[0]!.n === 0)
    assert.deepEqual(
      left.map((one) => one.left),
      names.map(() => seats - taken),
    );
}

interface Shop {
  key: string;
  viatorKey: string;
  cookie: string;
  items: Record<Boat, string>;
  products: Record<Boat, string>;
  /** The events of each day. */
  days: Record<Boat, string>[];
}

async function plantShop(db: Db): Promise<Shop> {
  const { currencies = [], partners = [] } = testCatalogue;
  const now = new Date();
  await importCatalogue(db, { currencies, partners, products }, { now });
  const boat = await addResource(db, { capacity: seats });
  for (const name of names) await require(db, name, [seatOf(boat)]);
  const own = { partner: "acme", now };
  const { key } = await createKey(db, { ...own, mode: "live", readOnly: false });
  const viatorKey = "5b1d4e0c-viator-issued-key-of-a-rush";
  await addKey(db, { ...own, mode: "live", key: viatorKey, channel: "viator" });
  const cookie = await db.transaction().execute(async (tx) => {
    await switchOcto(tx, true);
    const settings = { active: true, partner: "acme", categories: {}, notify: null };
    await writeChannelSettings(tx, "getyourguide", { ...settings, supplierId: null, countryCode: null });
    await writeChannelSettings(tx, "viator", { ...settings, supplierId: 1004, countryCode: "ES" });
    const id = randomUUID();
    const person = { id, email: "desk@example.com", name: "desk", role: "orders", resourceId: null } as const;
    assert.ok(await insertOperator(tx, { ...person, password: "no sign-in", demo: false, createdAt: now }));
    const token = await beginSession(tx, id, { remote: "127.0.0.1", userAgent: "", token: null }, now);
    return `${cookieName(false)}=${token}`;
  });
  const { rows } = await sql<{ name: Boat; item: string; product: string }>`
    select p.external_id as name, i.id as item, p.id as product from item i join product p on p.id = i.product_id`.execute(
    db,
  );
  const byName = <T>(of: (row: (typeof rows)[number]) => T) =>
    Object.fromEntries(rows.map((row) => [row.name, of(row)])) as Record<Boat, T>;
  const events = await Promise.all(names.map((name) => eventIds(db, name)));
  const days = events[0]!.map(
    (_, day) => Object.fromEntries(names.map((name, n) => [name, events[n]![day]!])) as Record<Boat, string>,
  );
  return {
    key,
    viatorKey,
    cookie,
    items: byName(({ item }) => item),
    products: byName(({ product }) => product),
    days,
  };
}

interface Wish {
  channel: keyof typeof channels;
  boat: Boat;
  party: Party;
}

/** Returns what a buyer wants, and where. Viator sells persons only, and GetYourGuide no private boat. */
function wishOf(random: () => number): Wish {
  const chosen = Object.keys(channels)[Math.floor(random() * 6)]! as Wish["channel"];
  const boat = chosen === "viator" ? "lap" : chosen === "getyourguide" ? "open" : names[Math.floor(random() * 3)]!;
  const special = boats[boat][Math.floor(random() * boats[boat].length)]!;
  const party: Party =
    special === "PRIVATE" || special === "GROUP" ? { [special]: 1 } : { ADULT: 1 + Math.floor(random() * 2) };
  return { channel: chosen, boat, party: special === "INFANT" ? { ...party, INFANT: 1 } : party };
}

/** Most want the whole boat, and some a seat on it. */
function privateWishOf(random: () => number): Wish {
  const wish = wishOf(random);
  if (wish.channel === "viator" || wish.channel === "getyourguide") return wish;
  return { ...wish, boat: "whole", party: random() < 0.7 ? { PRIVATE: 1 } : { INFANT: 1, ADULT: 1 } };
}

interface Buying extends Wish {
  shop: Shop;
  day: number;
  urlFor: (attempt: number) => string;
}

async function buy(buying: Buying): Promise<Sold | null> {
  await pause(Math.floor(Math.random() * 200));
  const isSold = await channels[buying.channel](buying);
  return isSold ? { event: buying.shop.days[buying.day]![buying.boat], party: buying.party } : null;
}

// biome-ignore lint/suspicious/noExplicitAny: the answers of five interfaces.
type Answer = { status: number; body: any };

/** Sends a request until it has an answer: a process that was killed is replaced. */
async function ask(
  { urlFor }: Pick<Buying, "urlFor">,
  path: string,
  body: object,
  headers: Record<string, string> = {},
  mayTryAgain: (answer: Answer) => boolean = () => false,
): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    const answer = await fetch(`${urlFor(attempt)}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    })
      .then(async (one): Promise<Answer> => ({ status: one.status, body: JSON.parse(await one.text()) }))
      .catch(() => null);
    if (answer && answer.status !== 503 && !isInFlight(answer) && !mayTryAgain(answer)) return answer;
    assert.ok(attempt < 300, `${path} has no answer: ${JSON.stringify(answer)}`);
    await pause(40);
  }
}

/** An equal request is being decided, by the process that was killed or by another. */
const isInFlight = ({ status, body }: Answer): boolean =>
  (status === 409 && /in-flight|busy|retry/.test(`${body.type} ${body.code}`)) ||
  body?.errorCode === "INTERNAL_SYSTEM_FAILURE";

const ticketsOf = (party: Party) => Object.entries(party).map(([code, quantity]) => ({ code, quantity }));
const guest = { email: "a@example.com", phoneNumber: "+34600000000", remoteHost: "192.0.2.1" };

async function bookNative({ shop, day, boat, party, urlFor }: Buying, hold: string | null): Promise<boolean> {
  const { body } = await ask(
    { urlFor },
    "/api/es/eventbook",
    {
      ...{ id: shop.days[day]![boat], apiKey: shop.key, tickets: ticketsOf(party), ...guest },
      ...{ totalUsd: { currencyCode: "USD", value: dollarsFor(party) }, externalReference: randomUUID() },
    },
    hold ? { "paseo-hold": hold } : {},
  );
  return body.isValid;
}

/** Buys on each channel. Returns whether the buyer was told to have the tickets. */
const channels = {
  native: (buying: Buying) => bookNative(buying, null),
  async held(buying: Buying) {
    const { shop, day, boat, party } = buying;
    const key = { "idempotency-key": randomUUID() };
    const wish = { id: shop.days[day]![boat], apiKey: shop.key, tickets: ticketsOf(party) };
    const { body } = await ask(buying, "/api/es/eventhold", wish, key);
    return body.id !== null && bookNative(buying, body.id);
  },
  async octo(buying: Buying) {
    const { shop, day, boat, party } = buying;
    const [uuid, headers] = [randomUUID(), { authorization: `Bearer ${shop.key}` }];
    const unitItems = unitsOf(party).map((unitId) => ({ unitId, uuid: randomUUID() }));
    const wish = { productId: shop.products[boat], optionId: shop.items[boat], availabilityId: shop.days[day]![boat] };
    const held = await ask(buying, "/octo/bookings", { uuid, ...wish, unitItems }, headers);
    if (held.status !== 200) return false;
    const contact = { fullName: "Ana Gil", emailAddress: guest.email, phoneNumber: guest.phoneNumber };
    const { status, body } = await ask(buying, `/octo/bookings/${held.body.uuid}/confirm`, { contact }, headers);
    return status === 200 && body.status === "CONFIRMED";
  },
  async getyourguide(buying: Buying) {
    const { shop, day, party } = buying;
    const headers = { authorization: `Basic ${Buffer.from(`gyg:${shop.key}`).toString("base64")}` };
    const bookingItems = Object.entries(party).map(([category, count]) => ({ category, count }));
    const wish = {
      productId: shop.items.open,
      dateTime: instantOf(day),
      bookingItems,
      gygBookingReference: randomUUID(),
    };
    const held = await ask(buying, "/getyourguide/1/reserve", { data: wish }, headers);
    if (!held.body.data) return false;
    const { reservationReference } = held.body.data;
    const travelers = [{ firstName: "Ana", lastName: "Gil", email: guest.email, phoneNumber: guest.phoneNumber }];
    const { body } = await ask(
      buying,
      "/getyourguide/1/book",
      { data: { ...wish, reservationReference, currency: "EUR", travelers } },
      headers,
    );
    return Boolean(body.data);
  },
  async viator(buying: Buying) {
    const { shop, day, party } = buying;
    const ageBands = { ADULT: "Adult", INFANT: "Infant" } as Record<Code, string>;
    const Traveller = unitsOf(party).map((code, n) => ({
      ...{
        TravellerIdentifier: `${n}`,
        GivenName: "Ana",
        Surname: "Gil",
        AgeBand: ageBands[code],
        LeadTraveller: n === 0,
      },
    }));
    const data = {
      ...{ ResellerId: "1000", SupplierId: 1004, ExternalReference: "E-1", Timestamp: new Date().toISOString() },
      ...{
        BookingReference: randomUUID(),
        TravelDate: daysOn(2 + day),
        Traveller,
        SupplierProductCode: shop.products.lap,
      },
      TourOptions: { SupplierOptionCode: shop.items.lap, TourDepartureTime: "20:00:00" },
      ...{ CurrencyCode: "EUR", Amount: 1, ContactEmail: guest.email },
    };
    const again = (answer: Answer) => /TGDS0035|TGDS0005/.test(JSON.stringify(answer.body));
    const { body } = await ask(
      buying,
      "/viator/booking",
      { requestType: "Request", data },
      { "x-api-key": shop.viatorKey },
      again,
    );
    return body.data?.TransactionStatus?.Status === "CONFIRMED";
  },
  async desk(buying: Buying) {
    const { shop, day, boat, party } = buying;
    const { status } = await ask(
      buying,
      "/admin/api/orders",
      {
        ...{ id: randomUUID(), eventId: shop.days[day]![boat], tickets: ticketsOf(party), lang: "es" },
        ...{ totalUsd: dollarsFor(party).toFixed(2), method: "cash", name: "Ana" },
      },
      { "x-paseo-console": "1", cookie: shop.cookie },
    );
    return status === 200;
  },
};

/** The start of the events of a day at their place, with its offset. */
function instantOf(day: number): string {
  const date = daysOn(2 + day);
  const offset = new Intl.DateTimeFormat("en", { timeZone: "Europe/Madrid", timeZoneName: "longOffset" })
    .formatToParts(new Date(`${date}T19:00:00Z`))
    .find(({ type }) => type === "timeZoneName")!.value;
  return `${date}T20:00:00${offset.replace("GMT", "")}`;
}
