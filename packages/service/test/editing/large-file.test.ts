import assert from "node:assert/strict";
import { constants } from "node:buffer";
import { test } from "node:test";
import fc from "fast-check";
import { recordsIn } from "../../src/domain/editing/files/records.ts";
import { checkCatalogue, FileChanged, productParts } from "../../src/domain/import/catalogue-stream.ts";
import { refusal } from "../../src/texts/field-refusals.ts";
import { boat, testCatalogue } from "../support/samples/catalogue.ts";

/** Catalogue files are read record by record: their size does not matter. */

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield Buffer.from(bytes.subarray(at, at + size));
}

test("a file that is longer than the longest text is read, in little memory", async () => {
  const spaces = Buffer.alloc(1024 * 1024, "\n");
  async function* file(): AsyncGenerator<Buffer> {
    yield Buffer.from(`{"currencies":${JSON.stringify(testCatalogue.currencies)},"products":[`);
    for (let n = 0; n < 20; n++) {
      for (let read = 0; read < constants.MAX_STRING_LENGTH / 20; read += spaces.length) yield spaces;
      yield Buffer.from(`${n > 0 ? "," : ""}${JSON.stringify({ ...boat, externalId: `boat-${n}` })}`);
    }
    yield Buffer.from("]}");
  }
  const before = process.memoryUsage().rss;
  const { problems, outline, hash, placeOf } = await checkCatalogue(file());
  assert.deepEqual(problems, []);
  assert.equal(outline.products!.length, 20);
  assert.ok(placeOf("/products/19/name").place.line > constants.MAX_STRING_LENGTH);
  const parts = await Array.fromAsync(productParts(file(), hash));
  assert.deepEqual(
    parts.flat().map(({ externalId }) => externalId),
    Array.from({ length: 20 }, (_, n) => `boat-${n}`),
  );
  const grown = (process.memoryUsage().rss - before) / 1024 / 1024;
  assert.ok(grown < 200, `${grown} MiB`);
});

test("any lists are found as JSON.parse reads them, wherever the chunks end", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(
        fc.string(),
        fc.oneof(
          fc.array(fc.jsonValue()),
          fc.jsonValue().filter((value) => !Array.isArray(value)),
        ),
        { noNullPrototype: true },
      ),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(undefined, 1, "\t"),
      async (value, size, indent) => {
        const bytes = Buffer.from(JSON.stringify(value, null, indent));
        const read: [string, unknown][] = [];
        const lists = new Map<string, unknown[]>();
        for await (const found of recordsIn(chunksOf(bytes, size))) {
          if ("list" in found) {
            lists.set(found.name, []);
            read.push([found.name, lists.get(found.name)]);
            continue;
          }
          assert.deepEqual(bytes.subarray(found.offset, found.offset + found.bytes.length), found.bytes);
          assert.equal(bytes.subarray(0, found.offset).toString().split("\n").length, found.line);
          const record: unknown = JSON.parse(found.bytes.toString());
          if (found.index === null) read.push([found.name, record]);
          else assert.equal(lists.get(found.name)!.push(record) - 1, found.index);
        }
        assert.deepEqual(read, Object.entries(JSON.parse(bytes.toString())));
      },
    ),
    { numRuns: 300 },
  );
});

test("text that is not JSON is refused, wherever the chunks end", async () => {
  const good = '{"a":[1,"x,]}\\\\",{"b":[[]]}],"c":null}';
  for (let at = 0; at < good.length; at++)
    for (const bad of [
      good.slice(0, at) + good.slice(at + 1),
      `${good.slice(0, at)},${good.slice(at)}`,
      good.slice(0, at),
    ]) {
      let isJson = true;
      try {
        JSON.parse(bad);
      } catch {
        isJson = false;
      }
      const reading = (async () => {
        for await (const found of recordsIn(chunksOf(Buffer.from(bad), 3)))
          if (!("list" in found)) JSON.parse(found.bytes.toString());
      })();
      if (isJson) await reading;
      else await assert.rejects(reading, Error, bad);
    }
});

test("a list that is there twice is a problem, and so is a value that repeats in another part", async () => {
  const currency = testCatalogue.currencies![0]!;
  const text = `{"currencies":[${JSON.stringify(currency)},${JSON.stringify(currency)}],"pages":[],"pages":[]}`;
  const { problems } = await checkCatalogue(chunksOf(Buffer.from(text), 10));
  assert.deepEqual(problems, [
    {
      pointer: "/currencies/1/code",
      ...refusal("already-appears", { value: currency.code, place: "/currencies/0/code" }),
    },
    { pointer: "/pages", ...refusal("present-twice") },
  ]);
});

test("a file that changes between the two readings is not imported", async () => {
  const file = (name: string) => chunksOf(Buffer.from(JSON.stringify({ products: [{ ...boat, name }] })), 1000);
  const { hash } = await checkCatalogue(file("One"));
  await assert.rejects(Array.fromAsync(productParts(file("Two"), hash)), FileChanged);
});
