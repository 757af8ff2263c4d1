import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startApp, type TestApp } from "../../service/test/support/app.ts";
import { answersTo, eventId, productId } from "../../service/test/support/partner.ts";
import { museum } from "../../service/test/support/samples/catalogue.ts";
import {
  BadRequest,
  type BookingRequest,
  type Format,
  NotFound,
  type Order,
  PaseoClient,
  Unauthorized,
  VersionExpired,
} from "../src/index.ts";

/** Every method against the real service, in both formats. */

let app: TestApp;
let show: string;
let boat: string;
let event: string;
let boatEvent: string;
const clients = {} as Record<Format, PaseoClient>;

before(async () => {
  app = await startApp();
  for (const format of ["json", "xml"] as const) {
    clients[format] = new PaseoClient({ baseUrl: app.url, apiKey: app.key, format, whiteLabelCode: "ACME-ES" });
  }
  show = await productId(app, "show");
  boat = await productId(app, "boat");
  event = await eventId(app, "show-seat", "2026-06-20T20:00");
  boatEvent = await eventId(app, "boat-seat", "2026-06-22T09:00");
});
after(() => app.stop());

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of list) found.push(one);
  return found;
}

const party = [
  { code: "ADULT", quantity: 2 },
  { code: "CHILD", quantity: 2 },
];

const booking = (more: Partial<BookingRequest> = {}): BookingRequest => ({
  id: event,
  tickets: party,
  email: "ana@example.com",
  phoneNumber: "+34 600 000 000",
  remoteHost: "203.0.113.9",
  totalUsd: { currencyCode: "USD", value: 150 },
  ...more,
});

