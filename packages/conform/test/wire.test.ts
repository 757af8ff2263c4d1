import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { describe, test } from "node:test";
import { encode, exampleResponses, type OperationId, operations } from "@paseo/contract";
import fc from "fast-check";
import { curlLine } from "../src/wire/curl.ts";
import { currencyDecimals, fractionDigits, fromCents, toCents, usdCents } from "../src/wire/decimals.ts";
import { jsonFaults } from "../src/wire/json-shape.ts";
import { schemaNode } from "../src/wire/schema.ts";
import { xmlFaults } from "../src/wire/xml-shape.ts";
import { type Element, readXml } from "../src/wire/xml-tree.ts";

/** The basis of the kit's verdicts: shapes, trees, decimals and the command lines that repeat a request. */

const namespace = "urn:paseo:partner";

describe("shapes", () => {
  for (const id of Object.keys(exampleResponses) as OperationId[]) {
    const schema = schemaNode(operations[id].response);
    test(`the published example of ${id} has no fault in either format`, () => {
      assert.deepEqual(jsonFaults(schema, exampleResponses[id]), []);
      const document = encode(operations[id].response, exampleResponses[id] as never, "xml", { namespace });
      assert.deepEqual(xmlFaults(schema, readXml(document)!), []);
    });
  }

  const product = schemaNode(operations.product.response);
  const changed = (change: (value: Record<string, unknown>) => void): string[] => {
    const value = structuredClone(exampleResponses.product) as unknown as Record<string, unknown>;
    change(value);
    return jsonFaults(product, value);
  };

  test("each fault in JSON is reported with its pointer", () => {
    const items = (value: Record<string, unknown>) => value.items as Record<string, unknown>[];
    const faults: [string[], (value: Record<string, unknown>) => void][] = [
      [["/extra is not a field of the contract"], (value) => Object.assign(value, { extra: 1 })],
      [["/description is missing; JSON must contain null"], (value) => delete value.description],
      [["/name is missing"], (value) => delete value.name],
      [["/name is null, not a text"], (value) => Object.assign(value, { name: null })],
      [
        ['/hasAvailability is the text "true", not true or false'],
        (value) => Object.assign(value, { hasAvailability: "true" }),
      ],
      [["/leadPurchaseDay is 1.5, not an integer"], (value) => Object.assign(value, { leadPurchaseDay: 1.5 })],
      [["/items is an object, not a list"], (value) => Object.assign(value, { items: {} })],
      [['/items/0/id is "7", which is no GUID'], (value) => Object.assign(items(value)[0]!, { id: "7" })],
      [["/location is null, not an object"], (value) => Object.assign(value, { location: null })],
      [
        ['/updatedOn is "2026-03-02", not an ISO 8601 time in UTC'],
        (value) => Object.assign(value, { updatedOn: "2026-03-02" }),
      ],
      [[], (value) => Object.assign(value, { minPrice: null })],
    ];
    for (const [expected, change] of faults) assert.deepEqual(changed(change), expected);
    assert.deepEqual(jsonFaults(product, []), ["the answer is a list, not an object"]);
    assert.equal(
      jsonFaults(schemaNode(operations.products.response), { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 }).length,
      5,
    );
  });

  test("each fault in XML is reported with its path", () => {
    const good = encode(operations.product.response, exampleResponses.product, "xml", { namespace });
    const faults: [string, string | RegExp, string][] = [
      [
        "Product/Items/Item[1]/Id is not an element of the contract: it is an attribute",
        "<Name>Espect",
        "<Id>7</Id><Name>Espect",
      ],
      ["Product has no attribute Id", / Id="8c1f[^"]*"/, ""],
      [
        "Product/CityCode is after ImmediateBooking",
        /(<CityCode>.*?<\/CityCode>)(<ImmediateBooking>.*?<\/ImmediateBooking>)/,
        "$2$1",
      ],
      ["Product/Name occurs more than once", /(<Name>Noche.*?<\/Name>)/, "$1$1"],
      ['Product/LeadPurchaseDay is "one", not an integer', "<LeadPurchaseDay>1<", "<LeadPurchaseDay>one<"],
      ['Product/MinPrice/Value is "2.25e1", not a decimal', "<Value>22.5<", "<Value>2.25e1<"],
      ['Product/HasAvailability is "1", not true or false', "<HasAvailability>true<", "<HasAvailability>1<"],
      ["Product/CancelPurchaseHour is missing", /<CancelPurchaseHour>.*?<\/CancelPurchaseHour>/, ""],
      ["Product/Name has the attribute lang, which the contract does not", "<Name>Noche", '<Name lang="es">Noche'],
      ['Product/Items holds the text "and"', "<Items>", "<Items>and"],
      ["Product/Items/Thing is not an element of the contract: each is a Item", "</Items>", "<Thing/></Items>"],
      [
        "Product/Name is in no namespace, its root in the namespace urn:paseo:partner",
        "<Name>Noche",
        '<Name xmlns="">Noche',
      ],
      ["the root is Producto, not Product", /(<\/?)Product(?=[ >])/g, "$1Producto"],
    ];
    for (const [expected, from, to] of faults) {
      const document = good.replace(from, to);
      assert.notEqual(document, good, expected);
      const [fault] = xmlFaults(product, readXml(document)!);
      assert.ok(fault?.startsWith(expected), `${fault} should be ${expected}`);
    }
  });
});

