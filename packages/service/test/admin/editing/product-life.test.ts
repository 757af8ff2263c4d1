import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { CatalogueProduct } from "../../../src/records/catalogue-file.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { Partner, productId } from "../../support/partner.ts";
import { boat, museum, show, testCatalogue, variant } from "../../support/samples/catalogue.ts";
import { none } from "../../support/samples/importing.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { plantShow, rescheduled, shownProduct, worked } from "./cataloguing.ts";

/** Products in the back office: from a draft to deletion and restoration, and search. */

onPostgres("the life cycle of a product in the back office", (open) => {
  let app: TestApp;
  let operator: Operator & { email: string };
  before(async () => {
    app = await startApp({ open });
    operator = await signedIn(app, "catalogue");
  });
  after(() => app.stop());
  const put = async (source: CatalogueProduct, revision: number, query = "") =>
    operator.ask("PUT", `/products/${await productId(app, source.externalId)}${query}`, { source, revision });

  test("an event that has started is not the next event, but an event of the whole day is", async (t) => {
    const { product } = await plantShow(app);
    const { now } = app.clock;
    t.after(() => {
      app.clock.now = now;
    });
    app.clock.now = new Date("2026-06-16T18:01:00Z");
    const later = await signedIn(app, "catalogue");
    const { facts } = await later.ask("GET", `/products/${await productId(app, product.externalId)}`);
    assert.deepEqual([facts.comingEvents, facts.nextEventOn], [29, "2026-06-17T20:00:00"]);
    const { data } = await later.ask("GET", "/products?sort=nextOn");
    const line = data.find(({ externalId }: { externalId: string }) => externalId === product.externalId);
    assert.deepEqual([line.comingEvents, line.nextOn], [29, "2026-06-17T20:00:00"]);
    const days = data.map(({ nextOn }: { nextOn: string | null }) => nextOn ?? "9999");
    assert.deepEqual(days, days.toSorted());
    const whole = data.filter(({ type, nextOn }: Record<string, string>) => type === "timeless" && nextOn);
    for (const { nextOn } of whole) assert.equal(nextOn.slice(0, 10), "2026-06-16");
    assert.ok(whole.length > 0);
  });

  test("products sorted by name are in the order of a reader: accents and capitals do not count", async () => {
    const names = ["zarzuela", "Domingo de Rastro", "Día de Goya", "abono", "Ávila"];
    const named = names.map((name, n) => variant(show, { externalId: `sorted-${n}`, name, published: false }));
    for (const source of named) await operator.ask("POST", "/products", { source });
    const { data } = await operator.ask("GET", "/products?sort=name&perPage=100");
    const shown = data.map(({ name }: { name: string }) => name).filter((name: string) => names.includes(name));
    assert.deepEqual(shown, ["abono", "Ávila", "Día de Goya", "Domingo de Rastro", "zarzuela"]);
  });

  test("a new product is created, found, published, deleted and restored", async () => {
    const product = variant(show, { externalId: "new", published: false, name: "Ñandú nocturno" });
    const create = await worked(app, () => operator.ask("POST", "/products", { source: product }));
    assert.deepEqual(create.increments, none, "partners do not receive a draft");
    const { id } = create.answer;
    assert.equal(await operator.refused(409, "POST", "/products", { source: product }), "external-id-taken");
    const dry = await operator.ask("POST", "/products?dryRun=true", { source: { ...product, externalId: "dry" } });
    assert.deepEqual([dry.id, dry.changes.counts.events.added], [null, 30]);

    const found = await operator.ask("GET", "/products?q=nandu%20NOCT");
    assert.deepEqual(
      found.data.map((line: { id: string }) => line.id),
      [id],
    );
    const { comingEvents, nextOn, published, hasAvailability, revision } = found.data[0];
    assert.deepEqual(
      [comingEvents, nextOn, published, hasAvailability, revision],
      [30, "2026-06-16T20:00:00", false, false, 1],
    );

    const published_ = await worked(app, () => operator.ask("POST", `/products/${id}/publish`, { revision: 1 }));
    assert.deepEqual(published_.increments.products, [product.externalId]);
    assert.equal(published_.increments.events.length, 30);
    const away = await worked(app, () => operator.ask("POST", `/products/${id}/unpublish`, { revision: 2 }));
    assert.deepEqual(away.increments.deleted, [product.externalId]);
    const deleted = await operator.ask("DELETE", `/products/${id}?revision=3`);
    assert.equal(deleted.revision, 4);
    assert.equal((await operator.ask("GET", "/products?q=nandu")).total, 0);
    assert.equal((await operator.ask("GET", "/products?q=nandu&deleted=true")).total, 1);
    const back = await worked(app, () => operator.ask("POST", `/products/${id}/publish`, { revision: 4 }));
    assert.deepEqual([back.increments.products, back.increments.deleted], [[product.externalId], []]);
  });

  test("a duplicate is another, unpublished product", async () => {
    const { product } = await plantShow(app);
    const id = await productId(app, product.externalId);
    const externalId = `${product.externalId}-copy`;
    const copy = await operator.ask("POST", `/products/${id}/duplicate`, { externalId, name: "Copia" });
    const { source } = await operator.ask("GET", `/products/${copy.id}`);
    assert.deepEqual(source, { ...product, externalId, name: "Copia", published: false, deleted: false });
    assert.equal(copy.changes.counts.events.added, 30);
    assert.equal(await operator.refused(409, "POST", `/products/${id}/duplicate`, { externalId }), "external-id-taken");
  });

  test("the duration is imported and read back, and partners read it in contents alone", async () => {
    const { product, id } = await plantShow(app, { durationMinutes: 90 });
    assert.equal((await shownProduct(app, operator, product.externalId)).source.durationMinutes, 90);
    const partners = async () => new Partner(app).wire.ask("product", { lang: "es", id });
    const read = await partners();
    const longer = await worked(app, () => put({ ...product, durationMinutes: 150 }, 1));
    const [change] = longer.answer.changes.records;
    assert.deepEqual(change.fields, [{ field: "durationMinutes", before: 90, after: 150, seen: true }]);
    assert.deepEqual(longer.increments, { ...none, products: [product.externalId] });
    assert.deepEqual({ ...(await partners()), updatedOn: "" }, { ...read, updatedOn: "" });
    assert.ok(!JSON.stringify(read).includes("duration"));
    const source = { ...product, durationMinutes: 43_201 };
    const refused = await operator.call("PUT", `/products/${id}`, { source, revision: 2 });
    assert.deepEqual(
      JSON.parse(refused.text).errors.map(({ pointer }: { pointer: string }) => pointer),
      ["/source/durationMinutes"],
    );
  });

  test("the minimum number of guests is imported and read back, and makes no version", async () => {
    const { product, id } = await plantShow(app, { minimumGuests: 6, minimumGuestsHours: 12 });
    const { source } = await shownProduct(app, operator, product.externalId);
    assert.deepEqual([source.minimumGuests, source.minimumGuestsHours], [6, 12]);
    const more = await worked(app, () => put({ ...product, minimumGuests: 8 }, 1));
    assert.deepEqual(more.answer.changes.records[0].fields, [
      { field: "minimumGuests", before: 6, after: 8, seen: false },
    ]);
    assert.deepEqual(more.increments, none);
    const wrong = { ...product, minimumGuests: 0, minimumGuestsHours: 721 };
    const refused = await operator.call("PUT", `/products/${id}`, { source: wrong, revision: 2 });
    assert.deepEqual(
      JSON.parse(refused.text).errors.map(({ pointer }: { pointer: string }) => pointer),
      ["/source/minimumGuests", "/source/minimumGuestsHours"],
    );
  });

  test("earlier revisions of a product can be read and restored, as an ordinary change", async () => {
    const { product } = await plantShow(app);
    const id = await productId(app, product.externalId);
    await put(rescheduled(product, { capacity: 7 }), 1);
    const { data } = await operator.ask("GET", `/products/${id}/revisions`);
    assert.deepEqual(data, [{ revision: 1, updatedAt: "2026-06-15T10:00:00.000Z", updatedBy: null }]);
    const back = await operator.ask("POST", `/products/${id}/restore`, { revision: 2, to: 1 });
    assert.deepEqual([back.revision, back.changes.counts.events.changed], [3, 30]);
    assert.deepEqual((await shownProduct(app, operator, product.externalId)).source, product);
    const first = await operator.ask("GET", `/products/${id}/revisions/1`);
    assert.deepEqual(first, { revision: 1, source: product });
    const restore = `/products/${id}/restore`;
    for (const to of [9, 2 ** 31 - 1])
      assert.equal(await operator.refused(404, "POST", restore, { revision: 3, to }), "not-found");
    for (const to of [2 ** 31, 2 ** 53])
      assert.equal(await operator.refused(400, "POST", restore, { revision: 3, to }), "invalid-field");
    for (const past of ["9", "0", "-1", "1.5", "2147483648", "latest", "%00"])
      assert.equal(await operator.refused(404, "GET", `/products/${id}/revisions/${past}`), "not-found", past);
  });
});

