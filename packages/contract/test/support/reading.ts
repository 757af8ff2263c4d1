import assert from "node:assert/strict";
import type Type from "typebox";
import type { BodyProblem, Format } from "../../src/index.ts";
import { decode } from "../../src/index.ts";

export const namespace = "urn:paseo:partner";
export const formats: Format[] = ["json", "xml"];

/** Decodes a body that must be readable, and returns its value. */
export function read<S extends Type.TSchema>(schema: S, body: string, format: Format): Type.Static<S> {
  const decoded = decode(schema, body, format, { namespace });
  assert.ok(decoded.ok, `refused: ${JSON.stringify(decoded)}`);
  return decoded.value;
}

/** Decodes a body that must not be readable, and returns the problem. */
export function refuse(schema: Type.TSchema, body: string, format: Format): BodyProblem {
  const decoded = decode(schema, body, format, { namespace });
  assert.ok(!decoded.ok, `accepted: ${body.slice(0, 200)}`);
  return decoded.problem;
}

/** Returns the details of a problem by pointer. */
export const findings = (problem: BodyProblem): Record<string, string> =>
  Object.fromEntries((problem.errors ?? []).map(({ pointer, detail }) => [pointer, detail]));

export const id = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";

/** Writes a validate request in XML with these children. */
export const eventXml = (children: string, attributes = `xmlns="${namespace}" Id="${id}"`): string =>
  `<Event ${attributes}>${children}</Event>`;

export const keyAndTickets = `<ApiKey>k</ApiKey><Tickets><Ticket Code="ADULT"><Quantity>2</Quantity></Ticket></Tickets>`;
export const validateRequest = { id, apiKey: "k", tickets: [{ code: "ADULT", quantity: 2 }] };