for (const format of ["json", "xml"] as const) {
  describe(`in ${format}`, () => {
    test("product", async () => {
      const product = await clients[format].product(show.toUpperCase());
      assert.equal(product.id, show);
      assert.deepEqual(product.location, {
        venue: "Tablao",
        address: "Calle Mayor 1",
        latitude: 40.4,
        longitude: -3.7,
      });
      assert.deepEqual(
        product.items[0]!.ticketRules.map(({ code, maxQuantity }) => [code, maxQuantity]),
        [
          ["ADULT", 10],
          ["CHILD", 6],
        ],
      );
      assert.deepEqual(product.minUsdPrice, { currencyCode: "USD", value: 25 });
    });

    test("products, all and by search", async () => {
      assert.equal((await all(clients[format].products())).length, 3);
      const found = await all(clients[format].products({ query: "RIO" }));
      assert.deepEqual(
        found.map(({ id, cityCode, hasAvailability }) => ({ id, cityCode, hasAvailability })),
        [{ id: boat, cityCode: "RIO", hasAvailability: true }],
      );
    });

    test("versions and what changed since", async () => {
      const newest = await clients[format].versions();
      assert.ok(newest.updateVersion > 0);
      assert.deepEqual(await clients[format].versions(newest), { updateVersion: 0, deleteVersion: 0 });
      assert.equal((await all(clients[format].products({ version: 0 }))).length, 3);
      assert.deepEqual(await all(clients[format].products({ version: newest.updateVersion })), []);
    });

    test("events of a product in a range of dates", async () => {
      const events = await all(
        clients[format].events({ productId: show, fromDate: "2026-06-20", toDate: "2026-06-21T20:00:00" }),
      );
      assert.deepEqual(
        events.map(({ eventOn, availabilityCode }) => [eventOn, availabilityCode]),
        [
          ["2026-06-20T20:00:00", "available"],
          ["2026-06-21T20:00:00", "available"],
        ],
      );
      assert.deepEqual(events[0]!.tickets[0], {
        code: "ADULT",
        unitPrice: { currencyCode: "EUR", value: 45 },
        unitUsdPrice: { currencyCode: "USD", value: 50 },
      });
    });

    test("pages, by language, kind and white label", async () => {
      const names = async (...filter: Parameters<PaseoClient["pages"]>) =>
        (await all(clients[format].pages(...filter))).map(({ name }) => name);
      assert.deepEqual(await names({ query: "Madrid" }), ["Madrid"]);
      assert.deepEqual(await names({ pageTypeCode: "city" }, { lang: "pt" }), ["Madri"]);
      assert.deepEqual(await names({ pageTypeCode: "category" }), ["Espectáculos"]);
      assert.ok((await names({ whiteLabelCode: "ACME-ES" })).includes("Río de Janeiro"));
    });

    test("currencies", async () => {
      const { totalCount, values } = await clients[format].currencies();
      assert.equal(totalCount, 3);
      assert.deepEqual(
        values.find(({ code }) => code === "EUR"),
        { code: "EUR", name: "Euro", rate: 0.9, displaySymbol: "€" },
      );
    });

    test("validate returns the total and the questions of a selection", async () => {
      const priced = await clients[format].validate({ id: event, tickets: party });
      assert.deepEqual(priced, {
        id: event,
        totalUsd: { currencyCode: "USD", value: 150 },
        isValid: true,
        errors: [],
        questions: [],
      });
      const answer = await clients[format].validate(
        { id: boatEvent, tickets: [{ code: "ADULT", quantity: 1 }] },
        { lang: "pt" },
      );
      assert.deepEqual(
        answer.questions.map(({ code, type }) => `${code} ${type}`),
        [
          "passenger-first-name string",
          "passenger-last-name string",
          "passenger-weight integer",
          "hotel-name string",
          "hotel-address string",
          "flight-number string",
          "flight-date date",
          "flight-time time",
        ],
      );
    });

    test("a selection that cannot be sold is an answer with reasons, not an error", async () => {
      const refused = await clients[format].validate({ id: event, tickets: [{ code: "CHILD", quantity: 2 }] });
      assert.equal(refused.isValid, false);
      assert.deepEqual(
        refused.errors.map(({ code }) => code),
        ["ticket-required"],
      );
    });

    test("book places an order with answers, and order returns it", async () => {
      const tickets = [{ code: "ADULT", quantity: 1 }];
      const { totalUsd, questions } = await clients[format].validate({ id: boatEvent, tickets });
      const placed = await clients[format].book(
        booking({
          id: boatEvent,
          tickets,
          totalUsd: totalUsd!,
          answers: answersTo(questions),
          externalReference: `cart-${format}`,
          callbackUrl: "https://partner.example.com/hook?a=1&b=2",
        }),
      );
      assert.equal(placed.isValid, true, JSON.stringify(placed));
      assert.match(placed.reference!, /^[0-9A-Z-]{11}-ES$/);
      assert.deepEqual([placed.event.answers.length, placed.event.apiKey], [8, null]);
      assert.equal(placed.event.callbackUrl, "https://partner.example.com/hook?a=1&b=2");
      assert.deepEqual(await clients[format].order(placed.id!), placed);
    });

    test("a hold is extended and booked, another one released", async () => {
      const [hold, other] = [await clients[format].hold(booking()), await clients[format].hold(booking())];
      assert.equal((await clients[format].extend(hold.id!)).status, "open");
      assert.equal((await clients[format].readHold(hold.id!)).extensionsLeft, hold.extensionsLeft! - 1);
      assert.ok((await clients[format].book({ ...booking(), totalUsd: hold.totalUsd! }, { hold: hold.id! })).isValid);
      assert.equal((await clients[format].release(other.id!)).status, "released");
    });

    test("cancel cancels an order, and a second call returns the same", async () => {
      const placed = await clients[format].book(booking({ externalReference: `cancelled-${format}` }));
      const cancelled = await clients[format].cancel(placed.id!);
      assert.equal(cancelled.isValid, true, JSON.stringify(cancelled));
      assert.match(cancelled.status!, /^(waitcancel|cancelled)$/);
      assert.equal(cancelled.id, placed.id);
      assert.equal((await clients[format].cancel(placed.id!)).isValid, true);
      await assert.rejects(clients[format].cancel("00000000-0000-4000-8000-000000000000"), NotFound);
    });

    test("an order that can no longer be cancelled is an answer with the reason", async () => {
      const tonight = await eventId(app, "show-seat", "2026-06-16T20:00");
      const placed = await clients[format].book(booking({ id: tonight, externalReference: `late-${format}` }));
      const { now } = app.clock;
      app.clock.now = new Date("2026-06-16T17:00:00Z");
      const refused = await clients[format].cancel(placed.id!).finally(() => {
        app.clock.now = now;
      });
      assert.deepEqual([refused.isValid, refused.errors!.map(({ code }) => code)], [false, ["cancel-too-late"]]);
    });

    test("a booking at another price is refused", async () => {
      const refused = await clients[format].book(booking({ totalUsd: { currencyCode: "USD", value: 149.99 } }));
      const { id, reference, status, isValid } = refused;
      assert.deepEqual({ id, reference, status, isValid }, { id: null, reference: null, status: null, isValid: false });
      assert.deepEqual(
        refused.errors!.map(({ code }) => code),
        ["price-changed"],
      );
    });

    test("the same reference or idempotency key returns the same order", async () => {
      const byReference: Order[] = [];
      const byKey: Order[] = [];
      for (let time = 0; time < 2; time++) {
        byReference.push(await clients[format].book(booking({ externalReference: `twice-${format}` })));
        byKey.push(await clients[format].book(booking(), { idempotencyKey: `key-${format}` }));
      }
      assert.equal(byReference[0]!.id, byReference[1]!.id);
      assert.equal(byKey[0]!.id, byKey[1]!.id);
      assert.notEqual(byReference[0]!.id, byKey[0]!.id);
    });

    test("a failed request is an error of the class of its status, with the problem details", async () => {
      const unknown = "00000000-0000-4000-8000-000000000000";
      await assert.rejects(clients[format].product(unknown), (error: NotFound) => {
        assert.ok(error instanceof NotFound);
        assert.deepEqual(
          [error.status, error.code, error.detail],
          [404, "not-found", `There is no product ${unknown}.`],
        );
        return true;
      });
      await assert.rejects(clients[format].order(unknown), NotFound);
      await assert.rejects(all(clients[format].products({ version: 999_999 })), (error: VersionExpired) => {
        assert.ok(error instanceof VersionExpired);
        assert.equal(error.code, "version-expired");
        return true;
      });
      await assert.rejects(all(clients[format].events({ fromDate: "tomorrow" })), (error: BadRequest) => {
        assert.ok(error instanceof BadRequest);
        assert.deepEqual(
          error.errors.map(({ pointer }) => pointer),
          ["fromdate"],
        );
        return true;
      });
      const stranger = new PaseoClient({ baseUrl: app.url, apiKey: "pk_live_nobody", format });
      await assert.rejects(stranger.currencies(), Unauthorized);
      await assert.rejects(stranger.validate({ id: event, tickets: party }), Unauthorized);
    });
  });
}

