import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Language, Page } from "@paseo/contract";
import type { CatalogueProduct } from "../../../src/records/catalogue-file.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { boat, testCatalogue } from "../../support/samples/catalogue.ts";
import { none } from "../../support/samples/importing.ts";
import { listed } from "../../support/samples/listing.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { Wire } from "../../support/wire.ts";
import { everything, shownProduct, worked } from "./cataloguing.ts";

/** Content pages that the service makes from cities and products. */

const rules = {
  city: {
    address: "//www.example.com/{lang}/{name}",
    names: { RIO: { es: "Río", pt: "Rio de Janeiro" }, MAD: { es: "Madrid" } },
  },
  product: { address: "//www.example.com/{lang}/{city}/{name}-{id}" },
};

onPostgres("pages from cities and products", (open) => {
  let app: TestApp;
  let operator: Operator;
  before(async () => {
    app = await startApp({ open, catalogue: { ...testCatalogue, products: [listed, boat] } });
    operator = await signedIn(app, "catalogue");
  });
  after(() => app.stop());

  const wire = () => new Wire(app.url, { sends: "json", reads: "json" });
  const read = async (lang: Language, id?: string): Promise<Page[]> => {
    const { values } = await wire().ask("pages", { lang });
    return (values as Page[]).filter((page) => id === undefined || page.id === id);
  };
  const published = async (lang: Language) =>
    (await read(lang)).filter((page) => page.published).map(({ name, url }) => `${name} ${url}`);
  const set = async (given: object, query = "") => {
    const { revision } = await operator.ask("GET", "/page-rules");
    return operator.ask("PUT", `/page-rules${query}`, { ...given, revision });
  };
  const made = async (externalId: string) =>
    (await operator.ask("GET", "/pages?made=true&perPage=500")).data.find(
      ({ source }: { source: { externalId: string } }) => source.externalId === externalId,
    );
  const save = (product: CatalogueProduct) => app.import({ products: [product] });
  let own: string[];

  test("a store without rules makes no page", async () => {
    own = await published("es");
    const { increments } = await worked(app, () => save({ ...listed, names: { ...listed.names, es: "Otra noche" } }));
    assert.deepEqual(increments.pages, []);
    await save(listed);
    assert.deepEqual(await published("es"), own);
    const { city, product, cities } = await operator.ask("GET", "/page-rules");
    assert.deepEqual([city, product], [null, null]);
    assert.deepEqual(
      cities.map(({ code, ownPage }: { code: string; ownPage: boolean }) => [code, ownPage]),
      [
        ["MAD", true],
        ["RIO", true],
      ],
    );
  });

  test("an address that all pages would share, or with an unknown value, is refused at its field", async () => {
    for (const [type, address] of [
      ["city", "//www.example.com/{lang}"],
      ["product", "//www.example.com/{lang}/{city}"],
      ["product", "//www.example.com/{slug}"],
      ["city", "//www.example.com/{name}/{id}"],
      ["product", "https://www.example.com/{id}"],
      ["product", "//www.example.com/{id"],
    ] as const) {
      const given = { city: null, product: null, [type]: { ...rules[type], address }, revision: 0 };
      const answer = await operator.call("PUT", "/page-rules", given);
      assert.equal(answer.status, 400, address);
      assert.equal(JSON.parse(answer.text).errors[0].pointer, `/${type}/address`, address);
    }
  });

  test("a dry run shows the pages and writes nothing; own pages come first", async () => {
    const before = await everything(app);
    const dry = await set(rules, "?dryRun=true");
    assert.deepEqual(await everything(app), before);
    const subjects = dry.changes.records.map(({ subject }: { subject: string }) => subject);
    // Both cities have a page of the operator's own. The boat has no text by language.
    assert.deepEqual(subjects, ["product:show"]);
    await set(rules);
    assert.deepEqual(await published("es"), [
      ...own,
      "Noche de flamenco //www.example.com/es/mad/noche-de-flamenco-show",
    ]);
    assert.deepEqual(await published("en"), ["Flamenco night //www.example.com/en/mad/flamenco-night-show"]);
    assert.equal(await operator.refused(409, "PUT", "/page-rules", { ...rules, revision: 0 }), "changed-meanwhile");
  });

  test("a page changes in the version of its product, and only with what it shows", async () => {
    const { version } = await wire().ask("catalogdigest");
    const renamed = { ...listed, names: { ...listed.names, es: "Flamenco de día" } };
    const { increments } = await worked(app, () => save(renamed));
    assert.deepEqual([increments.products, increments.pages], [["show"], ["product:show"]]);
    assert.equal((await wire().ask("catalogdigest")).version, version + 1);
    assert.ok((await published("es")).includes("Flamenco de día //www.example.com/es/mad/flamenco-de-dia-show"));
    const more = await worked(app, () => save({ ...renamed, highlights: [{ es: "Vino" }], durationMinutes: 99 }));
    assert.deepEqual(more.increments, { ...none, products: ["show"] });
    const { revision, id, source } = await shownProduct(app, operator, "show");
    const dry = await operator.ask("PUT", `/products/${id}?dryRun=true`, {
      source: { ...source, published: false },
      revision,
    });
    assert.deepEqual([dry.changes.counts.pages.removed, dry.changes.partners.pages], [1, 1]);
    await save(listed);
  });

  test("a product that leaves takes its page along, and brings it back with its id", async () => {
    const { id } = await made("product:show");
    for (const gone of [{ published: false }, { deleted: true }]) {
      const { increments } = await worked(app, () => save({ ...listed, ...gone }));
      assert.deepEqual([increments.deleted, increments.pages], [["show"], ["product:show"]]);
      assert.equal((await read("es", id))[0]!.published, false);
      assert.equal(await made("product:show"), undefined);
      await save(listed);
      assert.equal((await read("es", id))[0]!.published, true);
    }
    const { description: _description, ...short } = listed;
    await save({ ...short, names: { es: "Noche" }, summary: { es: "Cante." } });
    assert.deepEqual([(await read("es", id))[0]!.published, (await read("en", id))[0]!.published], [true, false]);
    await save(listed);
  });

  test("a page that the operator saves is the operator's own, until it is deleted", async () => {
    const { id, source, revision } = await made("product:show");
    assert.equal(await operator.refused(409, "DELETE", `/pages/${id}?revision=${revision}`), "page-is-made");
    const mine = { ...source, es: { ...source.es, name: "La mía" }, published: false };
    await operator.ask("PUT", `/pages/${id}`, { source: mine, revision });
    assert.equal((await operator.ask("GET", `/pages/${id}`)).made, false);
    await save({ ...listed, names: { es: "Sin efecto" } });
    assert.deepEqual(
      (await read("es", id)).map(({ name, published }) => [name, published]),
      [["La mía", false]],
    );
    await save(listed);
    await operator.ask("DELETE", `/pages/${id}?revision=${revision + 1}`);
    assert.equal((await made("product:show")).id, id);
    assert.equal((await read("es", id))[0]!.name, "Noche de flamenco");
  });

  test("an own page with the address or the id of the product comes first, a city page returns after it", async () => {
    const text = { name: "Mía", url: "//www.example.com/es/mad/noche-de-flamenco-show" };
    for (const page of [
      { externalId: "by-address", type: "product" as const, es: text },
      { externalId: "show", type: "product" as const, es: { ...text, url: "//www.example.com/x" } },
    ]) {
      const { increments } = await worked(app, () => app.import({ pages: [page] }));
      assert.deepEqual(increments.pages.sort(), [page.externalId, "product:show"].sort());
      assert.equal(await made("product:show"), undefined);
      await app.import({ pages: [{ ...page, deleted: true }] });
      assert.ok(await made("product:show"));
    }
    const { source } = (await operator.ask("GET", "/pages?made=false&type=city&q=mad")).data[0];
    await app.import({ pages: [{ ...source, deleted: true }] });
    assert.deepEqual((await made("city:MAD")).source.es, { name: "Madrid", url: "//www.example.com/es/madrid" });
    await app.import({ pages: [source] });
    assert.equal(await made("city:MAD"), undefined);
  });

  test("a catalogue file has own pages only", async () => {
    const file = JSON.parse((await operator.call("GET", "/catalogue/export?kinds=pages")).text);
    assert.ok(file.pages.length > 0);
    assert.ok(!file.pages.some(({ externalId }: { externalId: string }) => externalId.startsWith("product:")));
    const { increments } = await worked(app, () => app.import(file));
    assert.deepEqual(increments, none);
  });

  test("switched off, every page that was made leaves", async () => {
    const { changes } = await set({ city: null, product: null });
    assert.equal(changes.counts.pages.removed, 1);
    assert.deepEqual(await published("es"), own);
    const { increments } = await worked(app, () => save({ ...listed, names: { es: "Fin" } }));
    assert.deepEqual(increments.pages, []);
  });
});