describe("a weekly pattern", () => {
  test("keeps its local time when daylight saving time starts and ends", async () => {
    const app = await startApp({
      now: new Date("2026-01-10T10:00:00Z"),
      catalogue: { ...testCatalogue, products: [] },
    });
    try {
      const operator = await signedIn(app, "catalogue");
      const sundays = { from: "2026-03-22", to: "2026-04-05", weekdays: [7], times: ["03:30", "20:00"] };
      // Madrid changes from UTC+1 to UTC+2 on 29 March, when 02:30 does not exist.
      const skipped = { source: rescheduled(show, { ...sundays, times: ["02:30"] }) };
      assert.equal(await operator.refused(400, "POST", "/products", skipped), "invalid-field");
      const { id } = await operator.ask("POST", "/products", { source: rescheduled(show, sundays) });
      const { data } = await operator.ask("GET", `/events?productId=${id}`);
      assert.deepEqual(
        data.map(({ eventOn, salesEndAt }: Record<string, string>) => [eventOn, salesEndAt]),
        [
          ["2026-03-22T03:30:00", "2026-03-22T02:30:00.000Z"],
          ["2026-03-22T20:00:00", "2026-03-22T19:00:00.000Z"],
          ["2026-03-29T03:30:00", "2026-03-29T01:30:00.000Z"],
          ["2026-03-29T20:00:00", "2026-03-29T18:00:00.000Z"],
          ["2026-04-05T03:30:00", "2026-04-05T01:30:00.000Z"],
          ["2026-04-05T20:00:00", "2026-04-05T18:00:00.000Z"],
        ],
      );
    } finally {
      await app.stop();
    }
  });
});

