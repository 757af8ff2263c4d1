import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { components } from "../src/components.ts";
import { encode, exampleRequests, exampleResponses, operations } from "../src/index.ts";
import { valuesOf } from "./support/arbitraries.ts";
import { formats, namespace, read } from "./support/reading.ts";

/** Written by codecs of their own, or as JSON only. */
const others = ["Problem", "OrderNotification", "ChangeNotification", "CatalogNotification"];

for (const [name, schema] of Object.entries(components).filter(([name]) => !others.includes(name))) {
  test(`every ${name} comes back from JSON and from XML as it went`, () => {
    fc.assert(
      fc.property(valuesOf(schema), (value) => {
        for (const format of formats)
          assert.deepEqual(read(schema, encode(schema, value, format, { namespace }), format), value);
      }),
      { numRuns: 60 },
    );
  });
}

test("every published example is unchanged after encoding and decoding in both formats", () => {
  for (const { id, ...operation } of Object.values(operations)) {
    const pairs = [[operation.response, exampleResponses[id]]] as [typeof operation.response, object][];
    if ("request" in operation) pairs.push([operation.request as never, exampleRequests[id as "eventbook"]]);
    for (const [schema, value] of pairs) {
      for (const format of formats) {
        const returned = read(schema, encode(schema, value as never, format, { namespace }), format);
        assert.deepEqual(returned, value, `${id} in ${format}`);
      }
    }
  }
});
