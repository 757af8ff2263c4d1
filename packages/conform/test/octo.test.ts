import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import { octoChecks } from "../src/octo/checks/index.ts";
import { conformOcto } from "../src/octo/conform-octo.ts";
import { readCommand, UsageError } from "../src/options.ts";
import { writeReport } from "../src/reports/index.ts";
import { type CheckResult, checkTheme } from "../src/reports/report.ts";
import { rowsOf, startBroken } from "./support/broken-service.ts";
import { octoFaults } from "./support/faults-octo.ts";
import { type OctoTarget, startOctoTarget } from "./support/octo-target.ts";

/** The checks of OCTO against the real service, and against suppliers with one fault each. */

let target: OctoTarget;
before(async () => {
  target = await startOctoTarget();
});
after(() => target?.stop());

const named = (results: CheckResult[], verdict: CheckResult["verdict"]): string[] =>
  results.filter((result) => result.verdict === verdict).map(({ id }) => id);

test("the real service passes every check, and no booking of the run stays", async (t) => {
  const placed = new Set<string>();
  const { url } = await startBroken(t, new URL(target.url).origin, {
    onRequest: ({ method, path, body }) => {
      if (method === "POST" && path === "/octo/bookings") placed.add(JSON.parse(body).uuid);
      return undefined;
    },
  });
  const report = await conformOcto({ url: `${url}/octo`, key: target.key });
  assert.deepEqual(
    report.checks.filter(({ verdict }) => verdict !== "pass"),
    [],
  );
  assert.equal(report.totals.pass, octoChecks.length);
  assert.match(writeReport(report, "text"), /latency\.availability\n {6}median \d+ ms, slowest \d+ ms of 5 answers\n/);
  assert.ok(placed.size > 10);
  for (const uuid of placed) {
    const answer = await fetch(`${target.url}/bookings/${uuid}`, {
      headers: { authorization: `Bearer ${target.key}` },
    });
    const { status } = (await answer.json()) as { status?: string };
    assert.ok(status === undefined || status === "CANCELLED" || status === "EXPIRED", status);
  }
});

test("a read-only run books nothing", async (t) => {
  const sent: string[] = [];
  const { url } = await startBroken(t, new URL(target.url).origin, {
    onRequest: ({ method, path }) => {
      sent.push(`${method} ${path.slice("/octo".length)}`);
      return undefined;
    },
  });
  const report = await conformOcto({ url: `${url}/octo`, key: target.key, readOnly: true });
  assert.deepEqual(named(report.checks, "fail"), []);
  const booking = octoChecks.filter(({ needs }) => needs === "booking").map(({ id }) => id);
  assert.deepEqual(named(report.checks, "skipped"), booking);
  assert.deepEqual(
    sent.filter((line) => /^(POST|PATCH) \/bookings/.test(line)),
    [],
  );
});

describe("a supplier with one fault fails the check for it", () => {
  for (const { name, ids, fault } of rowsOf(octoFaults))
    test(name, async (t) => {
      const broken = await startBroken(t, new URL(target.url).origin, fault);
      const { checks } = await conformOcto({ url: `${broken.url}/octo`, key: target.key, only: ids });
      assert.deepEqual(named(checks, "fail"), ids, JSON.stringify(checks));
      assert.ok(!JSON.stringify(checks).includes(target.key), "the key is masked");
    });

  test("every check detects a fault", () => {
    const caught = new Set(rowsOf(octoFaults).flatMap(({ ids }) => ids));
    assert.deepEqual(
      octoChecks.map(({ id }) => id).filter((id) => !caught.has(id)),
      [],
    );
  });
});

test("a supplier that refuses the key, or is elsewhere, cannot be tested", async () => {
  await assert.rejects(conformOcto({ url: target.url, key: "pk_unknown" }), /refuses the key/);
  await assert.rejects(conformOcto({ url: `${target.url}/no-such`, key: target.key }), /answers 404/);
  await assert.rejects(conformOcto({ url: target.url, key: target.key, only: ["no-such"] }), /no check matches/);
});

test("the command reads its address and its key", () => {
  const command = readCommand(["octo", "http://a/octo", "secret", "--only", "retry", "--report", "json"]);
  assert.deepEqual(command, {
    ...{ run: "test-supplier", url: "http://a/octo", key: "secret", only: ["retry"], readOnly: false },
    ...{ report: "json", out: undefined, timeoutMs: 30_000, maxRequests: 1000 },
  });
  assert.equal((readCommand(["octo", "http://a"], { PASEO_KEY: "one" }) as { key: string }).key, "one");
  assert.deepEqual(readCommand(["octo", "--list"]), { run: "list-octo" });
  for (const args of [
    ["octo"],
    ["octo", "http://a"],
    ["octo", "http://a", "b", "c"],
    ["octo", "http://a", "b", "--lang", "es"],
    ["octo", "http://a", "b", "--namespace", "urn:x"],
  ])
    assert.throws(() => readCommand(args), UsageError, args.join(" "));
});

test("the page lists every theme with its number of checks", async () => {
  const page = await readFile(new URL("../../../docs/reference/conformance.md", import.meta.url), "utf8");
  for (const theme of new Set(octoChecks.map(checkTheme))) {
    const count = octoChecks.filter((check) => checkTheme(check) === theme).length;
    assert.ok(page.includes(`| \`${theme}\` | ${count} |`), `${theme} has ${count}`);
  }
});