describe("the list of products", () => {
  let app: TestApp;
  let reader: Operator;
  before(async () => {
    app = await startApp({ catalogue: { ...testCatalogue, products: [show, boat, { ...museum, published: false }] } });
    reader = await signedIn(app, "read-only");
  });
  after(() => app.stop());
  const named = async (query: string) => {
    const { data, total } = await reader.ask("GET", `/products?${query}`);
    return [data.map(({ externalId }: { externalId: string }) => externalId).join(" "), total];
  };

  test("is searched, filtered, sorted and paged", async () => {
    assert.deepEqual(await named(""), ["museum show boat", 3]);
    assert.deepEqual(await named("sort=cityCode&order=desc"), ["boat museum show", 3]);
    assert.deepEqual(await named("sort=nextOn"), ["museum boat show", 3]);
    assert.deepEqual(await named("sort=nextOn&order=desc&type=scheduled"), ["show boat", 2]);
    assert.deepEqual(await named("sort=externalId&page=2&perPage=2"), ["show", 3]);
    assert.deepEqual(await named("q=BAIA"), ["boat", 1]);
    assert.deepEqual(await named("q=show"), ["show", 1], "by external id");
    assert.deepEqual(await named("q=100%25"), ["", 0], "a wildcard matches only itself");
    assert.deepEqual(await named("cityCode=mad"), ["show", 1]);
    assert.deepEqual(await named("type=timeless"), ["museum", 1]);
    assert.deepEqual(await named("published=false"), ["museum", 1]);
    assert.deepEqual(await named("hasAvailability=true&currencyCode=BRL"), ["boat", 1]);
    assert.deepEqual(await named("supplier="), ["museum show boat", 3]);
    assert.deepEqual(await named("supplier=nobody"), ["", 0]);
  });

  test("names an invalid parameter, and an unknown product", async () => {
    for (const query of ["sort=capacity", "perPage=501", "page=0", "type=weekly", "published=maybe", "colour=red"])
      assert.equal(await reader.refused(400, "GET", `/products?${query}`), "invalid-field", query);
    for (const id of ["nobody", "00000000-0000-4000-8000-000000000000"])
      assert.equal(await reader.refused(404, "GET", `/products/${id}`), "not-found");
  });
});
