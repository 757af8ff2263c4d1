import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { rotateSecret, signingSecrets } from "../../src/domain/callbacks/signing-secrets.ts";
import { productVersion } from "../../src/domain/catalogue/lists.ts";
import { CatalogueError } from "../../src/domain/editing/catalogue-rules.ts";
import type { CatalogueFile, CatalogueProduct } from "../../src/records/catalogue-file.ts";
import type { Db } from "../../src/store/database/database.ts";
import { listSuppliers, supplierSecrets } from "../../src/store/suppliers/suppliers.ts";
import { show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { importing, none, tallies } from "../support/samples/importing.ts";
import { onPostgres, type TestStore } from "../support/servers/stores.ts";

const secretPattern = /^whsec_[A-Za-z0-9+/]{43}=$/;

/** Suppliers in a catalogue file, their import, and the commands that show them. */

type Supplier = NonNullable<CatalogueFile["suppliers"]>[number];

const desk: Supplier = {
  externalId: "desk",
  name: "Tablao",
  kind: "desk",
  lang: "pt",
  settings: { email: "reservas@tablao.example" },
};
const system: Supplier = {
  externalId: "system",
  name: "Theatre",
  kind: "http",
  settings: { url: "https://theatre.example/paseo" },
  answerWithinMinutes: 30,
};

onPostgres("suppliers in a catalogue file", (open) => {
  let store: TestStore;
  let db: Db;
  let secret: string;
  before(async () => {
    store = await open();
    db = store.database.db;
    await importing(db, { currencies: testCatalogue.currencies! });
  });
  after(() => store.close());

  const supplierOf = async (product: CatalogueProduct): Promise<string | null> => {
    const { rows } = await sql<{ supplier: string | null }>`
      select s.external_id as supplier from product p left join supplier s on s.id = p.supplier_id
      where p.external_id = ${product.externalId}`.execute(db);
    return rows[0]!.supplier;
  };
  const secretOf = async (externalId: string): Promise<string> => {
    const { id } = (await supplierSecrets(db, externalId))!;
    return (await signingSecrets(db, { supplierId: id }))[0]!;
  };
  const listed = async (externalId: string) => (await listSuppliers(db, { externalId }))[0]!;

  test("adding suppliers makes no new version", async () => {
    const { updateVersion } = await productVersion(db, { updateversion: -1, deleteversion: -1 });
    const { summary } = await importing(db, { suppliers: [desk, system] });
    assert.equal(tallies(summary), "suppliers 2 added");
    assert.equal(summary.updateVersion, updateVersion);
    secret = await secretOf("system");
    assert.ok(secretPattern.test(secret), secret);
  });

  test("importing the same suppliers again changes nothing, and a changed supplier keeps its secret", async () => {
    assert.equal(tallies((await importing(db, { suppliers: [desk, system] })).summary), "suppliers 2 unchanged");
    const moved = { ...system, settings: { url: "https://theatre.example/v2" } };
    assert.equal(tallies((await importing(db, { suppliers: [moved] })).summary), "suppliers 1 changed");
    assert.equal(await secretOf("system"), secret);
    // An omitted field gets its default again, because a file describes a supplier completely.
    const asDesk: Supplier = { externalId: system.externalId, name: system.name, kind: "desk" };
    await importing(db, { suppliers: [asDesk] });
    const { name, kind, lang, answerWithinMinutes } = await listed("system");
    assert.deepEqual([name, kind, lang, answerWithinMinutes], ["Theatre", "desk", "es", 1440]);
    await importing(db, { suppliers: [system] });
    assert.equal(await secretOf("system"), secret);
  });

  test("a product's supplier changes without a new version", async () => {
    const product = variant(show, { externalId: "run" }, { externalId: "run-seat" });
    const first = await importing(db, { products: [product] });
    assert.equal(await supplierOf(product), null);
    for (const supplier of ["desk", "system", null] as const) {
      const { summary, increments } = await importing(db, { products: [{ ...product, supplier }] });
      assert.equal(await supplierOf(product), supplier);
      assert.equal(tallies(summary), "products 1 changed; items 1 unchanged; events 30 unchanged");
      assert.deepEqual([increments, summary.updateVersion], [none, first.summary.updateVersion]);
    }
    await importing(db, { products: [{ ...product, supplier: "desk" }] });
    // An omitted field is null.
    await importing(db, { products: [product] });
    assert.equal(await supplierOf(product), null);
    const both = await importing(db, { products: [{ ...product, supplier: "system", name: "Renamed" }] });
    assert.deepEqual(both.increments.products, ["run"]);
    const again = await importing(db, { products: [{ ...product, supplier: "system", name: "Renamed" }] });
    assert.equal(tallies(again.summary), "products 1 unchanged; items 1 unchanged; events 30 unchanged");
  });

  test("one file can contain products and their supplier; an unknown supplier is named", async () => {
    const product = variant(show, { externalId: "new", supplier: "brand-new" }, { externalId: "new-seat" });
    const file: CatalogueFile = { products: [variant(show, { externalId: "ok" }, { externalId: "ok-seat" }), product] };
    await assert.rejects(importing(db, file), (error: CatalogueError) => {
      assert.ok(error instanceof CatalogueError);
      assert.deepEqual(error.problems, [
        { pointer: "/products/1/supplier", detail: "brand-new is no supplier of this catalogue." },
      ]);
      return true;
    });
    const { summary } = await importing(db, { ...file, suppliers: [{ ...desk, externalId: "brand-new" }] });
    assert.equal(tallies(summary), "suppliers 1 added; products 2 added; items 2 added; events 60 added");
    assert.equal(await supplierOf(product), "brand-new");
  });

  test("a rotated secret is new, and a changed supplier keeps it", async () => {
    const { id } = (await supplierSecrets(db, "system"))!;
    const rotated = await rotateSecret(db, { supplierId: id });
    assert.ok(secretPattern.test(rotated) && rotated !== secret);
    assert.equal(await secretOf("system"), rotated);
    await importing(db, { suppliers: [{ ...system, name: "Theatre by the sea" }] });
    assert.equal(await secretOf("system"), rotated);
  });
});