test("a document's tree has its prefixes, references, sections and comments read", () => {
  const document = `<?xml version="1.0"?><!-- <no> --><p:a xmlns:p="urn:p" xmlns="urn:d" x='1 &lt; "2"' p:y="3">
    <b>&#65;&#x42;&amp;<![CDATA[<raw> & ]]></b><p:c/><d xmlns="" xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/></p:a>`;
  const root = readXml(document)!;
  const names = (element: Element): string => `{${element.namespace}}${element.name}`;
  assert.equal(names(root), "{urn:p}a");
  assert.deepEqual([...root.attributes], [["x", '1 < "2"']]);
  assert.deepEqual(root.children.map(names), ["{urn:d}b", "{urn:p}c", "{}d"]);
  assert.equal(root.children[0]!.text, "AB&<raw> & ");
  assert.deepEqual(
    root.children.map(({ nil }) => nil),
    [false, false, true],
  );
});

describe("decimals", () => {
  test("a price in dollars is rounded half up to the cent, exactly", () => {
    const cases: [price: number, rate: number, usd: number][] = [
      [45, 0.9, 50],
      [180, 5.25, 34.29],
      [1, 8, 0.13],
      [0.005, 1, 0.01],
      [1.005, 1, 1.01],
      [10, 3, 3.33],
      [20, 3, 6.67],
      [1e21, 1, 1e21],
    ];
    for (const [price, rate, usd] of cases) assert.equal(fromCents(usdCents(price, rate)), usd, `${price} / ${rate}`);
  });

  test("an amount converted to cents and back is unchanged", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 14n }), (amount) => {
        assert.equal(toCents(fromCents(amount)), amount);
      }),
    );
    assert.equal(toCents(10.123), undefined);
    assert.deepEqual([fractionDigits(0.1 + 0.2), fractionDigits(1e-7), fractionDigits(1200)], [17, 7, 0]);
    assert.throws(() => toCents(Number.NaN), RangeError);
  });

  test("currencies have the minor digits of ISO 4217", () => {
    assert.deepEqual(["USD", "EUR", "CLP", "JPY", "KWD", "COP", "CLF"].map(currencyDecimals), [2, 2, 0, 0, 3, 2, 4]);
  });
});

describe("the curl command of a request", () => {
  const key = "pk_live_secret";
  /** The arguments that a shell hands to curl, with `KEY` set. */
  function argumentsOf(line: string): string[] {
    const script = `curl() { printf '%s\\0' "$@"; }\nKEY=${key}\n${line}`;
    const { stdout, status, stderr } = spawnSync("sh", ["-c", script], { encoding: "utf8" });
    assert.equal(status, 0, stderr);
    return stdout.split("\0").slice(0, -1);
  }

  test("has everything as it was, but the key", () => {
    const body = `{"apiKey":"${key}","name":"O'Hara $HOME \`id\` \\\\ \\"x\\"\n"}`;
    const url = `http://127.0.0.1/api/x?a=1&b='2'&k=${key}`;
    const line = curlLine(
      { method: "POST", url, headers: { accept: "application/json", "x-api-key": key }, body },
      key,
    );
    assert.ok(!line.includes(key));
    assert.deepEqual(argumentsOf(line), [
      ...["-sS", "-i", "-X", "POST", "-H", "Content-Type:"],
      ...["-H", "accept: application/json", "-H", `x-api-key: ${key}`, "--data-binary", body, url],
    ]);
  });

  test("sends no header that was not sent", () => {
    const line = curlLine({ method: "HEAD", url: "http://h/", headers: { "accept-encoding": "" } });
    assert.deepEqual(argumentsOf(line), ["-sS", "--head", "-H", "Accept:", "-H", "accept-encoding;", "http://h/"]);
  });
});
