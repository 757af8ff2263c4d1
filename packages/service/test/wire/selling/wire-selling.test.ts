import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Format } from "@paseo/contract";
import { startApp, type TestApp } from "../../support/app.ts";
import { assertProblem, mediaTypes, type RawAnswer, send, Wire } from "../../support/wire.ts";

/** XML in an operator's own namespace. paseo-conform and the contract's tests have the spellings of XML requests. */

const declaration = `<?xml version="1.0" encoding="utf-8"?>\n`;

let app: TestApp;

before(async () => {
  app = await startApp();
});
after(() => app.stop());

function post(path: string, sends: Format, body: string, reads: Format = sends, base = app.url): Promise<RawAnswer> {
  const headers = { "content-type": mediaTypes[sends], accept: mediaTypes[reads] };
  return send(base + path, { method: "POST", headers, body });
}

describe("an operator's own namespace", () => {
  const namespace = "http://api.example.com/2014/partner?v=1&w=2";
  const written = namespace.replace("&", "&amp;");
  let other: TestApp;
  before(async () => {
    other = await startApp({ config: { xmlNamespace: namespace } });
  });
  after(() => other.stop());

  test("is used in every answer and in the served schema", async () => {
    const xml = { accept: "application/xml" };
    const currencies = await send(`${other.url}/api/currencies`, { headers: xml });
    assert.equal(
      currencies.text
        .slice(declaration.length, declaration.length + 90)
        .startsWith(`<Response xmlns="${written}"><TotalCount>`),
      true,
    );
    const schema = await send(`${other.url}/schema.xsd`);
    assert.ok(schema.text.includes(`targetNamespace="${written}"`));
    assert.ok((await send(`${app.url}/schema.xsd`)).text.includes(`targetNamespace="urn:paseo:partner"`));
  });

  test("is the only one that requests may use", async () => {
    const event = (await new Wire(other.url, { sends: "json", reads: "json" }).ask("events")).values[0]!.id;
    const body = (xmlns: string) =>
      `<Event${xmlns} Id="${event}"><ApiKey>${other.key}</ApiKey><Tickets><Ticket Code="ADULT"><Quantity>1</Quantity></Ticket></Tickets></Event>`;
    const ask = (xmlns: string) => post("/api/es/eventvalidate", "xml", body(xmlns), "xml", other.url);
    const answer = await ask(` xmlns="${written}"`);
    assert.equal(answer.status, 200);
    assert.ok(answer.text.includes(`<Event xmlns="${written}" Id="${event}"><TotalUsd `));
    for (const xmlns of [` xmlns="urn:paseo:partner"`, ""]) {
      const refused = await ask(xmlns);
      const problem = assertProblem(refused, 400, "wrong-namespace", "xml");
      assert.ok(problem.detail.includes(namespace), problem.detail);
    }
  });
});
