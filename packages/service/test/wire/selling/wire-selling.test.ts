import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Format } from "@paseo/contract";
import { startApp, type TestApp } from "../../support/app.ts";
import { assertProblem, mediaTypes, type RawAnswer, send, Wire } from "../../support/wire.ts";

/** XML requests in each spelling that old clients use, and in an operator's own namespace. */

const declaration = `<?xml version="1.0" encoding="utf-8"?>\n`;

let app: TestApp;
/** The show of 16 June. */
let event: string;

before(async () => {
  app = await startApp();
  const [first] = (
    await new Wire(app.url, { sends: "json", reads: "json" }).ask("events", { fromdate: "2026-06-16T20:00" })
  ).values;
  event = first!.id;
});
after(() => app.stop());

function post(path: string, sends: Format, body: string, reads: Format = sends, base = app.url): Promise<RawAnswer> {
  const headers = { "content-type": mediaTypes[sends], accept: mediaTypes[reads] };
  return send(base + path, { method: "POST", headers, body });
}

const valid = () =>
  `{"id":"${event}","totalUsd":{"currencyCode":"USD","value":150},"isValid":true,"errors":[],"questions":[]}`;

describe("accepted spellings of XML requests", () => {
  const key = () => `<ApiKey>${app.key}</ApiKey>`;
  const tickets = `<Tickets><Ticket Code="ADULT"><Quantity>2</Quantity></Ticket><Ticket Code="CHILD"><Quantity>2</Quantity></Ticket></Tickets>`;
  const plain = (content: string) => `<Event xmlns="urn:paseo:partner" Id="${event}">${content}</Event>`;
  const spellings: [string, () => string | Buffer][] = [
    ["with a declaration", () => `<?xml version="1.0" encoding="utf-8"?>\r\n${plain(key() + tickets)}`],
    ["with a byte order mark", () => `\ufeff${plain(key() + tickets)}`],
    ["with the namespace on a prefix", () => prefixed("p", plain(key() + tickets))],
    ["with the namespace on another prefix", () => prefixed("urn-x.1", plain(key() + tickets))],
    ["with children in another order", () => plain(tickets + key())],
    ["with comments and instructions", () => plain(`<!-- a --><?b c?>${key()}<!-- <ApiKey/> -->${tickets}`)],
    ["with CDATA", () => plain(`<ApiKey><![CDATA[${app.key}]]></ApiKey>${tickets}`)],
    ["with character references", () => plain(key().replace("pk_", "&#112;&#x6B;_") + tickets)],
    ["with white space around values", () => plain(key() + tickets.replaceAll(">2<", ">\n\t 2 \n<"))],
    [
      "with elements of others",
      () => plain(`${key()}<o:Tickets xmlns:o="urn:other"/>${tickets}<Unknown><Deep/></Unknown>`),
    ],
    [
      "with an optional field that is nil",
      () =>
        plain(`${key()}<WhiteLabelCode xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/>${tickets}`),
    ],
    ["with an optional field that is empty", () => plain(`${key()}<WhiteLabelCode/>${tickets}`)],
    [
      "in UTF-16 with its mark",
      () => Buffer.from(`\ufeff<?xml version="1.0" encoding="utf-16"?>${plain(key() + tickets)}`, "utf16le"),
    ],
    [
      "in ISO-8859-1 as declared",
      () =>
        Buffer.from(
          `<?xml version="1.0" encoding="ISO-8859-1"?>${plain(`${key()}<Note>ñ</Note>${tickets}`)}`,
          "latin1",
        ),
    ],
  ];
  for (const [name, body] of spellings) {
    test(name, async () => {
      const headers = { "content-type": "application/xml", accept: "application/json" };
      const answer = await send(`${app.url}/api/es/eventvalidate`, { method: "POST", headers, body: body() });
      assert.equal(answer.text, valid());
    });
  }

  function prefixed(prefix: string, xml: string): string {
    return xml.replace("xmlns=", `xmlns:${prefix}=`).replace(/<(\/?)(?=[A-Z])/g, `<$1${prefix}:`);
  }
});

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
