import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { listPages } from "../../../src/domain/catalogue/lists.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { none } from "../../support/samples/importing.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { everything, worked } from "./cataloguing.ts";

/** Content pages and white labels in the back office. */

onPostgres("pages and white labels in the back office", (open) => {
  let app: TestApp;
  let operator: Operator;
  before(async () => {
    app = await startApp({ open });
    operator = await signedIn(app, "catalogue");
  });
  after(() => app.stop());
  const page = async (externalId: string) =>
    (await operator.ask("GET", `/pages?q=${externalId}`)).data.find(
      ({ source }: { source: { externalId: string } }) => source.externalId === externalId,
    );

  test("the list is searched without accents, and filtered", async () => {
    const named = async (query: string) =>
      (await operator.ask("GET", `/pages?sort=externalId&${query}`)).data.map(
        ({ source }: { source: { externalId: string } }) => source.externalId,
      );
    assert.deepEqual(await named(""), ["acme-rio", "mad", "shows"]);
    assert.deepEqual(await named("q=espectaculos"), ["shows"]);
    assert.deepEqual(await named("type=city&cityCode=mad"), ["mad"]);
    assert.deepEqual(await named("whiteLabel=acme-es"), ["acme-rio", "mad", "shows"]);
    assert.deepEqual(await named("whiteLabel=OTHER"), ["mad", "shows"]);
    assert.deepEqual(await named("published=false"), []);
    assert.equal(await operator.refused(400, "GET", "/pages?type=street"), "invalid-field");
  });

  test("a page is created, changed by revision, and deleted; partners then read it as unpublished", async () => {
    const source = {
      externalId: "rio",
      type: "city",
      cityCode: "RIO",
      es: { name: "Río", url: "//www.example.com/rio" },
    };
    const { answer, increments } = await worked(app, () => operator.ask("POST", "/pages", { source }));
    assert.deepEqual([answer.revision, increments], [1, { ...none, pages: ["rio"] }]);
    assert.equal(await operator.refused(409, "POST", "/pages", { source }), "external-id-taken");

    const changed = { ...source, whiteLabels: ["acme-es"], pt: { name: "Rio", url: "//www.example.com/pt/rio" } };
    const before = await everything(app);
    const dry = await operator.ask("PUT", `/pages/${answer.id}?dryRun=true`, { source: changed, revision: 1 });
    assert.deepEqual(await everything(app), before);
    assert.deepEqual(
      dry.changes.records[0].fields.map(({ field }: { field: string }) => field),
      ["whiteLabels", "pt"],
    );
    const second = await operator.ask("PUT", `/pages/${answer.id}`, { source: changed, revision: 1 });
    assert.equal(second.revision, 2);
    assert.deepEqual((await operator.ask("GET", `/pages/${answer.id}`)).source, {
      ...changed,
      whiteLabels: ["ACME-ES"],
      published: true,
    });
    assert.equal(
      await operator.refused(409, "PUT", `/pages/${answer.id}`, { source: changed, revision: 1 }),
      "changed-meanwhile",
    );
    assert.equal(
      await operator.refused(400, "PUT", `/pages/${answer.id}`, {
        source: { ...changed, externalId: "other" },
        revision: 2,
      }),
      "invalid-field",
    );

    const gone = await worked(app, () => operator.ask("DELETE", `/pages/${answer.id}?revision=2`));
    assert.deepEqual(gone.increments.pages, ["rio"]);
    const read = await listPages(app.app.service.db, "es", { page: 1, query: "rio" }, app.clock.now);
    const listed = read.values.find(({ id }) => id === answer.id);
    assert.equal(listed?.published, false);
    assert.equal(await operator.refused(404, "GET", `/pages/${answer.id}`), "not-found");
    assert.equal(await page("rio"), undefined);
    const back = await operator.ask("POST", "/pages", { source });
    assert.deepEqual([back.id, back.revision], [answer.id, 4]);
  });

  test("a page that violates the catalogue's rules is refused with the field", async () => {
    const source = { externalId: "bad", type: "city", es: { name: "Bad", url: "//www.example.com/bad" } };
    const pointers = async (given: object) => {
      const answer = await operator.call("POST", "/pages", { source: given });
      assert.equal(answer.status, 400, answer.text);
      return JSON.parse(answer.text).errors.map(({ pointer }: { pointer: string }) => pointer);
    };
    assert.deepEqual(await pointers({ ...source, es: undefined }), ["/source"]);
    assert.deepEqual(await pointers({ ...source, es: { name: "Bad", url: "http://www.example.com" } }), [
      "/source/es/url",
    ]);
    assert.deepEqual(await pointers({ ...source, whiteLabels: ["ACME-ES", "NOBODY"] }), ["/source/whiteLabels/1"]);
    assert.deepEqual(await pointers({ ...source, type: "street" }), ["/source/type"]);
  });

  test("a white label is created, renamed and deleted, but not while a page names it", async () => {
    const label = { code: "ACME-PT", name: "Acme Portugal", partner: "acme" };
    const { answer, increments } = await worked(app, () => operator.ask("POST", "/white-labels", label));
    assert.deepEqual([answer.id, answer.revision, increments], ["ACME-PT", 1, none]);
    for (const code of ["ACME-PT", "acme-pt", "other"])
      assert.equal(await operator.refused(409, "POST", "/white-labels", { ...label, code }), "code-taken");
    assert.equal(
      await operator.refused(400, "POST", "/white-labels", { ...label, code: "X", partner: "nobody" }),
      "invalid-field",
    );
    assert.equal(await operator.refused(400, "POST", "/white-labels", { ...label, code: "A B" }), "invalid-field");

    const renamed = await operator.ask("PUT", "/white-labels/acme-pt", { name: "Acme Lisboa", revision: 1 });
    assert.equal(renamed.revision, 2);
    assert.equal(
      await operator.refused(409, "PUT", "/white-labels/ACME-PT", { name: "Late", revision: 1 }),
      "changed-meanwhile",
    );
    const { data } = await operator.ask("GET", "/white-labels?partner=acme");
    assert.deepEqual(
      data.map(({ id, name, pages }: Record<string, unknown>) => [id, name, pages]),
      [
        ["ACME-ES", "Acme", 1],
        ["ACME-PT", "Acme Lisboa", 0],
      ],
    );

    assert.equal(
      await operator.refused(409, "DELETE", `/white-labels/ACME-ES?revision=${data[0].revision}`),
      "white-label-in-use",
    );
    const dry = await operator.ask("DELETE", "/white-labels/ACME-PT?revision=2&dryRun=true");
    assert.deepEqual([dry.id, dry.revision, dry.dryRun], ["ACME-PT", 2, true]);
    await operator.ask("DELETE", "/white-labels/ACME-PT?revision=2");
    assert.equal(await operator.refused(404, "GET", "/white-labels/ACME-PT"), "not-found");
    assert.deepEqual((await operator.ask("GET", "/white-labels?q=acme")).total, 1);
  });
});
