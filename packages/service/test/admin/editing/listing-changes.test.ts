import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { productId } from "../../support/partner.ts";
import { boat, museum, show, testCatalogue } from "../../support/samples/catalogue.ts";
import { onPostgres } from "../../support/servers/stores.ts";

/** One change to categories, meeting points and pickups of several products. */

onPostgres("changes of several listings", (open) => {
  let app: TestApp;
  let desk: Operator;
  before(async () => {
    const full = ["show", "nightlife", "concert", "history", "class"] as const;
    const products = [{ ...show, categories: [...full] }, { ...museum, categories: ["museum" as const] }, boat];
    app = await startApp({ open, catalogue: { ...testCatalogue, products } });
    desk = await signedIn(app, "catalogue");
  });
  after(() => app?.stop());

  const sourceOf = async (externalId: string) => {
    const id = await productId(app, externalId);
    const { revision, source } = await desk.ask("GET", `/products/${id}`);
    return { id, revision, source };
  };
  const body = async (change: object, ...names: string[]) => ({
    products: (await Promise.all(names.map(sourceOf))).map(({ id, revision }) => ({ id, revision })),
    change,
  });
  const path = "/products/change-listings";

  test("categories are added and removed, and only products that change get a revision", async () => {
    const add = await body({ addCategories: ["museum"] }, "museum", "boat");
    const preview = await desk.ask("POST", `${path}?dryRun=true`, add);
    assert.equal(preview.changes.counts.products.changed, 1);
    assert.equal((await sourceOf("boat")).source.categories, undefined);
    await desk.ask("POST", path, add);
    const [one, other] = [await sourceOf("museum"), await sourceOf("boat")];
    assert.deepEqual([one.source.categories, one.revision], [["museum"], 1]);
    assert.deepEqual([other.source.categories, other.revision], [["museum"], 2]);
    await desk.ask("POST", path, await body({ removeCategories: ["museum"] }, "museum", "boat"));
    assert.equal((await sourceOf("boat")).source.categories, undefined);
  });

  test("meeting points and pickups are replaced and cleared; everything else stays", async () => {
    const before = (await sourceOf("boat")).source;
    const meetingPoints = [{ externalId: "pier", name: { en: "Pier 2" }, arriveMinutesBefore: 15 }];
    const pickups = { places: [{ externalId: "plaza", name: "Hotel Plaza", minutesBefore: 40 }] };
    await desk.ask("POST", path, await body({ set: { meetingPoints, pickups } }, "museum", "boat"));
    assert.deepEqual((await sourceOf("boat")).source, { ...before, meetingPoints, pickups });
    assert.deepEqual((await sourceOf("museum")).source.pickups, pickups);
    await desk.ask("POST", path, await body({ clear: ["meetingPoints", "pickups"] }, "museum", "boat"));
    assert.deepEqual((await sourceOf("boat")).source, before);
  });

  test("a change that one product cannot have changes none, and says which", async () => {
    const many = await desk.call("POST", path, await body({ addCategories: ["museum"] }, "boat", "show"));
    assert.equal(many.status, 400);
    assert.match(many.text, /More than 5 categories: Noche de flamenco/);
    const points = [{ externalId: "a", name: { en: "A" } }];
    const twice = await body({ set: { meetingPoints: [...points, ...points] } }, "boat");
    const answer = await desk.call("POST", path, twice);
    assert.equal(answer.status, 400);
    assert.match(answer.text, /"pointer":"\/change\/set\/meetingPoints\/1/);
    assert.equal((await sourceOf("boat")).source.meetingPoints, undefined);
  });

  test("a product that changed since it was read is refused, and a reader may not change any", async () => {
    const old = await body({ addCategories: ["museum"] }, "boat");
    await desk.ask("POST", path, await body({ addCategories: ["water-activity"] }, "boat"));
    assert.equal(await desk.refused(409, "POST", path, old), "changed-meanwhile");
    const reader = await signedIn(app, "read-only");
    assert.equal(await reader.refused(403, "POST", path, old), "role-forbidden");
  });
});
