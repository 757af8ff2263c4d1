import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import type Type from "typebox";
import * as contract from "../src/index.ts";
import { valuesOf } from "./support/arbitraries.ts";
import { eventXml, id, keyAndTickets, namespace } from "./support/reading.ts";
import { refusals } from "./support/xml.ts";

const schemas = { "schema.xsd": contract.xsd(namespace), "problem.xsd": contract.problemXsd() };

const operations: contract.Operation[] = Object.values(contract.operations);
const write = (schema: Type.TSchema, value: unknown) => contract.encode(schema, value as never, "xml", { namespace });

test("every published example fits the XSD", () => {
  const documents = operations.flatMap(({ id, request, response }) => [
    write(response, contract.exampleResponses[id as contract.OperationId]),
    ...(request ? [write(request, contract.exampleRequests[id as "eventbook"])] : []),
  ]);
  assert.equal(documents.length, operations.length + operations.filter(({ request }) => request).length);
  assert.deepEqual(refusals(documents, schemas), []);
});

test("problem documents fit both XSDs", () => {
  const { errors: _, ...short } = contract.exampleProblem;
  const documents = [contract.exampleProblem, short].map((problem) => contract.encodeProblem(problem, "xml"));
  assert.deepEqual(refusals(documents, schemas), []);
  assert.deepEqual(refusals(documents, schemas, "problem.xsd"), []);
});

test("whatever a schema allows fits the XSD", () => {
  const documents = operations.flatMap(({ request, response }) =>
    [response, ...(request ? [request] : [])].flatMap((schema) =>
      fc.sample(valuesOf(schema, { amounts: true }), 50).map((value) => write(schema, value)),
    ),
  );
  assert.deepEqual(refusals(documents, schemas), []);
});

test("the XSD refuses what the validator refuses", () => {
  const selections = [
    eventXml(keyAndTickets.replace("<Quantity>2", "<Quantity>10000")),
    eventXml(keyAndTickets.replace("<Quantity>2", "<Quantity>two")),
    eventXml(keyAndTickets.replace(' Code="ADULT"', "")),
    eventXml(keyAndTickets.replace(/<Tickets>.*<\/Tickets>/, "<Tickets><Ticket/></Tickets>")),
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
  const documents = [...selections, ...bookings];
  assert.deepEqual(
    refusals(documents, schemas).map(({ document }) => document),
    documents,
  );
});

test("a root of several records is one sequence, so that a generator makes one class of it", () => {
  const { "schema.xsd": text } = schemas;
  const roots = [...text.matchAll(/^ {2}<xs:element name="(\w+)">\n(.*?)^ {2}<\/xs:element>$/gms)];
  assert.deepEqual(
    roots.map(([, name]) => name),
    ["PagedResponse", "Event", "Order", "Amendment", "Hold", "Payment"],
  );
  const childrenOf = (root: string) =>
    [...roots.find(([, name]) => name === root)![2]!.matchAll(/^ {8}<xs:element name="(\w+)"(.*)$/gm)].map(
      ([, name, more]) => [name, more!.includes('minOccurs="0"')],
    );
  assert.deepEqual(
    childrenOf("Event").map(([name]) => name),
    [
      "ApiKey",
      "WhiteLabelCode",
      "Tickets",
      "Email",
      "PhoneNumber",
      "RemoteHost",
      "CallbackUrl",
      "ExternalReference",
    ].concat(["TotalUsd", "IsValid", "Errors", "Questions", "Answers", "TestMode"]),
  );
  for (const root of ["Event", "Order", "Amendment", "Hold"])
    assert.ok(
      childrenOf(root).every(([, isOptional]) => isOptional),
      root,
    );
  assert.ok(childrenOf("PagedResponse").every(([, isOptional]) => !isOptional));
});

test("no element and type share a name but not a shape, and every enumeration has a name", () => {
  const { "schema.xsd": text } = schemas;
  const types = [...text.matchAll(/^ {2}<xs:(?:complex|simple)Type name="(\w+)"/gm)].map(([, name]) => name!);
  const elements = [...text.matchAll(/^ {2}<xs:element name="(\w+)"(?: type="(\w+)")?/gm)];
  for (const [, name, type] of elements) assert.ok(!types.includes(name!) || type === name, name);
  const within = [
    ...text.matchAll(/<xs:simpleType(?: name="(\w+)")?>\s*<xs:restriction base="\w+:\w+">\s*<xs:enumeration/g),
  ];
  assert.equal(within.length, 27);
  assert.ok(within.every(([, name]) => name));
});

test("the XSD carries the operator's namespace", () => {
  const other = "http://example.com/api";
  const document = contract.encode(contract.VersionResponse, { updateVersion: 1, deleteVersion: 2 }, "xml", {
    namespace: other,
  });
  assert.deepEqual(refusals([document], { ...schemas, "schema.xsd": contract.xsd(other) }), []);
});

test("the import is read, a broken schema is an error, and a document that is not well-formed is refused", () => {
  const { "schema.xsd": only } = schemas;
  const problem = contract.encodeProblem(contract.exampleProblem, "xml");
  assert.match(refusals([problem], { "schema.xsd": only })[0]!.complaint, /No matching global declaration/);
  assert.throws(() => refusals([], { "schema.xsd": only.replace("</xs:schema>", "") }), /schema/);
  assert.throws(() => refusals([], { "schema.xsd": only.replace('type="xs:', 'type="xs:no-such-') }), /no-such-/);
  assert.match(refusals(["<Version>"], schemas)[0]!.complaint, /^1: .*(end of data|tag)/);
});
