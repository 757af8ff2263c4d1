import assert from "node:assert/strict";
import { test } from "node:test";
import { answerFault } from "../fuzz/checks.ts";
import { Random } from "../fuzz/random.ts";
import type { Answer, FuzzRequest } from "../fuzz/target.ts";
import { packWorkbook, unpackWorkbook } from "../fuzz/xlsx.ts";

/** Controls that prove that the fuzzer detects faults. fuzz.deep.test.ts is a short run. */

const sample = (family: string, path: string): FuzzRequest => ({
  family,
  method: "GET",
  path,
  headers: {},
  sender: "nobody",
});
const answer = (status: number, type: string, body: string, headers = {}): Answer => ({
  status,
  headers: { "content-type": type, ...headers },
  body: Buffer.from(body),
  ms: 1,
});

test("control: a 500, a 503 without Retry-After and an answer that cannot be read are findings", () => {
  const json = "application/problem+json; charset=utf-8";
  const xml = "application/xml; charset=utf-8";
  const cases: [Answer, RegExp | undefined][] = [
    [answer(500, json, '{"code":"internal-error"}'), /answered with 500/],
    [answer(503, json, '{"code":"overloaded"}'), /answered with 503/],
    [answer(503, json, '{"code":"overloaded"}', { "retry-after": "1" }), undefined],
    [answer(400, json, "{"), /cannot be read/],
    [answer(400, json, "{}"), /without code/],
    [answer(200, xml, "<a><b></a>"), /cannot be read/],
    [answer(200, "application/json", '{"values":7}'), /does not fit its schema/],
    [answer(404, json, '{"code":"not-found"}'), undefined],
  ];
  for (const [given, expected] of cases) {
    const fault = answerFault(sample("currencies read", "/api/Currencies/?x=1"), given);
    if (expected) assert.match(fault ?? "nothing", expected);
    else assert.equal(fault, undefined);
  }
  // A broken address can be the address of another operation.
  const other = answer(200, "application/json", '{"values":7}');
  assert.equal(answerFault(sample("currencies read", "/api/currenc"), other), undefined);
});

test("a workbook has the same parts after it was packed", () => {
  const parts = new Map([["a.xml", Buffer.from("<a/>")]]);
  assert.deepEqual(unpackWorkbook(packWorkbook(parts)), parts);
});

test("the same seed makes the same choices", () => {
  const random = (seed: number) => {
    const one = new Random(seed);
    return one.list(20, () => one.int(1000));
  };
  assert.deepEqual(random(7), random(7));
  assert.notDeepEqual(random(7), random(8));
});
