import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { limits, orderStatuses, pageSizes } from "@paseo/contract";
import { allSettings } from "../../src/config.ts";
import { liveRetrySeconds } from "../../src/domain/callbacks/schedule.ts";
import { answerStorageHours } from "../../src/store/booking/answers.ts";
import { sandboxDomain, sandboxTriggers } from "../../src/suppliers/sandbox.ts";
import { texts } from "../../src/texts/texts.ts";
import { root } from "./demo.ts";
import { guideLanguages, guidePages, tableRows } from "./pages.ts";

/** Compares the tables of the partner's guide with the code, in every language. */

const read = (path: string): Promise<string> => readFile(join(root, path), "utf8");

/** Every problem that a partner can receive, as `status code`. In the source, the code is beside its status. */
async function problemsInCode(): Promise<Set<string>> {
  const files = await Array.fromAsync(glob("packages/service/src/{http,web}/**/*.ts", { cwd: root }));
  // Pages for suppliers, payment providers and the console are not for partners.
  const sources = await Promise.all(
    files.filter((path) => !/supplier|console|routes\/payments\.ts/.test(path)).map(read),
  );
  const made = sources.flatMap((source) => [
    ...[...source.matchAll(/new ProblemError\(\s*(\d+),\s*"([\w-]+)"/g)].map(([, status, code]) => `${status} ${code}`),
    ...Object.entries(statusOfHelper).flatMap(([helper, status]) =>
      [...source.matchAll(new RegExp(`\\b${helper}\\(\\s*"([\\w-]+)"`, "g"))].map(([, code]) => `${status} ${code}`),
    ),
  ]);
  const [, ofBodies] = /code: ("[^;]+");/.exec(await read("packages/contract/src/codec/refusal.ts"))!;
  const bodies = [...ofBodies!.matchAll(/"([\w-]+)"/g)].map(([, code]) => `400 ${code}`);
  return new Set([...made, ...bodies]);
}
const statusOfHelper = { badRequest: 400, conflict: 409, gone: 410, unprocessable: 422 };

/** Every refusal code. */
const refusalsInCode = Object.keys(texts.en.refusals);

const missLimit = "packages/service/src/web/call-limit.ts";
const hours = (ms: number): number => ms / 3_600_000;

/** The values of the table of limits, in the order of its rows. */
const limitsInCode = [
  limits.email,
  limits.phoneNumber,
  limits.callbackUrl,
  limits.externalReference,
  limits.apiKey,
  limits.whiteLabelCode,
  limits.code,
  limits.answer,
  limits.tickets,
  limits.answers,
  limits.quantity,
  limits.query,
  limits.bodyBytes,
  limits.xmlDepth,
  limits.xmlNodes,
  pageSizes.products,
  pageSizes.events,
  limits.retentionDays,
  allSettings.PRICE_HOLD_MINUTES.default,
  hours(answerStorageHours * 3_600_000),
];

for (const language of guideLanguages) {
  const pages = new Map((await guidePages(language)).map((page) => [page.name, page]));
  const rows = (page: string, table: string) => tableRows(pages.get(page)!, table);

  test(`${language}: the problems are those that the service returns`, async () => {
    const inCode = await problemsInCode();
    assert.ok(inCode.size > 20, "the problems were found");
    const listed = rows("errors.md", "problems").map(([status, code]) => `${status} ${code}`);
    assert.deepEqual(listed.toSorted(), [...inCode].toSorted());
  });

  test(`${language}: the refusals are those of the code`, async () => {
    const listed = rows("errors.md", "refusals").map(([code]) => code);
    assert.deepEqual(listed, refusalsInCode);
  });

  test(`${language}: the limits are the contract's`, async () => {
    const [, misses] = /constructor\(name: string, most = (\d+), windowMs = 60_000\)/.exec(await read(missLimit))!;
    const listed = rows("errors.md", "limits").map(([, limit]) => Number.parseInt(limit!, 10));
    assert.deepEqual(listed, [...limitsInCode, Number(misses)]);
  });

  test(`${language}: the triggers are the sandbox's`, () => {
    const listed = rows("testing.md", "triggers").map(([address, n]) => [address, n!.replace(/ (a|to) /, " to ")]);
    const inCode = Object.entries(sandboxTriggers).map(([name, { n }]) => [
      `${name}@${sandboxDomain}`,
      n ? `${n[0]} to ${n[1]}` : "–",
    ]);
    assert.deepEqual(listed, inCode);
  });

  test(`${language}: the statuses are an order's`, () => {
    const listed = rows("orders.md", "statuses").map(([status]) => status);
    assert.deepEqual(listed, [...orderStatuses]);
  });

  test(`${language}: the times between callback attempts are those of the page`, () => {
    const row = rows("orders.md", "attempts").at(-1)![1]!;
    const numbers = row.match(/\d+/g)!.map(Number);
    assert.deepEqual(numbers.slice(0, liveRetrySeconds.length), [
      ...liveRetrySeconds.slice(0, 2),
      ...liveRetrySeconds.slice(2, 5).map((seconds) => seconds / 60),
      ...liveRetrySeconds.slice(5).map((seconds) => seconds / 3600),
    ]);
  });
}