test("both formats have the same values", async () => {
  const { json, xml } = clients;
  assert.deepEqual(await json.product(boat), await xml.product(boat));
  assert.deepEqual(await all(json.events()), await all(xml.events()));
  assert.deepEqual(await all(json.pages()), await all(xml.pages()));
  assert.deepEqual(await json.currencies(), await xml.currencies());
});

test("deletedProducts lists the identifiers of deleted products", async (t) => {
  const own = await startApp();
  t.after(() => own.stop());
  const gone = await productId(own, "museum");
  const { deleteVersion } = await new PaseoClient({ baseUrl: own.url }).versions();
  await own.import({ products: [{ ...museum, deleted: true }] });
  for (const format of ["json", "xml"] as const) {
    const client = new PaseoClient({ baseUrl: own.url, format });
    assert.deepEqual(await all(client.deletedProducts({ version: deleteVersion })), [gone]);
    await assert.rejects(client.product(gone), NotFound);
  }
});

test("bodies and answers use the operator's namespace", async (t) => {
  const namespace = "http://api.example.com/2014/partner";
  const own = await startApp({ config: { xmlNamespace: namespace } });
  t.after(() => own.stop());
  const client = new PaseoClient({ baseUrl: own.url, apiKey: own.key, format: "xml", namespace });
  const [first] = await all(client.events({ fromDate: "2026-06-20", toDate: "2026-06-20" }));
  assert.equal((await client.validate({ id: first!.id, tickets: [{ code: "ADULT", quantity: 1 }] })).id, first!.id);
});
