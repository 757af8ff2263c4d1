import assert from "node:assert/strict";
import { test } from "node:test";
import { connectionError } from "../../src/store/database/faults.ts";
import { refusal } from "../../src/texts/field-refusals.ts";
import {
  badRequest,
  conflict,
  databaseUnavailable,
  forbidden,
  methodNotAllowed,
  notAcceptable,
  notFound,
  overloaded,
  type ProblemError,
  payloadTooLarge,
  problemFrom,
  tooManyRequests,
  unauthorized,
  unprocessable,
  unsupportedMediaType,
  versionExpired,
} from "../../src/web/problems.ts";

const made: [problem: ProblemError, status: number, code: string, headers?: Record<string, string>][] = [
  [badRequest("invalid-field", "x", [{ pointer: "/id", detail: "y" }]), 400, "invalid-field"],
  [unauthorized("x"), 401, "key-invalid", { "www-authenticate": 'Bearer realm="paseo"' }],
  [forbidden("x"), 403, "key-forbidden"],
  [notFound("x"), 404, "not-found"],
  [methodNotAllowed("PUT", ["GET", "HEAD"]), 405, "method-not-allowed", { allow: "GET, HEAD" }],
  [notAcceptable(), 406, "not-acceptable"],
  [conflict("in-flight", "x"), 409, "in-flight"],
  [versionExpired(), 410, "version-expired"],
  [payloadTooLarge(10), 413, "body-too-large"],
  [unsupportedMediaType("x", { accept: "a/b" }), 415, "unsupported-media-type", { accept: "a/b" }],
  [unprocessable("idempotency-key-reused", "x"), 422, "idempotency-key-reused"],
  [tooManyRequests(3), 429, "too-many-requests", { "retry-after": "3" }],
  [overloaded(4), 503, "overloaded", { "retry-after": "4" }],
  [databaseUnavailable(5), 503, "database-unavailable", { "retry-after": "5" }],
];
for (const [problem, status, code, headers = {}] of made) {
  test(`${status} ${code} has its type, title, detail and headers`, () => {
    const travelling = problem.toProblem();
    assert.equal(travelling.status, status);
    assert.equal(travelling.code, code);
    assert.equal(travelling.type, `urn:paseo:problem:${code}`);
    assert.ok(travelling.title.length > 3 && travelling.detail.length > 0);
    assert.deepEqual(problem.headers, headers);
    assert.equal(problemFrom(problem), problem);
  });
}

test("a field has pointer and detail for partners, and for the back office its code and values too", () => {
  const refused = { pointer: "/seats", ...refusal("has-fewer-seats", { subject: "x".repeat(600), seats: 4 }) };
  const problem = badRequest("invalid-field", "x", [refused]);
  assert.deepEqual(Object.keys(problem.toProblem().errors![0]!), ["pointer", "detail"]);
  const { code, values } = problem.toCodedProblem().errors![0]!;
  assert.deepEqual([code, values?.seats, String(values?.subject).length], ["has-fewer-seats", 4, 500]);
});

const thrown: [error: unknown, status: number][] = [
  [new Error("secret"), 500],
  ["secret", 500],
  [null, 500],
  [undefined, 500],
  [{ statusCode: 418, message: "secret" }, 500],
  [Object.assign(new Error("secret"), { code: "23505" }), 500],
  [Object.assign(new Error("secret"), { code: "57P01" }), 503],
  [Object.assign(new Error("secret"), { code: "53300" }), 503],
  [Object.assign(new Error("secret"), { code: "08006" }), 503],
  ...["53100", "57014", "25006", "40001", "40P01", "55P03", "57P03", "58030", "25P03"].map(
    (code): [unknown, number] => [Object.assign(new Error("secret"), { code }), 503],
  ),
  ...[
    "Connection terminated unexpectedly",
    "Client has encountered a connection error and is not queryable",
    "Connection terminated",
    "timeout exceeded when trying to connect",
  ].map((message): [unknown, number] => [connectionError(new Error(message)), 503]),
  ...["ECONNRESET", "ECONNREFUSED", "ETIMEDOUT", "EPIPE", "EHOSTUNREACH"].map((code): [unknown, number] => [
    connectionError(Object.assign(new Error("secret"), { code })),
    503,
  ]),
  // Not every connection error comes from the store.
  [Object.assign(new Error("secret"), { code: "ECONNRESET" }), 500],
  [connectionError(new TypeError("secret")), 500],
  [Object.assign(new Error("secret"), { code: "FST_ERR_BAD_URL" }), 400],
];
test("any thrown value becomes a problem that reveals nothing of it", () => {
  for (const [error, status] of thrown) {
    const problem = problemFrom(error);
    assert.equal(problem.status, status);
    assert.doesNotMatch(JSON.stringify(problem.toProblem()), /secret/);
  }
});

test("a database that is away has its own code, and one that is busy does not", () => {
  const codeOf = (code: string) => problemFrom(Object.assign(new Error("x"), { code })).code;
  for (const code of ["08006", "57P01", "57P03", "53100", "53300", "25006", "58030"])
    assert.equal(codeOf(code), "database-unavailable", code);
  for (const code of ["55P03", "57014", "40P01"]) assert.equal(codeOf(code), "overloaded", code);
});
