import assert from "node:assert/strict";
import test from "node:test";
import * as contract from "../src/index.ts";
import { id, namespace } from "./support/reading.ts";

const ticket = {
  code: "A&B",
  unitPrice: { currencyCode: "EUR", value: 12.5 },
  unitUsdPrice: { currencyCode: "USD", value: 1e-7 },
};
const event = {
  id,
  itemId: id,
  eventOn: "2026-05-16T20:30:00",
  availabilityCode: "black-out" as const,
  tickets: [ticket],
};
const declaration = '<?xml version="1.0" encoding="utf-8"?>\n';

test("XML has attributes, children in the contract's order and amounts without exponents", () => {
  assert.equal(
    contract.encode(contract.Event, { ...event, tickets: [ticket] }, "xml", { namespace }),
    `${declaration}<Event xmlns="${namespace}" Id="${id}"><ItemId>${id}</ItemId><EventOn>2026-05-16T20:30:00</EventOn>` +
      "<AvailabilityCode>black-out</AvailabilityCode><Tickets>" +
      '<Ticket Code="A&amp;B"><UnitPrice CurrencyCode="EUR"><Value>12.5</Value></UnitPrice>' +
      '<UnitUsdPrice CurrencyCode="USD"><Value>0.0000001</Value></UnitUsdPrice></Ticket></Tickets></Event>',
  );
});

test("XML omits null, writes an empty collection as an empty element and deleted ids as Id", () => {
  const answer = { id, totalUsd: null, isValid: false, errors: [], questions: [] };
  assert.equal(
    contract.encode(contract.ValidateResponse, answer, "xml", { namespace }),
    `${declaration}<Event xmlns="${namespace}" Id="${id}"><IsValid>false</IsValid><Errors></Errors><Questions></Questions></Event>`,
  );
  const page = {
    currentPage: 1,
    pageSize: 500,
    totalCount: 2,
    totalPages: 1,
    hasPreviousPage: false,
    hasNextPage: false,
  };
  const xml = contract.encode(contract.PagedDeletedProducts, { ...page, values: [id, id] }, "xml", { namespace });
  assert.ok(xml.endsWith(`<Values><Id>${id}</Id><Id>${id}</Id></Values></PagedResponse>`), xml);
});

test("the namespace is escaped", () => {
  const xml = contract.encode(contract.VersionResponse, { updateVersion: 1, deleteVersion: 0 }, "xml", {
    namespace: 'urn:a"b&c',
  });
  assert.ok(xml.includes('xmlns="urn:a&quot;b&amp;c"'), xml);
});

test("numbers of any size are written without an exponent", () => {
  const written = (value: number) =>
    /<Value>(.*)<\/Value>/.exec(
      contract.encode(contract.Price, { currencyCode: "EUR", value }, "xml", { namespace }),
    )?.[1];
  assert.equal(written(1.5e21), "1500000000000000000000");
  assert.equal(written(-1.25e-9), "-0.00000000125");
  assert.equal(written(1e23), "100000000000000000000000");
  assert.equal(written(-0), "0");
});

test("a number that is not finite is never written", () => {
  for (const format of ["json", "xml"] as const) {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const price = { currencyCode: "EUR", value };
      assert.throws(() => contract.encode(contract.Price, price, format, { namespace }), RangeError);
    }
  }
});

test("JSON has exactly the contract's fields in its order, null written, whatever the value's own order", () => {
  const page = {
    url: "//u",
    published: true,
    cityCode: null,
    secret: "no",
    pageTypeCode: "city" as const,
    name: "n",
    id,
  };
  assert.equal(
    contract.encode(contract.Page, page, "json", { namespace }),
    `{"id":"${id}","name":"n","pageTypeCode":"city","cityCode":null,"published":true,"url":"//u"}`,
  );
});

test("a frozen list is written alike each time, and another list as it is", () => {
  const json = (tickets: (typeof ticket)[]) =>
    contract.encode(contract.Event, { ...event, tickets }, "json", { namespace });
  const [frozen, open] = [Object.freeze([ticket]) as (typeof ticket)[], [ticket]];
  const first = json(open);
  assert.deepEqual([json(frozen), json(frozen)], [first, first]);
  open.push({ ...ticket, code: "B" });
  assert.equal(JSON.parse(json(open)).tickets[1].code, "B");
});

test("a nullable field that the value lacks is null in JSON", () => {
  const location = { venue: "v", address: "a" } as never;
  assert.equal(
    contract.encode(contract.Location, location, "json", { namespace }),
    '{"venue":"v","address":"a","latitude":null,"longitude":null}',
  );
});

test("characters that XML cannot carry become U+FFFD in both formats, and no other does", () => {
  const name = "a\0b\u0008c\ud800d\udc00e\uffffF\ufffe😀\ud83d";
  const clean = "a\ufffdb\ufffdc\ufffdd\ufffde\ufffdF\ufffd😀\ufffd";
  const error = { code: "c", message: name };
  const json = contract.encode(contract.ErrorEntry, error, "json", { namespace });
  assert.equal(JSON.parse(json).message, clean);
  const xml = contract.encode(contract.ErrorEntry, error, "xml", { namespace });
  assert.ok(xml.includes(`<Message>${clean}</Message>`), xml);
  const selection = { code: "x\u0001\ud800", quantity: 1 };
  assert.ok(
    contract.encode(contract.TicketSelection, selection, "xml", { namespace }).includes('Code="x\ufffd\ufffd"'),
  );
});

test("problem details in both formats", () => {
  const problem = { ...contract.exampleProblem, title: "Bad <Request>" };
  assert.deepEqual(JSON.parse(contract.encodeProblem(problem, "json")), problem);
  assert.equal(
    contract.encodeProblem(problem, "xml"),
    `${declaration}<problem xmlns="urn:ietf:rfc:7807"><type>urn:paseo:problem:invalid-field</type><title>Bad &lt;Request&gt;</title><status>400</status>` +
      "<detail>quantity must be an integer from 0 to 9999.</detail><code>invalid-field</code><errors><i>" +
      "<pointer>/tickets/0/quantity</pointer><detail>quantity must be an integer from 0 to 9999</detail></i></errors></problem>",
  );
  const { errors: _, ...short } = problem;
  assert.ok(!contract.encodeProblem(short, "xml").includes("errors"));
});
