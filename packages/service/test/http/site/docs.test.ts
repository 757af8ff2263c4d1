import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { encode, exampleRequests, languages, openapi, openapi30, operations, problemXsd, xsd } from "@paseo/contract";
import { registerDocs } from "../../../src/http/site/docs.ts";
import { startHttp } from "../../support/http.ts";
import { idle } from "./idle.ts";
import { assertInlineScriptsHashed } from "./inline-scripts.ts";

const namespace = "http://example.test/partner";
const operator = "Operadora de Ejemplo";
const config = {
  xmlNamespace: namespace,
  readAccess: "open",
  operatorName: operator,
  operatorPhone: undefined,
  offeredLanguages: languages,
} as const;
const serve = (t: TestContext) =>
  startHttp(t, (app) => {
    registerDocs(app, config, idle);
    app.get("/docs/brand.css", (_, reply) => reply.type("text/css").send(""));
  });

test("the documents are the contract's own, in the configured namespace", async (t) => {
  const { ask, port } = await serve(t);
  const document = await ask("/openapi.json");
  assert.equal(document.headers["content-type"], "application/json; charset=utf-8");
  const expected = openapi({ namespace, operator, serverUrl: `http://127.0.0.1:${port}` });
  assert.deepEqual(JSON.parse(document.text), JSON.parse(JSON.stringify(expected)));
  assert.deepEqual(JSON.parse((await ask("/openapi-3.0.json")).text), JSON.parse(JSON.stringify(openapi30(expected))));
  for (const [path, expected] of [
    ["/schema.xsd", xsd(namespace)],
    ["/problem.xsd", problemXsd()],
  ] as const) {
    const schema = await ask(path);
    assert.equal(schema.headers["content-type"], "application/xml; charset=utf-8");
    assert.equal(schema.text, expected);
  }
  assert.match((await ask("/schema.xsd")).text, /targetNamespace="http:\/\/example\.test\/partner"/);
});

test("the documents name the address that the client used", async (t) => {
  const { ask } = await serve(t);
  const headers = { host: "partners.example.test", "x-forwarded-proto": "https" };
  for (const path of ["/openapi.json", "/openapi-3.0.json", "/docs/openapi.json"]) {
    assert.deepEqual(JSON.parse((await ask(path, { headers })).text).servers, [
      { url: "https://partners.example.test" },
    ]);
    assert.match(JSON.parse((await ask(path)).text).servers[0].url, /^http:\/\/127\.0\.0\.1:\d+$/);
  }
  const { variable } = JSON.parse((await ask("/collection.json", { headers })).text);
  assert.deepEqual(variable[0], { key: "baseUrl", value: "https://partners.example.test" });
});

test("the reference page has XML examples as text", async (t) => {
  const { ask } = await serve(t);
  const { example } = JSON.parse((await ask("/docs/openapi.json")).text).paths["/api/{lang}/eventbook"].post.requestBody
    .content["application/xml"];
  assert.equal(example, encode(operations.eventbook.request, exampleRequests.eventbook, "xml", { namespace }));
});

test("they are compressed, tagged and answered with 304 like pages", async (t) => {
  const { ask } = await serve(t);
  for (const path of ["/openapi.json", "/schema.xsd", "/docs/reference", "/docs/scalar.js"]) {
    const answer = await ask(path, { headers: { "accept-encoding": "br" } });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers["content-encoding"], "br");
    const again = { "accept-encoding": "br", "if-none-match": answer.headers.etag! };
    assert.equal((await ask(path, { headers: again })).status, 304);
  }
});

test("the reference page has no script but ours and no content from another host", async (t) => {
  const { ask } = await serve(t);
  const page = await ask("/docs/reference");
  const policy = page.headers["content-security-policy"] as string;
  assert.match(policy, /^default-src 'self'; script-src 'self' 'sha256-[^']+';/);
  assert.doesNotMatch(policy, /https?:|\*|unsafe-eval/);
  const addresses = [...page.text.matchAll(/(?:src|href)="([^"]*)"/g)].map((match) => match[1]!);
  assert.ok(addresses.includes("/docs/scalar.js"));
  assert.ok(
    addresses.every((address) => /^\/(?!\/)/.test(address)),
    addresses.join(),
  );
  assertInlineScriptsHashed(page.text, policy);
  // The brand needs a store: admin/operators/brand.test.ts.
  for (const address of addresses.filter((one) => !/brand\.css$|\/icon$/.test(one))) {
    assert.equal((await ask(address)).status, 200, address);
  }
});

test("Scalar sends no requests to other hosts", async (t) => {
  const { ask } = await serve(t);
  const start = (await ask("/docs/start.js")).text;
  const configuration = JSON.parse(
    /createApiReference\("#reference", \{ \.\.\.(\{.*\}), forceDarkModeState/.exec(start)![1]!,
  );
  assert.equal(configuration.url, "/docs/openapi.json");
  assert.deepEqual(
    [configuration.telemetry, configuration.withDefaultFonts, configuration.agent, configuration.mcp],
    [false, false, { disabled: true }, { disabled: true }],
  );
  assert.match((await ask("/docs/scalar.js")).text, /createApiReference/);
});
