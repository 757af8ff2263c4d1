import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { languages } from "@paseo/contract";
import { registerDocs } from "../../../src/http/site/docs.ts";
import type { DemoSample } from "../../../src/http/site/documentation/first-requests.ts";
import { startHttp } from "../../support/http.ts";
import { idle } from "./idle.ts";
import { assertInlineScriptsHashed } from "./inline-scripts.ts";

/** The front page, and the requests that it once showed. */

const operator = "Sevilla <a> Pie";
const serve = (
  t: TestContext,
  {
    readAccess = "open",
    phone,
    demo = null,
  }: { readAccess?: "open" | "key"; phone?: string; demo?: DemoSample | null } = {},
) =>
  startHttp(t, (app) =>
    registerDocs(
      app,
      {
        ...{ xmlNamespace: "http://example.test/partner", readAccess, operatorName: operator },
        ...{ operatorPhone: phone, offeredLanguages: languages },
      },
      idle,
      { demo: async () => demo },
    ),
  );
const sample = {
  key: "pk_demo",
  eventId: "03362bec-ed8a-445b-a931-b93236d9318f",
  tickets: [{ code: "ADULT", quantity: 2 }],
};
const commandsOf = (text: string): string[] => text.match(/^curl .*$/gm) ?? [];

test("the front page shows the operator's name, and a door for partners and one for the team, in three languages", async (t) => {
  const { ask } = await serve(t);
  for (const [lang, guide, console] of [
    ["es", "Leer la guía", "Abrir la consola"],
    ["pt", "Ler o guia", "Abrir o console"],
    ["en", "Read the guide", "Open the console"],
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
    assert.ok(page.text.includes("<h1>Sevilla &#60;a&#62; Pie</h1>"));
    assert.ok(page.text.includes(`<a href="/docs/${lang}">${guide}</a>`));
    assert.ok(page.text.includes(`<a href="/console/">${console}</a>`));
    assert.doesNotMatch(page.text, /curl|pk_demo|tel:/);
    assertInlineScriptsHashed(page.text, page.headers["content-security-policy"] as string);
    for (const other of ["es", "pt", "en"].filter((one) => one !== lang))
      assert.ok(page.text.includes(`/?lang=${other}`));
  }
  assert.ok((await ask("/?lang=%3Cscript")).text.includes('<html lang="'));
  assert.equal((await ask("/?lang=es&lang=pt")).status, 400);
});

test("every address on the front page is served, or belongs to the console or the brand", async (t) => {
  const { ask } = await serve(t);
  const { text } = await ask("/?lang=es");
  const addresses = [...text.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, path]) => path!);
  for (const path of ["/docs/es", "/docs/reference", "/collection.json", "/openapi.json", "/schema.xsd", "/llms.txt"])
    assert.ok(addresses.includes(path), path);
  // The brand needs a store: admin/operators/brand.test.ts.
  for (const path of addresses.filter((one) => !/^\/console\/|brand\.css$|\/icon$/.test(one)))
    assert.equal((await ask(path)).status, 200, path);
});

test("it says how to get a test key: the demo's, or the operator's telephone", async (t) => {
  const own = await serve(t, { demo: sample });
  assert.match(
    (await own.ask("/?lang=es")).text,
    /Esto es una demostración\. En este equipo su clave <code>pk_demo<\/code>/,
  );
  const called = await serve(t, { phone: "+34 954 000 000" });
  assert.match(
    (await called.ask("/?lang=en")).text,
    /For a test key, call <a href="tel:\+34954000000">\+34 954 000 000<\/a>/,
  );
});

test("the first requests have the address that the client used", async (t) => {
  const { ask, port } = await serve(t);
  const path = "/docs/en/first-requests.md";
  const commands = commandsOf((await ask(path)).text);
  assert.equal(commands.length, 3);
  assert.ok(commands.every((command) => command.includes(`http://127.0.0.1:${port}/api/`)));
  assert.ok(commands.every((command) => !command.includes("X-Api-Key")));
  const proxied = await ask(path, { headers: { host: "partners.example.test", "x-forwarded-proto": "https" } });
  assert.ok(proxied.text.includes("https://partners.example.test/api/products"));
  const odd = await ask("/docs/en/first-requests", { headers: { host: '"><script>alert(1)</script>' } });
  assert.doesNotMatch(odd.text, /alert/);
});

test("the first requests of a demo have its key and an order that can be checked", async (t) => {
  const { ask } = await serve(t, { demo: sample });
  const { text } = await ask("/docs/es/first-requests.md");
  assert.match(text, /Esto|Este servicio es una demostración/);
  const command = text.match(/eventvalidate [^\n]*\n {2}-d '(.*)'/)![1]!;
  assert.deepEqual(JSON.parse(command), { id: sample.eventId, apiKey: "pk_demo", tickets: sample.tickets });
});

test("if reads need a key, the commands send one", async (t) => {
  const { ask } = await serve(t, { readAccess: "key" });
  const commands = commandsOf((await ask("/docs/en/first-requests.md")).text);
  assert.equal(commands.length, 3);
  assert.ok(commands.every((command) => command.includes("-H 'X-Api-Key: YOUR_KEY'")));
});
