import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before } from "node:test";
import fc from "fast-check";
import type Type from "typebox";
import * as contract from "../src/index.ts";
import { valuesOf } from "./support/arbitraries.ts";
import { eventXml, id, keyAndTickets, namespace } from "./support/reading.ts";

let directory: string;

before(() => {
  const { error } = spawnSync("xmllint", ["--version"]);
  assert.ok(!error, "xmllint is needed to test the XSD: install it (Debian: apt-get install libxml2-utils)");
  directory = mkdtempSync(join(tmpdir(), "paseo-xsd-"));
  writeFileSync(join(directory, "schema.xsd"), contract.xsd(namespace));
  writeFileSync(join(directory, "problem.xsd"), contract.problemXsd());
});
after(() => rmSync(directory, { recursive: true, force: true }));

/** The documents that the schema refuses, each with what xmllint says of it. One process for all. */
function refusals(documents: string[], schema = "schema.xsd"): string[] {
  const files = documents.map((document, index) => {
    const file = join(directory, `${index}.xml`);
    writeFileSync(file, document);
    return file;
  });
  const { stderr, status } = spawnSync(
    "xmllint",
    ["--nonet", "--noout", "--schema", join(directory, schema), ...files],
    {
      encoding: "utf8",
      maxBuffer: 1e8,
    },
  );
  const valid = new Set(stderr.split("\n").flatMap((line) => /^(.*) validates$/.exec(line)?.[1] ?? []));
  const refused = files.filter((file) => !valid.has(file));
  assert.equal(status === 0, refused.length === 0, stderr);
  return refused.map(
    (file) => `${stderr.split("\n").find((line) => line.startsWith(file))}\n${readFileSync(file, "utf8")}`,
  );
}

const operations: contract.Operation[] = Object.values(contract.operations);
const write = (schema: Type.TSchema, value: unknown) => contract.encode(schema, value as never, "xml", { namespace });

test("every published example fits the XSD", () => {
  const documents = operations.flatMap(({ id, request, response }) => [
    write(response, contract.exampleResponses[id as contract.OperationId]),
    ...(request ? [write(request, contract.exampleRequests[id as "eventbook"])] : []),
  ]);
  assert.equal(documents.length, operations.length + operations.filter(({ request }) => request).length);
  assert.deepEqual(refusals(documents), []);
});

test("problem documents fit both XSDs", () => {
  const { errors: _, ...short } = contract.exampleProblem;
  const documents = [contract.exampleProblem, short].map((problem) => contract.encodeProblem(problem, "xml"));
  assert.deepEqual(refusals(documents), []);
  assert.deepEqual(refusals(documents, "problem.xsd"), []);
});

test("whatever a schema allows fits the XSD", () => {
  const documents = operations.flatMap(({ request, response }) =>
    [response, ...(request ? [request] : [])].flatMap((schema) =>
      fc.sample(valuesOf(schema, { amounts: true }), 50).map((value) => write(schema, value)),
    ),
  );
  assert.deepEqual(refusals(documents), []);
});

test("the XSD refuses what the validator refuses", () => {
  const selections = [
    eventXml(keyAndTickets.replace("<Quantity>2", "<Quantity>10000")),
    eventXml(keyAndTickets.replace("<Quantity>2", "<Quantity>two")),
    eventXml(keyAndTickets.replace(' Code="ADULT"', "")),
    eventXml(keyAndTickets.replace("<ApiKey>k</ApiKey>", "")),
    eventXml(keyAndTickets.replace("<ApiKey>k", `<ApiKey>${"k".repeat(129)}`)),
    eventXml(keyAndTickets, `xmlns="${namespace}" Id="12"`),
    eventXml(keyAndTickets, `xmlns="urn:other" Id="${id}"`),
  ];
  const bookings = [
    write(contract.BookRequest, { ...contract.exampleRequests.eventbook, email: "nobody" }),
    write(contract.BookRequest, { ...contract.exampleRequests.eventbook, totalUsd: { currencyCode: "EUR", value: 1 } }),
  ];
  for (const [schema, documents] of [
    [contract.ValidateRequest, selections],
    [contract.BookRequest, bookings],
  ] as const) {
    for (const document of documents) assert.ok(!contract.decode(schema, document, "xml", { namespace }).ok, document);
  }
  assert.equal(refusals([...selections, ...bookings]).length, selections.length + bookings.length);
});

test("the XSD carries the operator's namespace", () => {
  const other = "http://example.com/api";
  writeFileSync(join(directory, "other.xsd"), contract.xsd(other));
  const document = contract.encode(contract.VersionResponse, { updateVersion: 1, deleteVersion: 2 }, "xml", {
    namespace: other,
  });
  assert.deepEqual(refusals([document], "other.xsd"), []);
});
