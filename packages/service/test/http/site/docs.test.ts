import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { encode, exampleRequests, languages, openapi, openapi30, operations, problemXsd, xsd } from "@paseo/contract";
import { registerDocs } from "../../../src/http/site/docs.ts";
import { registerGuide } from "../../../src/http/site/guide.ts";
import { startHttp } from "../../support/http.ts";

const namespace = "http://example.test/partner";
const operator = "Operadora de Ejemplo";
const serve = (t: TestContext, readAccess: "open" | "key" = "open") =>
  startHttp(t, (app) =>
    registerDocs(app, { xmlNamespace: namespace, readAccess, operatorName: operator, offeredLanguages: languages }),
  );

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
  for (const path of ["/openapi.json", "/schema.xsd", "/docs", "/docs/scalar.js"]) {
    const answer = await ask(path, { headers: { "accept-encoding": "br" } });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers["content-encoding"], "br");
    const again = { "accept-encoding": "br", "if-none-match": answer.headers.etag! };
    assert.equal((await ask(path, { headers: again })).status, 304);
  }
});

test("the reference page has no inline script and no content from another host", async (t) => {
  const { ask } = await serve(t);
  const page = await ask("/docs");
  const policy = page.headers["content-security-policy"] as string;
  assert.match(policy, /^default-src 'self';/);
  assert.doesNotMatch(policy, /https?:|\*|unsafe-eval|script-src/);
  const addresses = [...page.text.matchAll(/(?:src|href)="([^"]*)"/g)].map((match) => match[1]!);
  assert.ok(addresses.includes("/docs/scalar.js"));
  assert.ok(
    addresses.every((address) => /^(\/(?!\/)|data:,$)/.test(address)),
    addresses.join(),
  );
  assert.doesNotMatch(page.text, /<script(?! src=)|<style|\son\w+=/);
  for (const address of addresses.filter((one) => one.startsWith("/"))) {
    assert.equal((await ask(address)).status, 200, address);
  }
});

test("Scalar sends no requests to other hosts", async (t) => {
  const { ask } = await serve(t);
  const start = (await ask("/docs/start.js")).text;
  const configuration = JSON.parse(/^Scalar\.createApiReference\("#reference", (\{.*\})\);\n$/.exec(start)![1]!);
  assert.equal(configuration.url, "/docs/openapi.json");
  assert.deepEqual(
    [configuration.telemetry, configuration.withDefaultFonts, configuration.agent, configuration.mcp],
    [false, false, { disabled: true }, { disabled: true }],
  );
  assert.match((await ask("/docs/scalar.js")).text, /createApiReference/);
});

test("the landing page links to the documents and shows commands for its own address", async (t) => {
  const { ask, port } = await serve(t);
  const page = await ask("/");
  assert.match(page.headers["content-security-policy"] as string, /^default-src 'none';/);
  const served = ["/docs", "/openapi.json", "/openapi-3.0.json", "/schema.xsd", "/collection.json"];
  for (const path of [...served, "/kit/", "/guide/en/README.md"]) assert.ok(page.text.includes(`href="${path}"`), path);
  const { description } = JSON.parse((await ask("/openapi.json")).text).info;
  for (const path of ["/guide/en/README.md", "/collection.json", "/kit/"])
    assert.ok(description.includes(`](${path})`));
  const commands = page.text.match(/curl .*/g)!;
  assert.equal(commands.length, 3);
  assert.ok(commands.every((command) => command.includes(`http://127.0.0.1:${port}/api/`)));
  assert.ok(commands.every((command) => !command.includes("X-Api-Key")));
  const proxied = await ask("/", { headers: { host: "partners.example.test", "x-forwarded-proto": "https" } });
  assert.ok(proxied.text.includes("https://partners.example.test/api/products"));
  const odd = await ask("/", { headers: { host: '"><script>alert(1)</script>' } });
  assert.doesNotMatch(odd.text, /<script/);
});

