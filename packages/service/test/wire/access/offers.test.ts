import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { readOffer, saveOffer } from "../../../src/domain/offers/partner-offer.ts";
import { createKey } from "../../../src/domain/partners/keys.ts";
import { type OfferTerms, offerKey, offerOf, wholeOffer } from "../../../src/records/partners/offer.ts";
import { eventIsSellable } from "../../../src/store/catalogue/offers.ts";
import { inTransaction } from "../../../src/store/database/database.ts";
import { changedSeats, recordAskedItem } from "../../../src/store/operators/channel-seats.ts";
import { switchOcto } from "../../../src/store/operators/home.ts";
import { writeChannelSettings } from "../../../src/store/operators/sales-channels.ts";
import { claimOctoSubscription, insertOctoSubscription } from "../../../src/store/partners/octo-subscriptions.ts";
import { readTouchedDays } from "../../../src/store/publishing/touched.ts";
import { startApp, type TestApp, testNow } from "../../support/app.ts";
import { signedIn } from "../../support/console.ts";
import { codesOf, eventId, Partner } from "../../support/partner.ts";
import { show, testCatalogue, variant } from "../../support/samples/catalogue.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { send } from "../../support/wire.ts";

/** Operations and channels, each as three partners read and use it: what one may not sell is unknown to it, and to it alone. */

const rule = { code: "ADULT", minQuantity: 0, maxQuantity: 20, defaultQuantity: 1, incrementQuantity: 1 };
const evenings = ["2026-06-30T20:00", "2026-07-01T20:00"];
const item = (name: string, amount: string) => ({
  ...show.items[0]!,
  ...{ externalId: name, name, ticketRules: [rule], schedules: [] },
  events: evenings.map((eventOn) => ({ eventOn, capacity: 10, prices: [{ code: "ADULT", amount }] })),
});
const product = (name: string, items: ReturnType<typeof item>[]) => ({
  ...variant(show, { externalId: name, name, immediateBooking: true }),
  items,
});
const catalogue = {
  ...testCatalogue,
  partners: ["acme", "whole", "part", "stopped", "channel"].map((externalId) => ({ externalId, name: externalId })),
  products: [
    product("secret", [item("secret-seat", "20.00")]),
    product("split", [item("stalls", "45.00"), item("box", "30.00")]),
  ],
  pages: [
    { externalId: "secret", type: "product" as const, es: { name: "Secret show", url: "//www.example.com/es/secret" } },
  ],
};
const supplierId = 1004;
const days = { fromdate: "2026-06-29", todate: "2026-07-02" };

type Reader = "whole" | "part" | "stopped" | "public";
const readers: Reader[] = ["whole", "part", "stopped", "public"];

