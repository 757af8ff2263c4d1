import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { reservedParts } from "../../../src/domain/site/site-addresses.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { boat, testCatalogue } from "../../support/samples/catalogue.ts";
import { listed } from "../../support/samples/listing.ts";
import { serveHere } from "../../support/servers/here.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { until } from "../../support/until.ts";
import { send } from "../../support/wire.ts";

/** The operator's own booking sites in the back office. */

const publicUrl = "https://booking.example.com";

onPostgres("own booking sites", (open) => {
  let app: TestApp;
  let owner: Operator;
  before(async () => {
    app = await startApp({ open, catalogue: { ...testCatalogue, products: [listed, boat] }, config: { publicUrl } });
    owner = await signedIn(app, "owner");
  });
  after(() => app.stop());

  const home = async (path: string, host?: string) =>
    (await send(`${app.url}${path}`, { headers: { ...(host && { host }) } })).status;
  const refusal = async (status: number, method: string, path: string, body: object) => {
    const answer = await owner.call(method, path, body);
    assert.equal(answer.status, status, answer.text);
    return JSON.parse(answer.text).errors?.map(({ pointer, code }: { pointer: string; code: string }) => [
      pointer,
      code,
    ]);
  };
  const show = () => owner.ask("GET", "/sites/TOURS");
  const update = async (changes: object) => {
    const { host, path, enabled, settings, revision } = await show();
    return owner.ask("PUT", "/sites/TOURS", { host, path, enabled, settings, revision, ...changes });
  };

  test("no route of the service begins with a part that a site may have", () => {
    const tree = app.app.http.printRoutes({ commonPrefix: false, includeHooks: false });
    const parts = [...tree.matchAll(/^ {4}[├└]── ([^\s/(]+)/gm)].map(([, part]) => part!);
    assert.ok(parts.length > 50);
    // The names of files, with a dot, are no paths of sites.
    assert.deepEqual(
      [...new Set(parts)].filter((part) => !part.includes(".") && !reservedParts.has(part)),
      [],
    );
  });

  test("a site that is created below a path answers there, and its pages are made", async () => {
    const made = await owner.ask("POST", "/sites", {
      code: "TOURS",
      name: "Tours",
      host: null,
      path: "/tours",
      setPages: true,
    });
    assert.equal(made.url, `${publicUrl}/tours`);
    const other = await serveHere({ DATABASE_URL: app.store.url });
    const elsewhere = async () => (await send(`${other.url}/tours/es`)).status;
    assert.equal(await elsewhere(), 200);
    await update({ enabled: false });
    await until(async () => (await elsewhere()) === 404, "the other process has read the change");
    await update({ enabled: true });
    await other.stop();
    assert.deepEqual([made.enabled, made.keyValid, made.makesPages, made.paymentKinds], [true, true, true, []]);
    // The boat has no texts in a language of partners, so no page is made for it.
    assert.deepEqual([made.products, made.productsWithoutPage], [2, 1]);
    assert.equal(await home("/tours/en"), 200);
    const { city, product } = await owner.ask("GET", "/page-rules");
    assert.deepEqual([city, product], [null, { address: "//booking.example.com/tours/{lang}/{city}/{name}" }]);
    const { data } = await owner.ask("GET", "/sites");
    assert.deepEqual(
      data.map(({ code, name }: { code: string; name: string }) => [code, name]),
      [["TOURS", "Tours"]],
    );
  });

  test("an address that the service or another site has is refused at its field", async () => {
    const other = { code: "OTHER", name: "Other", host: null };
    assert.deepEqual(await refusal(400, "POST", "/sites", { ...other, path: "/api/tours" }), [
      ["/path", "site-path-reserved"],
    ]);
    assert.deepEqual(await refusal(400, "POST", "/sites", { ...other, path: "" }), [["/path", "site-needs-path"]]);
    const whole = { ...other, host: "booking.example.com", path: "" };
    assert.deepEqual(await refusal(400, "POST", "/sites", whole), [["/host", "site-needs-path"]]);
    assert.deepEqual(await refusal(400, "POST", "/sites", { ...other, path: "/tours" }), [
      ["/path", "site-address-taken"],
    ]);
    assert.deepEqual(await refusal(400, "POST", "/sites", { ...other, code: "tours", path: "/more" }), [
      ["/code", "site-exists"],
    ]);
    assert.equal((await owner.ask("GET", "/sites")).total, 1);
  });

  test("three sites have a key each, of one partner", async () => {
    for (const code of ["SECOND", "THIRD"])
      await owner.ask("POST", "/sites", { code, name: code, host: `${code.toLowerCase()}.example.com`, path: "" });
    assert.equal(await home("/en", "third.example.com"), 200);
    const { data } = await owner.ask("GET", "/white-labels?partner=own-site");
    assert.equal(data.length, 3);
  });

  test("settings are checked, and take effect at once", async () => {
    const { settings, ...rest } = await show();
    const { host, path, enabled, revision } = rest;
    const wrong = { ...settings, currencies: ["EUR", "XXX"], photo: "A".repeat(settings.photo?.length ?? 24) };
    const refused = await refusal(400, "PUT", "/sites/TOURS", { host, path, enabled, revision, settings: wrong });
    assert.ok(
      refused.length > 0 && refused.every(([pointer]: [string]) => pointer.startsWith("/settings/")),
      `${refused}`,
    );
    assert.deepEqual(
      await refusal(400, "PUT", "/sites/TOURS", {
        host,
        path,
        enabled,
        revision,
        settings: { ...settings, currencies: ["XXX"] },
      }),
      [["/settings/currencies", "no-such-currency"]],
    );
    await update({ settings: { ...settings, languages: ["pt"] } });
    assert.equal(await home("/tours/en"), 404);
    assert.equal(await home("/tours/pt"), 200);
    assert.deepEqual(await refusal(409, "PUT", "/sites/TOURS", { host, path, enabled, revision, settings }), undefined);
  });

  test("a moved site answers at its new address only, and its pages move with it", async () => {
    const moved = await update({ path: "/excursions", setPages: true });
    assert.deepEqual([moved.url, moved.makesPages, moved.productsWithoutPage], [`${publicUrl}/excursions`, true, 1]);
    assert.deepEqual([await home("/tours/pt"), await home("/excursions/pt")], [404, 200]);
  });

  test("a site without a valid key is shown as such, and a new key revokes the former one", async () => {
    const keys = async () =>
      (await owner.ask("GET", "/keys?partner=own-site")).data.filter(
        (key: { revokedAt: string | null }) => key.revokedAt === null,
      );
    const before = await keys();
    assert.equal((await owner.ask("POST", "/sites/TOURS/key")).keyValid, true);
    const after = await keys();
    assert.equal(after.length, before.length);
    assert.notDeepEqual(after, before);
    for (const { id } of after) await owner.ask("DELETE", `/keys/${id}`);
    assert.equal((await show()).keyValid, false);
    assert.equal((await owner.ask("POST", "/sites/TOURS/key")).keyValid, true);
    assert.equal(await home("/excursions/pt"), 200);
  });

  test("a site that is switched off or deleted answers no more, and its key is revoked", async () => {
    await update({ enabled: false });
    assert.equal(await home("/excursions/pt"), 404);
    const { revision } = await show();
    await owner.ask("DELETE", `/sites/TOURS?revision=${revision}`);
    assert.equal(await owner.refused(404, "GET", "/sites/TOURS"), "not-found");
    const { data } = await owner.ask("GET", "/keys?partner=own-site");
    assert.ok(data.every((key: { revokedAt: string | null }) => key.revokedAt !== null));
    assert.equal((await owner.ask("GET", "/white-labels?partner=own-site")).total, 3);
  });

  test("people of the catalogue read sites and do not change them", async () => {
    const catalogue = await signedIn(app, "catalogue");
    assert.equal((await catalogue.ask("GET", "/sites")).total, 2);
    assert.equal(await catalogue.refused(403, "POST", "/sites/SECOND/key"), "role-forbidden");
    const orders = await signedIn(app, "orders");
    await orders.refused(403, "GET", "/sites");
  });
});