test("the front page leads operators and partners on, in three languages and without a script", async (t) => {
  const { ask } = await serve(t);
  for (const [lang, console, guide] of [
    ["es", "Consola", "Guía para socios"],
    ["pt", "Console", "Guia para parceiros"],
    ["en", "Console", "Partner guide"],
  ]) {
    const page = await ask("/", { headers: { "accept-language": `xx, ${lang}-XX;q=0.9` } });
    const chosen = await ask(`/?lang=${lang}`);
    assert.equal(
      chosen.text,
      page.text.replace('"/console/"', `"/console/?lang=${lang}"`),
      "the console follows a choice",
    );
    assert.equal(page.headers.vary, "accept-language");
    assert.ok(page.text.includes(`<html lang="${lang}">`));
    assert.ok(page.text.includes(`<a href="/console/">${console}</a>`));
    assert.ok(page.text.includes(`<a href="/guide/${lang}/README.md">${guide}</a>`));
    assert.doesNotMatch(page.text, /<script|pk_demo/);
    for (const other of ["es", "pt", "en"].filter((one) => one !== lang))
      assert.ok(page.text.includes(`/?lang=${other}`));
  }
  assert.ok((await ask("/?lang=%3Cscript")).text.includes('<html lang="'));
  assert.equal((await ask("/?lang=es&lang=pt")).status, 400);
});

test("the front page of a demo shows its key and an order that can be checked", async (t) => {
  const sample = {
    key: "pk_demo",
    eventId: "03362bec-ed8a-445b-a931-b93236d9318f",
    tickets: [{ code: "ADULT", quantity: 2 }],
  };
  const { ask } = await startHttp(t, (app) =>
    registerDocs(
      app,
      { xmlNamespace: namespace, readAccess: "open", operatorName: operator, offeredLanguages: languages },
      async () => sample,
    ),
  );
  const { text } = await ask("/", { headers: { "accept-language": "es" } });
  assert.match(text, /Esto es una demostración/);
  const command = text.match(/eventvalidate .* -d '(.*)'/)![1]!;
  assert.deepEqual(JSON.parse(command), { id: sample.eventId, apiKey: "pk_demo", tickets: sample.tickets });
});

test("if reads need a key, the commands send one", async (t) => {
  const { ask } = await serve(t, "key");
  const commands = (await ask("/")).text.match(/curl .*/g)!;
  assert.ok(commands.every((command) => command.includes("-H 'X-Api-Key: YOUR_KEY'")));
});

test("every link and picture of the guide leads to something that is served", async (t) => {
  const { ask } = await startHttp(t, (app) => {
    registerDocs(app, {
      xmlNamespace: namespace,
      readAccess: "open",
      operatorName: operator,
      offeredLanguages: languages,
    });
    registerGuide(app);
    app.get("/kit", async () => "the packages");
  });
  assert.equal((await ask("/guide")).headers.location, "/guide/en/README.md");
  const pages = new Map<string, string>();
  const queue = ["/guide/en/README.md"];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (pages.has(path)) continue;
    const { status, headers, text } = await ask(path);
    assert.equal(status, 200, path);
    pages.set(path, text);
    if (!path.startsWith("/guide/") || !headers["content-type"]!.startsWith("text/html")) continue;
    assert.match(headers["content-security-policy"] as string, /^default-src 'none'/);
    for (const [, target] of text.matchAll(/(?:href|src)="([^"]*)"/g)) {
      const { origin, pathname } = new URL(target!, `http://guide.test${path}`);
      if (origin === "http://guide.test") queue.push(pathname);
    }
  }
  // Seven pages and three pictures in each language, and what they link to.
  assert.ok(pages.size >= 30, `${pages.size} pages`);
  for (const [path, text] of pages)
    for (const [, target] of text.matchAll(/href="([^"]*#[^"]+)"/g)) {
      const { pathname, hash, origin } = new URL(target!, `http://guide.test${path}`);
      if (origin !== "http://guide.test" || !pathname.startsWith("/guide/")) continue;
      assert.ok(pages.get(pathname)!.includes(`id="${decodeURIComponent(hash.slice(1))}"`), `${path}: ${target}`);
    }
  assert.equal((await ask("/guide/en/..%2fREADME.md")).status, 404);
  assert.equal((await ask("/guide/en/nothing.md")).status, 404);
});
