import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { encodeProblem } from "@paseo/contract";
import * as client from "../src/index.ts";
import { startScripted } from "./support/scripted.ts";

/** The error for each answer, in both formats, from the service or a proxy. */

const { PaseoClient } = client;

const classes = {
  400: client.BadRequest,
  401: client.Unauthorized,
  403: client.Forbidden,
  404: client.NotFound,
  405: client.ProblemError,
  406: client.ProblemError,
  408: client.ProblemError,
  409: client.Conflict,
  410: client.VersionExpired,
  413: client.ProblemError,
  415: client.ProblemError,
  422: client.ProblemError,
  429: client.RateLimited,
  500: client.ProblemError,
  502: client.Overloaded,
  503: client.Overloaded,
  504: client.Overloaded,
};

async function failureOf(
  t: test.TestContext,
  answer: { status?: number; headers?: Record<string, string>; body?: string },
) {
  const { url } = await startScripted(t, () => answer);
  const paseo = new PaseoClient({ baseUrl: url, retries: 0 });
  return paseo.currencies().then(
    () => assert.fail("the call succeeded"),
    (error: unknown) => error,
  );
}

describe("problem details", () => {
  for (const [status, expected] of Object.entries(classes)) {
    for (const format of ["json", "xml"] as const) {
      test(`${status} in ${format}`, async (t) => {
        const errors = [{ pointer: "/tickets/0/quantity", detail: "quantity must be an integer" }];
        const body = encodeProblem(
          {
            type: "urn:paseo:problem:a-code",
            title: "A title",
            status: +status,
            detail: "What & why.",
            code: "a-code",
            errors,
          },
          format,
        );
        const headers = { "content-type": `application/problem+${format}; charset=utf-8`, "retry-after": "3" };
        const error = await failureOf(t, { status: +status, headers, body });
        assert.ok(error instanceof client.ProblemError);
        assert.equal(error.constructor, expected);
        assert.equal(error.name, expected.name);
        assert.equal(error.message, `${status} a-code: What & why.`);
        const { code, detail, retryAfterMs } = error;
        assert.deepEqual(
          { status: error.status, code, detail, errors: error.errors, retryAfterMs },
          { status: +status, code: "a-code", detail: "What & why.", errors, retryAfterMs: 3000 },
        );
      });
    }
  }
});

describe("a proxy's page in HTML", () => {
  const page = (status: number) => ({
    status,
    headers: { "content-type": "text/html; charset=utf-8" },
    body: `<html><h1>${status}</h1>${"x".repeat(500)}</html>`,
  });

  for (const [status, expected] of Object.entries({
    408: client.ProblemError,
    429: client.RateLimited,
    500: client.ProblemError,
    502: client.Overloaded,
    503: client.Overloaded,
    504: client.Overloaded,
  })) {
    test(`${status} keeps its usual meaning`, async (t) => {
      const error = await failureOf(t, page(+status));
      assert.ok(error instanceof client.ProblemError);
      assert.equal(error.constructor, expected);
      assert.deepEqual([error.status, error.code, error.errors], [+status, undefined, []]);
    });
  }

  for (const status of [200, 400, 401, 403, 404, 410]) {
    test(`${status} is an UnexpectedAnswer`, async (t) => {
      const error = await failureOf(t, page(status));
      assert.ok(error instanceof client.UnexpectedAnswer);
      assert.deepEqual(
        [error.status, error.contentType, error.excerpt.length],
        [status, "text/html; charset=utf-8", 200],
      );
      assert.ok(error.excerpt.startsWith(`<html><h1>${status}</h1>`));
    });
  }
});

describe("an invalid success", () => {
  const json = { "content-type": "application/json" };
  const wrong: [string, { headers?: Record<string, string>; body?: string | undefined }, RegExp][] = [
    ["JSON that is cut short", { headers: json, body: '{"totalCount":1,' }, /not well-formed JSON/],
    ["another object", { headers: json, body: '{"hello":"world"}' }, /2 fields/],
    [
      "a field of another type",
      { headers: json, body: '{"totalCount":"3","values":[]}' },
      /totalCount must be an integer/,
    ],
    ["nothing", { headers: json, body: "" }, /The body is empty/],
    ["no content type", { body: '{"totalCount":0,"values":[]}' }, /neither JSON nor XML \(200, no content type\)/],
    [
      "bytes in another encoding",
      { headers: { "content-type": "application/json; charset=utf-16" }, body: "{} " },
      /not in the encoding|not well-formed|is empty/,
    ],
    [
      "another namespace",
      { headers: { "content-type": "application/xml" }, body: '<Response xmlns="urn:x"/>' },
      /urn:paseo:partner/,
    ],
  ];
  for (const [name, answer, message] of wrong) {
    test(name, async (t) => {
      const error = await failureOf(t, answer as { body: string });
      assert.ok(error instanceof client.UnexpectedAnswer, String(error));
      assert.match(error.message, message);
    });
  }
});

test("every error is a PaseoError and an Error with its class's name", () => {
  const made = [
    new client.TimedOut("late", 5),
    new client.ConnectionFailed("gone"),
    new client.NotFound({ status: 404 }),
    new client.CallbackRefused("signature", "not signed"),
  ];
  for (const error of made) {
    assert.ok(error instanceof client.PaseoError && error instanceof Error);
    assert.equal(error.name, error.constructor.name);
  }
});
