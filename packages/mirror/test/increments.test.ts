import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import { ChangingCatalogue } from "../../service/test/concurrency/paging/changing-catalogue.ts";
import { testNow } from "../../service/test/support/app.ts";
import { openStore } from "../../service/test/support/servers/stores.ts";
import type { EndedCommand } from "./support/command.ts";
import { assertSame, serviceCatalogue } from "./support/comparing.ts";
import { type Copy, ndjsonCopy, postgresCopy, sqliteCopy, type TableCopy } from "./support/copies.ts";
import { type Forwarder, startForwarder } from "./support/forwarder.ts";
import { mirrorHere } from "./support/here.ts";

/** Every kind of change reaches every kind of copy in one increment. Afterwards the copy equals the catalogue. */

const kinds: Record<string, (t: TestContext) => Promise<Copy>> = {
  SQLite: sqliteCopy,
  PostgreSQL: postgresCopy,
  "NDJSON files": ndjsonCopy,
};

for (const [kind, makeCopy] of Object.entries(kinds)) {
  describe(`a copy in ${kind}`, () => {
    test("has everything after the first run, and follows every kind of change", async (t) => {
      const { catalogue, service, copy, mirror } = await started(t, makeCopy);
      const first = await mirror();
      assert.match(first.stderr, /2,453 records written, 0 removed/);
      await assertEqual(copy, catalogue.app);

      const again = await mirror();
      assert.match(again.stderr, /nothing new/);
      assert.deepEqual(service.requests.length, 1, "one request shows that nothing has changed");

      const changes: Record<string, () => Promise<void>> = {
        "products renamed": () => catalogue.rename([3, 120, 249]),
        "prices changed": () => catalogue.reprice([2, 5]),
        "another rate": () => catalogue.changeRate(),
        "events removed": () => catalogue.changeEvents([4], (events) => events.slice(0, 10)),
        "events added": () =>
          catalogue.changeEvents([7], (events) => [
            { ...events[0]!, eventOn: "2027-01-05T09:00" },
            { ...events[0]!, eventOn: "2026-06-19T07:00" },
            ...events,
          ]),
        "products deleted": () => catalogue.changeProducts([1, 130], () => ({ deleted: true })),
        "a product back": () => catalogue.changeProducts([130], () => ({ deleted: false })),
        "a product unpublished": () => catalogue.changeProducts([6], () => ({ published: false })),
        "pages renamed": () => catalogue.retitlePages([0, 180]),
        "a page that left a language, with another renamed": () =>
          catalogue.app.import({
            pages: [
              {
                externalId: "page-10",
                type: "category",
                cityCode: "MAD",
                es: { name: "Sola", url: "//www.example.com/es" },
              },
              { externalId: "page-11", type: "city", cityCode: "MAD", pt: { name: "Só", url: "//www.example.com/pt" } },
            ],
          }),
        "a currency that is no longer active": () =>
          catalogue.app.import({
            currencies: [{ code: "BRL", name: "Brazilian Real", displaySymbol: "R$", rate: "5.25", active: false }],
          }),
        "an event sold out": () => catalogue.sellOut(20),
      };
      for (const [what, change] of Object.entries(changes)) {
        await change();
        service.requests.length = 0;
        const { stderr } = await mirror();
        assert.match(stderr, /[1-9][\d,]* records written|[1-9]\d* removed/, what);
        await assertEqual(copy, catalogue.app, what);
        assert.ok(!service.requests.some((path) => /events\?.*version=0/.test(path)), `${what}: not read in full`);
      }
    });

    test("is read in full after five days away, and is never empty or incomplete in between", async (t) => {
      const { catalogue, service, copy, mirror } = await started(t, makeCopy);
      await mirror();
      const before = await copy.catalogue();
      await catalogue.changeProducts([1], () => ({ deleted: true }));
      await catalogue.reprice([2]);
      catalogue.app.clock.now = new Date(testNow.getTime() + 6 * 86_400_000);

      const ids = ({ events, products }: typeof before) => [...events, ...products].map(({ id }) => id);
      const deleted = new Set(ids(before)).difference(new Set(ids(await serviceCatalogue(catalogue.app.url))));
      assert.equal(deleted.size, 1);
      let reads = 0;
      service.before = async () => {
        const now = new Set(ids(await copy.catalogue()));
        const missing = ids(before).filter((id) => !now.has(id) && !deleted.has(id));
        assert.deepEqual(missing, []);
        reads++;
      };
      const { stderr } = await mirror();
      assert.match(stderr, /no longer stores the changes .*\(410\)/);
      assert.ok(reads > 10, `looked ${reads} times`);
      await assertEqual(copy, catalogue.app);
    });
  });
}

test("a record that moved during the first run, and was read twice, is there once", async (t) => {
  const { catalogue, service, copy, mirror } = await started(t, sqliteCopy);
  let moved = false;
  service.before = async (path) => {
    if (moved || !path.startsWith("/api/events") || !path.includes("page=2")) return;
    moved = true;
    // Earlier than all other events: each of them moves by one position, and the last one of page 1 moves to page 2.
    await catalogue.changeEvents([0], (events) => [...events, { ...events[0]!, eventOn: "2026-06-19T06:00" }]);
  };
  await mirror();
  assert.ok(moved);
  const [{ n }] = (await (copy as TableCopy).query("select count(*) - count(distinct id) as n from event")) as [
    { n: number },
  ];
  assert.equal(n, 0);
  await assertEqual(copy, catalogue.app);
});

test("an interrupted run whose versions have expired is replaced by a full one", async (t) => {
  const { catalogue, service, copy, mirror } = await started(t, sqliteCopy);
  await mirror();
  await catalogue.rename([3]);
  const stop = new AbortController();
  service.before = (path) => {
    if (path.startsWith("/api/events")) stop.abort(new Error("stopped"));
  };
  await assert.rejects(mirrorHere([service.url, "--to", copy.to, "--no-details"], { signal: stop.signal }), {
    message: "stopped",
  });
  service.before = () => {};
  await catalogue.changeProducts([5], () => ({ deleted: true }));
  catalogue.app.clock.now = new Date(testNow.getTime() + 6 * 86_400_000);
  await catalogue.rename([4]);
  const { stderr } = await mirror();
  assert.match(stderr, /Continuing with .*\n.*no longer stores the changes .*\(410\)/);
  await assertEqual(copy, catalogue.app);
});

interface Started {
  catalogue: ChangingCatalogue;
  service: Forwarder;
  copy: Copy;
  /** Runs the mirror, which must succeed. */
  mirror: () => Promise<EndedCommand>;
}

async function started(t: TestContext, makeCopy: (t: TestContext) => Promise<Copy>): Promise<Started> {
  const catalogue = await ChangingCatalogue.start(openStore);
  t.after(() => catalogue.app.stop());
  const service = await startForwarder(t, catalogue.app.url);
  const copy = await makeCopy(t);
  const mirror = async () => {
    service.requests.length = 0;
    const ended = await mirrorHere([service.url, "--to", copy.to, "--no-details"]);
    assert.equal(ended.exitCode, 0);
    return ended;
  };
  return { catalogue, service, copy, mirror };
}

async function assertEqual(copy: Copy, { url }: { url: string }, what = "the copy"): Promise<void> {
  assertSame(await copy.catalogue(), await serviceCatalogue(url), what);
}