onPostgres("what partners see and sell", (open) => {
  let app: TestApp;
  const keys = {} as Record<Exclude<Reader, "public"> | "channel", string>;
  const partners = {} as Record<string, string>;
  let ids: Record<"secret" | "secretSeat" | "split" | "stalls" | "box", string>;
  let events: Record<"secret" | "box" | "first" | "second", string>;
  let terms: Record<Exclude<Reader, "public">, OfferTerms>;
  const db = () => app.store.database.db;

  before(async () => {
    app = await startApp({ open, catalogue, jobs: false, config: { holdsPerPartner: 100 } });
    for (const partner of ["whole", "part", "stopped", "channel"] as const) {
      keys[partner] = (await createKey(db(), { partner, mode: "live", readOnly: false, now: testNow })).key;
      partners[partner] = (
        await sql<{ id: string }>`select id from partner where external_id = ${partner}`.execute(db())
      ).rows[0]!.id;
    }
    const { rows } = await sql<{ code: string; id: string; product: string }>`
      select external_id as code, id, product_id as product from item`.execute(db());
    const of = (code: string) => rows.find((row) => row.code === code)!;
    ids = {
      ...{ secret: of("secret-seat").product, secretSeat: of("secret-seat").id, split: of("box").product },
      ...{ stalls: of("stalls").id, box: of("box").id },
    };
    events = {
      secret: await eventId(app, "secret-seat", evenings[0]!),
      box: await eventId(app, "box", evenings[1]!),
      first: await eventId(app, "stalls", evenings[0]!),
      second: await eventId(app, "stalls", evenings[1]!),
    };
    terms = {
      whole: wholeOffer,
      part: {
        sells: "except",
        products: [
          { productId: ids.secret, itemIds: null },
          { productId: ids.split, itemIds: [ids.box] },
        ],
        stops: [],
      },
      stopped: {
        sells: "all",
        products: [],
        stops: [{ productId: ids.split, itemId: null, from: "2026-06-30", to: "2026-06-30", reason: "Own charter" }],
      },
    };
    for (const partner of ["part", "stopped"] as const) await give(partner, terms[partner]);
    await inTransaction(db(), async (tx) => {
      await switchOcto(tx, true);
      const settings = { active: true, partner: "channel", categories: {}, notify: null };
      await writeChannelSettings(tx, "getyourguide", { ...settings, supplierId: null, countryCode: null });
      await writeChannelSettings(tx, "viator", { ...settings, supplierId, countryCode: "ES" });
    });
  });
  after(() => app?.stop());

  async function give(partner: string, wanted: OfferTerms): Promise<void> {
    await inTransaction(db(), async (tx) => {
      const { revision } = await readOffer(tx, partners[partner]!);
      const saved = await saveOffer(tx, partners[partner]!, { terms: wanted, revision, dryRun: false }, app.clock.now);
      assert.equal(saved.outcome, "saved");
    });
  }

  const keyOf = (reader: Reader | "channel"): Record<string, string> =>
    reader === "public" ? {} : { authorization: `Bearer ${keys[reader]}` };
  const get = async (reader: Reader, path: string, accept = "application/json") =>
    send(`${app.url}${path}`, { headers: { accept, ...keyOf(reader) } });
  const post = async (path: string, body: object, headers: Record<string, string>) =>
    send(`${app.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
      body: JSON.stringify(body),
    });

  /** Calls a tool of an assistant. */
  const tool = async (reader: Reader, name: string, input: object) => {
    const client = { name: "test", version: "1" };
    const begin = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: client };
    await post("/mcp", { jsonrpc: "2.0", id: 1, method: "initialize", params: begin }, keyOf(reader));
    const call = { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name, arguments: input } };
    return post("/mcp", call, keyOf(reader));
  };
  const octo = (reader: Reader, body: object, path = "/octo/availability") => post(path, body, keyOf(reader));
  const onDays = { localDateStart: "2026-06-30", localDateEnd: "2026-07-01" };

  /** Reads of what `part` does not sell: the product, or the item of another product. */
  const reads: [
    name: string,
    read: (reader: Reader) => Promise<{ status: number; text: string }>,
    has: () => string,
  ][] = [
    ...(["application/json", "application/xml"] as const).flatMap((accept): typeof reads => [
      [`products ${accept}`, (reader) => get(reader, "/api/products", accept), () => ids.secret],
      [`product ${accept}`, (reader) => get(reader, `/api/product/${ids.split}`, accept), () => ids.box],
      [`events ${accept}`, (reader) => get(reader, "/api/events", accept), () => events.secret],
      [`contents ${accept}`, (reader) => get(reader, "/api/en/contents", accept), () => ids.secret],
      [
        `availability ${accept}`,
        (reader) => get(reader, `/api/availability?${new URLSearchParams(days)}`, accept),
        () => ids.secret,
      ],
    ]),
    ["search", (reader) => get(reader, "/api/products?query=secret"), () => ids.secret],
    ["changes of products", (reader) => get(reader, "/api/products?version=0"), () => ids.secret],
    ["every event", (reader) => get(reader, "/api/events?version=0"), () => events.box],
    ["events from a day on", (reader) => get(reader, "/api/events?fromdate=2026-06-29"), () => events.box],
    ["events of a product", (reader) => get(reader, `/api/events?id=${ids.split}`), () => events.box],
    ["content of a product", (reader) => get(reader, `/api/en/contents?id=${ids.split}`), () => ids.box],
    ["search_products", (reader) => tool(reader, "search_products", {}), () => ids.secret],
    ["list_events", (reader) => tool(reader, "list_events", { id: ids.split, ...days }), () => events.box],
    ["OCTO products", (reader) => get(reader, "/octo/products"), () => ids.box],
    ["OCTO product", (reader) => get(reader, `/octo/products/${ids.split}`), () => ids.box],
  ];

  test("a list has what the partner sells, and without a key the public set", async () => {
    for (const [name, read, has] of reads)
      for (const reader of readers) {
        if (reader === "public" && /octo|tool|_|OCTO/.test(name)) continue;
        const { status, text } = await read(reader);
        assert.equal(status, 200, `${name} as ${reader}: ${text}`);
        assert.equal(text.includes(has()), reader !== "part", `${name} as ${reader}`);
      }
    const shared = async (reader: Reader) => (await get(reader, "/api/products")).headers["cache-control"];
    assert.deepEqual(await Promise.all([shared("part"), shared("public")]), ["private, no-cache", "public, no-cache"]);
  });

  test("a product that the partner does not sell is unknown to it in every operation that names it", async () => {
    const option = { productId: ids.secret, optionId: ids.secretSeat, ...onDays };
    const unknown = "00000000-0000-4000-8000-000000000000";
    const named: [string, (reader: Reader, id: string) => Promise<{ status: number; text: string }>][] = [
      ["product", (reader, id) => get(reader, `/api/product/${id}`)],
      ["events", (reader, id) => get(reader, `/api/events?id=${id}`)],
      ["availability", (reader, id) => get(reader, `/api/availability?id=${id}`)],
      ["contents", (reader, id) => get(reader, `/api/es/contents?id=${id}`)],
      ["OCTO product", (reader, id) => get(reader, `/octo/products/${id}`)],
      ["OCTO availability", (reader, id) => octo(reader, { ...option, productId: id })],
      ["OCTO calendar", (reader, id) => octo(reader, { ...option, productId: id }, "/octo/availability/calendar")],
    ];
    for (const [name, read] of named)
      for (const reader of ["whole", "part", "stopped"] as const) {
        const { status, text } = await read(reader, ids.secret);
        if (reader !== "part") assert.equal(status, 200, `${name} as ${reader}: ${text}`);
        else {
          const without = await read(reader, unknown);
          assert.deepEqual([status, text.replaceAll(ids.secret, unknown)], [without.status, without.text], name);
          assert.ok(status >= 400, name);
        }
      }
  });

  test("a page about a product that the partner no longer sells is unpublished, and prices are of its items", async () => {
    const page = async (reader: Reader) => JSON.parse((await get(reader, "/api/es/pages")).text).values[0].published;
    assert.deepEqual(await Promise.all(readers.map(page)), [true, false, true, true]);
    const least = async (reader: Reader) =>
      JSON.parse((await get(reader, `/api/product/${ids.split}`)).text).minPrice.value;
    assert.deepEqual(await Promise.all(readers.map(least)), [30, 45, 30, 30]);
  });

  test("a stopped day is closed for the partner in every list and channel", async () => {
    const code = async (reader: Reader) => {
      const { values } = JSON.parse((await get(reader, "/api/events")).text) as {
        values: { id: string; availabilityCode: string }[];
      };
      return [events.first, events.second].map((id) => values.find((event) => event.id === id)?.availabilityCode);
    };
    for (const reader of readers)
      assert.deepEqual(await code(reader), [reader === "stopped" ? "black-out" : "available", "available"], reader);
    const day = async (reader: Reader, path: string) => {
      const { values } = JSON.parse((await get(reader, path)).text) as {
        values: {
          productId: string;
          date: string;
          events: number;
          openEvents: number;
          minPrice: { value: number } | null;
        }[];
      };
      const found = values.find(({ productId, date }) => productId === ids.split && date === "2026-06-30")!;
      return [found.events, found.openEvents, found.minPrice?.value ?? null];
    };
    for (const path of [`/api/availability?${new URLSearchParams(days)}`, `/api/availability?id=${ids.split}`])
      assert.deepEqual(await Promise.all(readers.map((reader) => day(reader, path))), [
        [2, 2, 30],
        [1, 1, 45],
        [2, 0, null],
        [2, 2, 30],
      ]);
    const option = { productId: ids.split, optionId: ids.stalls };
    for (const [path, asked] of [
      ["/octo/availability", onDays],
      ["/octo/availability", { availabilityIds: [events.first, events.second] }],
      ["/octo/availability/calendar", onDays],
    ] as const)
      for (const reader of ["whole", "part", "stopped"] as const) {
        const slots = JSON.parse((await octo(reader, { ...option, ...asked }, path)).text) as { available: boolean }[];
        assert.deepEqual(
          slots.map(({ available }) => available),
          [reader !== "stopped", true],
          `${path} as ${reader}`,
        );
      }
  });

  test("validation, holds, orders and amendments refuse what the partner does not sell", async () => {
    const expected = { whole: [[], [], []], part: [["event-unknown"], ["event-unknown"], []] } as const;
    const stopped = [[], [], ["event-black-out"]];
    for (const reader of ["whole", "part", "stopped"] as const) {
      const partner = new Partner(app, { key: keys[reader] });
      const all = [events.secret, events.box, events.first];
      const codes = reader === "stopped" ? stopped : expected[reader];
      assert.deepEqual(
        await Promise.all(all.map(async (id) => codesOf(await partner.validate(id, { ADULT: 1 })))),
        codes,
      );
      const hold = async (id: string) => {
        const body = { id, apiKey: keys[reader], tickets: [{ code: "ADULT", quantity: 1 }] };
        return codesOf(JSON.parse((await post("/api/en/eventhold", body, {})).text));
      };
      assert.deepEqual(await Promise.all(all.map(hold)), codes);
      const book = async (id: string) =>
        codesOf(await partner.book(id, { ADULT: 1 }, 999)).filter((one) => one !== "price-changed");
      assert.deepEqual(await Promise.all(all.map(book)), codes);
      const { id } = await partner.buy(events.second, { ADULT: 1 });
      const amend = async (to: string) => {
        const answer = await post("/api/en/orderamend", { id, apiKey: keys[reader], eventId: to }, {});
        return codesOf(JSON.parse(answer.text));
      };
      assert.deepEqual(await Promise.all([events.box, events.first].map(amend)), codes.slice(1));
      const reserve = async (eventId: string, productId: string, optionId: string) =>
        (
          await octo(
            reader,
            { productId, optionId, availabilityId: eventId, unitItems: [{ unitId: "ADULT" }] },
            "/octo/bookings",
          )
        ).status;
      assert.deepEqual(
        [
          await reserve(events.secret, ids.secret, ids.secretSeat),
          await reserve(events.box, ids.split, ids.box),
          await reserve(events.first, ids.split, ids.stalls),
        ].map((status) => status === 200),
        codes.map((list) => list.length === 0),
      );
    }
  });

  test("channels that call sell what their partner sells", async () => {
    const basic = { authorization: `Basic ${Buffer.from(`gyg:${keys.channel}`).toString("base64")}` };
    const gyg = async (itemId: string) => {
      const query = {
        productId: itemId,
        fromDateTime: "2026-06-30T00:00:00+02:00",
        toDateTime: "2026-06-30T23:59:59+02:00",
      };
      const path = `/getyourguide/1/get-availabilities?${new URLSearchParams(query)}`;
      const { data, errorCode } = JSON.parse((await send(`${app.url}${path}`, { headers: basic })).text);
      return errorCode ?? data.availabilities[0].vacancies;
    };
    let n = 0;
    const reserve = async (productId: string) => {
      const dateTime = "2026-06-30T20:00:00+02:00";
      const bookingItems = [{ category: "ADULT", count: 1 }];
      const data = { productId, dateTime, bookingItems, gygBookingReference: `GYG-${n++}` };
      return JSON.parse((await post("/getyourguide/1/reserve", { data }, basic)).text).errorCode ?? "reserved";
    };
    const viator = async (path: string, body: object) =>
      JSON.parse((await post(`/viator${path}`, { supplierId, ...body }, { "x-api-key": keys.channel })).text);
    const check = async () => {
      const productOptions = [ids.box, ids.stalls].map((productOptionId) => ({ productOptionId }));
      const body = { productOptions, travelDate: "2026-06-30", tickets: [{ type: "ADULT", quantity: 1 }] };
      const found = (await viator("/v2/availability/check", body)).productOptions as { events: object[] }[];
      return found.map((option) => option.events.length);
    };
    const tours = async () => {
      const data = { SupplierId: supplierId, ApiKey: keys.channel };
      const { text } = await post(
        "/viator/tourlist",
        { requestType: "TourListRequest", data },
        { "x-api-key": keys.channel },
      );
      return [ids.secret, ids.box].map((id) => text.includes(id));
    };
    const left = async () => {
      const open = (value: unknown) => (typeof value === "number" ? value > 0 : value);
      return [open(await gyg(ids.box)), open(await gyg(ids.stalls)), await reserve(ids.box), await reserve(ids.stalls)];
    };
    assert.deepEqual(
      [await left(), await check(), await tours()],
      [
        [true, true, "reserved", "reserved"],
        [1, 1],
        [true, true],
      ],
    );
    await give("channel", terms.part);
    assert.deepEqual(
      [await left(), await check(), await tours()],
      [["INVALID_PRODUCT", true, "INVALID_PRODUCT", "reserved"], [1], [false, false]],
    );
    await give("channel", terms.stopped);
    assert.deepEqual(
      [await left(), await check(), await tours()],
      [
        [false, false, "NO_AVAILABILITY", "NO_AVAILABILITY"],
        [0, 0],
        [true, true],
      ],
    );
  });

  test("messages about the catalogue, to OCTO subscribers and to channels name only what the partner sells", async () => {
    const offer = (of: "part" | "stopped") =>
      offerOf({ partnerId: partners[of]!, version: 0, key: offerKey(terms[of]) }, terms[of]);
    const start = { version: 0, eventSeq: 0, productSeq: 0, deletedSeq: 0 };
    const touched = async (of?: "part" | "stopped") =>
      new Set((await readTouchedDays(db(), start, { most: 100, offer: of && offer(of) })).map(({ id }) => id));
    assert.deepEqual([(await touched()).size, (await touched("part")).has(ids.secret)], [2, false]);

    const subscription = { url: "https://example.com/", types: ["PRODUCT_UPDATE" as const], headers: {} };
    const messagesAfter = async (of: "whole" | "part", id: string, change: () => Promise<void>) => {
      const owner = { partnerId: partners[of]!, test: false };
      await insertOctoSubscription(db(), owner, { ...subscription, id }, { now: testNow, most: 5 });
      await change();
      await sql`update octo_subscription set next_at = now()`.execute(db());
      await claimOctoSubscription(db(), id, 30);
      const found = await sql<{ id: string }>`
        select data ->> 'productId' as id from octo_message where subscription_id = ${id} order by 1`.execute(db());
      return found.rows.map((row) => row.id);
    };
    const rename = (name: string) => () => app.import({ products: [{ ...catalogue.products[0]!, name }] });
    const first = "11111111-1111-4111-8111-111111111111";
    assert.deepEqual(await messagesAfter("whole", first, rename("other")), [ids.secret]);
    assert.deepEqual(await messagesAfter("part", "22222222-2222-4222-8222-222222222222", rename("third")), []);
    // What enters the set of a subscriber is a change.
    const entered = await messagesAfter("part", "33333333-3333-4333-8333-333333333333", () => give("part", wholeOffer));
    assert.deepEqual(entered.sort(), [ids.secret, ids.split].sort());
    await give("part", terms.part);

    const selling = { now: testNow, partnerId: null };
    await recordAskedItem(db(), "getyourguide", ids.stalls, { ...selling, sellable: eventIsSellable(undefined) });
    const told = await changedSeats(db(), "getyourguide", {
      ...selling,
      sellable: eventIsSellable(offer("stopped")),
    });
    assert.ok(told.some((change) => change.eventId === events.first && change.seats === 0));
  });

  test("an operator previews what leaves and enters, then saves it, and the audit log has it", async () => {
    const owner = await signedIn(app, "owner");
    const path = "/partners/whole/offer";
    const read = await owner.ask("GET", path);
    assert.deepEqual([read.sells, read.revision, read.named], ["all", 0, []]);
    const wanted = { ...terms.part, revision: 0 };
    const preview = await owner.ask("PUT", `${path}?dryRun=true`, wanted);
    assert.deepEqual(preview.leaves, { count: 1, names: ["third"] });
    assert.deepEqual(preview.itemsLeave, { count: 1, names: ["split: box"] });
    assert.equal((await owner.ask("GET", path)).revision, 0);
    const saved = await owner.ask("PUT", path, wanted);
    assert.deepEqual([saved.revision, (await owner.ask("GET", path)).named.length], [1, 2]);
    assert.equal(await owner.refused(409, "PUT", path, wanted), "changed-meanwhile");
    const stop = { productId: null, itemId: ids.box, from: "2026-07-02", to: "2026-07-01", reason: "" };
    const wrong = { sells: "only", products: [{ productId: ids.box, itemIds: null }], stops: [stop], revision: 1 };
    const { body } = await owner.call("PUT", path, wrong).then(({ text }) => ({ body: JSON.parse(text) }));
    assert.deepEqual(
      body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
      [
        ["/products/0/productId", "no-such-product"],
        ["/stops/0/to", "ends-before-start"],
        ["/stops/0/itemId", "item-needs-product"],
      ],
    );
  });

  test("the count of changed products has only those that the partner sells", async () => {
    const { rows } = await sql<{ version: number }>`select update_version as version from counter`.execute(db());
    for (const ending of [" again", ""])
      await app.import({ products: catalogue.products.map((one) => ({ ...one, name: `${one.name}${ending}` })) });
    const counted = async (reader: Reader) => {
      const { totalCount, values } = JSON.parse((await get(reader, `/api/products?version=${rows[0]!.version}`)).text);
      return [totalCount, values.length];
    };
    assert.deepEqual(
      [await counted("part"), await counted("public")],
      [
        [1, 1],
        [2, 2],
      ],
    );
  });
});
