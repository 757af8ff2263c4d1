import assert from "node:assert/strict";
import { test } from "node:test";
import { adminOpenapi } from "../../src/admin/openapi.ts";
import { adminOperations } from "../../src/admin/operations.ts";

/** Numbers that the back office takes have bounds: a number above PostgreSQL's integers in a statement would be a 500. */

interface Schema {
  type?: string;
  minimum?: number;
  maximum?: number;
}

/** The schemas of numbers within a value of the document, with their places. */
function numbersIn(value: unknown, place: string): [string, Schema][] {
  if (value === null || typeof value !== "object") return [];
  const { type } = value as Schema;
  const own: [string, Schema][] = type === "integer" || type === "number" ? [[place, value as Schema]] : [];
  return [...own, ...Object.entries(value).flatMap(([name, inner]) => numbersIn(inner, `${place}/${name}`))];
}

const fitsInteger = (bound: number | undefined): boolean => bound !== undefined && (bound | 0) === bound;
const isBounded = ({ minimum, maximum }: Schema): boolean => fitsInteger(minimum) && fitsInteger(maximum);

interface Document {
  paths: Record<string, Record<string, { operationId: string; parameters?: unknown; requestBody?: unknown }>>;
  components: { schemas: object };
}

test("every number that the back office takes has bounds within PostgreSQL's integers", () => {
  const { paths } = JSON.parse(JSON.stringify(adminOpenapi(adminOperations))) as Document;
  const requests = Object.values(paths)
    .flatMap((path) => Object.values(path))
    .map(({ operationId, parameters, requestBody }) => ({ operationId, request: { parameters, requestBody } }));
  // The document writes schemas of requests in place. Only answers refer to shared schemas.
  assert.doesNotMatch(JSON.stringify(requests), /\$ref/);
  const numbers = requests.flatMap(({ operationId, request }) => numbersIn(request, operationId));
  const unbounded = numbers.filter(([, schema]) => !isBounded(schema)).map(([place]) => place);
  assert.deepEqual(unbounded, []);
  assert.ok(numbers.length > 50, `${numbers.length}`);
});

test("control: a number without one of its bounds, or with a larger one, is found", () => {
  const bounds = [{}, { minimum: 0 }, { maximum: 9 }, { minimum: 0, maximum: 2 ** 31 }, { minimum: 0, maximum: 9 }];
  const found = numbersIn(
    bounds.map((given) => ({ items: { type: "integer", ...given } })),
    "",
  );
  assert.deepEqual(
    found.map(([, schema]) => isBounded(schema)),
    [false, false, false, false, true],
  );
});
