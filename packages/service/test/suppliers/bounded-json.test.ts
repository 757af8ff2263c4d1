import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { OutgoingRequest, RequestOutcome } from "../../src/outgoing/request.ts";
import { type ListBounds, parseBounded, parseRecords } from "../../src/suppliers/bounded-json.ts";
import { octoCalls } from "../../src/suppliers/octo/calls.ts";
import { ProductsRead } from "../../src/suppliers/octo/products.ts";

/** JSON of suppliers: the work that an answer causes is bounded, whatever it holds. */

const most: ListBounds = { records: 50, recordLength: 1_000, values: 2_000 };

test("a list of records is read as JSON.parse reads it, and any other text is refused", async () => {
  const expected = (text: string): object[] | null => {
    try {
      const value: unknown = JSON.parse(text);
      const isRecord = (one: unknown) => typeof one === "object" && one !== null && !Array.isArray(one);
      return Array.isArray(value) && value.every(isRecord) ? value : null;
    } catch {
      return null;
    }
  };
  const check = async (text: string) => {
    const read = await parseRecords(text, { records: 1e6, recordLength: 1e6, values: 1e6 });
    assert.deepEqual(typeof read === "string" ? null : read, expected(text), text);
  };
  const records = fc.array(fc.dictionary(fc.string({ maxLength: 4 }), fc.jsonValue({ maxDepth: 3 })), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(
      records,
      fc.nat(),
      fc.constantFrom(...'[]{},:"\\ 1x'),
      fc.boolean(),
      async (list, at, character, cut) => {
        const text = JSON.stringify(list, null, at % 3);
        await check(text);
        const place = at % (text.length + 1);
        await check(cut ? text.slice(0, place) : `${text.slice(0, place)}${character}${text.slice(place)}`);
      },
    ),
  );
  for (const text of [
    "",
    " ",
    "[]",
    " [ ] ",
    "[,]",
    "[{},]",
    "[{} {}]",
    "[{}]]",
    "[{}] x",
    "{}",
    "[[]]",
    "[1]",
    '["]"]',
  ])
    await check(text);
});

test("records, their length, their values and their depth are bounded", async () => {
  const refused = async (text: string, why: RegExp) => assert.match(String(await parseRecords(text, most)), why);
  const list = (n: number, record = "{}") => `[${Array(n).fill(record).join(",")}]`;
  assert.equal((await parseRecords(list(50), most)).length, 50);
  await refused(list(51), /more than 50 records/);
  await refused(list(1, `{"a":"${"x".repeat(1_000)}"}`), /more than 1000 characters/);
  await refused(list(30, `{"a":[${Array(100).fill(0).join(",")}]}`), /more than 2000 values/);
  const deep = `{"a":${"[".repeat(40)}${"]".repeat(40)}}`;
  await refused(list(1, deep), /nested deeper than 32/);
  assert.equal(parseBounded(deep, 1_000), undefined);
  assert.deepEqual(parseBounded('{"a":[1,2]}', 4), { a: [1, 2] });
  assert.equal(parseBounded('{"a":[1,2]}', 3), undefined);
});

test("28 MB of small objects at any address of a supplier are refused before they are parsed", async () => {
  const body = `[${"{},".repeat(9_300_000)}{}]`;
  const asked: OutgoingRequest[] = [];
  const send = async (request: OutgoingRequest): Promise<RequestOutcome> => {
    asked.push(request);
    const cut = body.length > request.maxAnswerBytes;
    return { outcome: "answered", status: 200, headers: {}, body: body.slice(0, request.maxAnswerBytes), cut, ms: 1 };
  };
  const call = octoCalls(send, { url: "https://a.example", key: "k", lang: "es", allowPrivate: false }, 10_000);
  assert.deepEqual(await call.products(), {
    message: "The supplier's list of products has more than 5000 records.",
    bytes: body.length,
  });
  const reply = await call({ method: "GET", path: "/bookings/x" });
  assert.deepEqual([reply.kind, asked.map(({ maxAnswerBytes }) => maxAnswerBytes)], ["lost", [33_554_432, 262_144]]);
});

test("a long list that is refused is not asked for again within a minute, and a short one is", async () => {
  for (const [key, body, requests] of [
    ["long", `[${"{},".repeat(400_000)}{}]`, 1],
    ["short", "[1]", 2],
  ] as const) {
    let asked = 0;
    const send = async (): Promise<RequestOutcome> => {
      asked++;
      return { outcome: "answered", status: 200, headers: {}, body, cut: false, ms: 1 };
    };
    const to = { url: "https://long.example", key, lang: "es", allowPrivate: false };
    const read = () => ProductsRead.of(to).read(octoCalls(send, to, 10_000));
    assert.deepEqual(await read(), await read());
    assert.equal(asked, requests, key);
  }
});
