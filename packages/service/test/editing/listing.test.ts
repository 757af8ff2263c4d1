import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { CatalogueProduct } from "../../src/records/catalogue-file.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { type Operator, signedIn } from "../support/console.ts";
import { productId } from "../support/partner.ts";
import { testCatalogue, variant } from "../support/samples/catalogue.ts";
import { listed } from "../support/samples/listing.ts";
import { onPostgres } from "../support/servers/stores.ts";

/** The listing of a product: the import checks it, and the store returns it unchanged. */

onPostgres("the listing of a product", (open) => {
  let app: TestApp;
  let operator: Operator;
  let id: string;
  before(async () => {
    app = await startApp({ open, catalogue: { ...testCatalogue, products: [listed] } });
    operator = await signedIn(app, "catalogue");
    id = await productId(app, "show");
  });
  after(() => app?.stop());

  const pointersOf = async (source: unknown): Promise<string[]> => {
    const { status, text } = await operator.call("PUT", `/products/${id}?dryRun=true`, { source, revision: 1 });
    assert.equal(status, 400, text);
    return JSON.parse(text).errors.map(({ pointer }: { pointer: string }) => pointer);
  };

  test("is given back as it was imported", async () => {
    const { source } = await operator.ask("GET", `/products/${id}`);
    assert.deepEqual(source, listed);
  });

  const door = listed.meetingPoints![0]!;
  const wrong: [what: string, changes: object, pointer: string][] = [
    ["HTML", { description: { es: "ok", pt: "<b>x</b>" } }, "/source/description/pt"],
    ["another scheme", { description: { en: "[x](javascript:alert(1))" } }, "/source/description/en"],
    ["a long summary", { summary: { es: "x".repeat(301) } }, "/source/summary/es"],
    ["a long description", { description: { es: "x".repeat(10_001) } }, "/source/description/es"],
    ["an unknown language", { summary: { fr: "x" } }, "/source/summary/fr"],
    ["a line without a text", { highlights: [{}] }, "/source/highlights/0"],
    ["31 lines", { included: Array(31).fill({ es: "x" }) }, "/source/included"],
    ["an unknown category", { categories: ["tour"] }, "/source/categories/0"],
    [
      "six categories",
      { categories: ["show", "class", "sport", "museum", "history", "concert"] },
      "/source/categories",
    ],
    ["a category twice", { categories: ["show", "show"] }, "/source/categories"],
    ["no language", { guideLanguages: ["español"] }, "/source/guideLanguages/0"],
    ["a bad tag", { guideLanguages: ["es", "de-1"] }, "/source/guideLanguages/1"],
    ["a meeting point twice", { meetingPoints: [door, door] }, "/source/meetingPoints/1/externalId"],
    ["a place beyond the pole", { meetingPoints: [{ ...door, latitude: 91 }] }, "/source/meetingPoints/0/latitude"],
    [
      "a pickup place twice",
      { pickups: { places: [listed.pickups!.places![0], listed.pickups!.places![0]] } },
      "/source/pickups/places/1/externalId",
    ],
    ["a video without https", { videoUrl: "http://video.example.com" }, "/source/videoUrl"],
    ["a negative age", { minimumAge: -1 }, "/source/minimumAge"],
    ["an empty group", { groupSize: 0 }, "/source/groupSize"],
    ["a tax as a number", { taxRate: 21 }, "/source/taxRate"],
    ["a tax of 100 percent", { taxRate: "100" }, "/source/taxRate"],
    ["a tax scheme of no name", { taxScheme: "none" }, "/source/taxScheme"],
    ["a tax rate and no tax", { taxRate: "21", taxScheme: "exempt" }, "/source/taxRate"],
    ["a tax rate and the margin scheme", { taxRate: "0", taxScheme: "margin" }, "/source/taxRate"],
    ["a telephone with letters", { contact: { phone: "call me" } }, "/source/contact/phone"],
    ["an e-mail without a host", { contact: { email: "day" } }, "/source/contact/email"],
  ];
  for (const [what, changes, pointer] of wrong)
    test(`is refused with ${what}, by the field's name`, async () => {
      assert.deepEqual(await pointersOf({ ...listed, ...changes }), [pointer]);
    });

  test("of an item is checked too", async () => {
    const item = (changes: object) => variant(listed, {}, { ...listed.items[0], ...changes } as never);
    assert.deepEqual(await pointersOf(item({ description: { es: "![x](https://a.example)" } })), [
      "/source/items/0/description/es",
    ]);
    assert.deepEqual(await pointersOf(item({ guideLanguages: ["x"] })), ["/source/items/0/guideLanguages/0"]);
    assert.deepEqual(await pointersOf(item({ summary: { es: "x" } })), ["/source/items/0/summary"]);
  });

  test("shows a change of a text to the operator, and that partners read it", async () => {
    const source: CatalogueProduct = { ...listed, highlights: [{ es: "Nuevo" }] };
    const { changes } = await operator.ask("PUT", `/products/${id}?dryRun=true`, { source, revision: 1 });
    assert.deepEqual(changes.records[0].fields, [
      { field: "highlights", before: listed.highlights, after: source.highlights, seen: true },
    ]);
  });
});
