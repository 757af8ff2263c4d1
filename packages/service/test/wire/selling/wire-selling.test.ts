import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Format } from "@paseo/contract";
import { startApp, type TestApp } from "../../support/app.ts";
import { assertProblem, mediaTypes, type RawAnswer, send, Wire } from "../../support/wire.ts";

/** Validate, book and order exactly as documented, in each format and from one format to the other. */

const flat = (text: string): string => text.replace(/\n\s*/g, "");
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

async function posted(path: string, sends: Format, body: string, reads: Format = sends): Promise<string> {
  const answer = await post(path, sends, body, reads);
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.headers["content-type"], `${mediaTypes[reads]}; charset=utf-8`);
  return answer.text;
}

const validation = (tickets: { adult: number; child: number }) => ({
  json: flat(`
    {"id":"${event}","apiKey":"${app.key}","whiteLabelCode":null,"tickets":[
    {"code":"ADULT","quantity":${tickets.adult}},{"code":"CHILD","quantity":${tickets.child}}]}`),
  xml: `
    <Event xmlns="urn:paseo:partner" Id="${event}">
      <ApiKey>${app.key}</ApiKey>
      <Tickets>
        <Ticket Code="ADULT"><Quantity>${tickets.adult}</Quantity></Ticket>
        <Ticket Code="CHILD"><Quantity>${tickets.child}</Quantity></Ticket>
      </Tickets>
    </Event>`.trim(),
});

const valid = () => ({
  json: `{"id":"${event}","totalUsd":{"currencyCode":"USD","value":150},"isValid":true,"errors":[],"questions":[]}`,
  xml: flat(`${declaration}
    <Event xmlns="urn:paseo:partner" Id="${event}">
      <TotalUsd CurrencyCode="USD"><Value>150</Value></TotalUsd><IsValid>true</IsValid><Errors></Errors><Questions></Questions>
    </Event>`).replace("?>", "?>\n"),
});

describe("eventvalidate", () => {
  for (const [sends, reads] of [
    ["json", "json"],
    ["xml", "xml"],
    ["xml", "json"],
    ["json", "xml"],
  ] as const) {
    test(`sent in ${sends} and answered in ${reads}`, async () => {
      const body = validation({ adult: 2, child: 2 })[sends];
      assert.equal(await posted("/api/es/eventvalidate", sends, body, reads), valid()[reads]);
    });
  }

  test("one Error for each problem, in the language of the path", async () => {
    const body = validation({ adult: 0, child: 3 });
    assert.equal(
      await posted("/api/es/eventvalidate", "json", body.json),
      flat(`
        {"id":"${event}","totalUsd":{"currencyCode":"USD","value":75},"isValid":false,"errors":[
        {"code":"quantity-off-increment","message":"La cantidad de la entrada «CHILD» debe ir de 2 en 2 a partir de 0."},
        {"code":"ticket-required","message":"La entrada «ADULT» es obligatoria; la cantidad mínima es 1."}],"questions":[]}`),
    );
    assert.equal(
      await posted("/api/pt/eventvalidate", "xml", body.xml),
      declaration +
        flat(`
          <Event xmlns="urn:paseo:partner" Id="${event}">
            <TotalUsd CurrencyCode="USD"><Value>75</Value></TotalUsd><IsValid>false</IsValid>
            <Errors>
              <Error><Code>quantity-off-increment</Code><Message>A quantidade do ingresso “CHILD” deve ir de 2 em 2 a partir de 0.</Message></Error>
              <Error><Code>ticket-required</Code><Message>O ingresso “ADULT” é obrigatório; a quantidade mínima é 1.</Message></Error>
            </Errors><Questions></Questions>
          </Event>`),
    );
  });

  test("an unknown event has no total: null in JSON, absent in XML", async () => {
    const unknown = "00000000-0000-4000-8000-000000000000";
    const body = validation({ adult: 1, child: 0 });
    assert.equal(
      await posted("/api/es/eventvalidate", "json", body.json.replace(event, unknown)),
      `{"id":"${unknown}","totalUsd":null,"isValid":false,"errors":[{"code":"event-unknown","message":"El evento no existe."}],"questions":[]}`,
    );
    assert.equal(
      await posted("/api/es/eventvalidate", "xml", body.xml.replace(event, unknown)),
      declaration +
        flat(`
          <Event xmlns="urn:paseo:partner" Id="${unknown}"><IsValid>false</IsValid>
            <Errors><Error><Code>event-unknown</Code><Message>El evento no existe.</Message></Error></Errors><Questions></Questions>
          </Event>`),
    );
  });
});

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
      assert.equal(answer.text, valid().json);
    });
  }

  function prefixed(prefix: string, xml: string): string {
    return xml.replace("xmlns=", `xmlns:${prefix}=`).replace(/<(\/?)(?=[A-Z])/g, `<$1${prefix}:`);
  }
});

describe("eventbook and order", () => {
  const request = (reference: string) => ({
    json: flat(`
      {"id":"${event.toUpperCase()}","apiKey":"${app.key}","whiteLabelCode":"ACME-ES","tickets":[
      {"code":"ADULT","quantity":1},{"code":"CHILD","quantity":0}],
      "email":"ana@example.com","phoneNumber":"+34 600 000 000","remoteHost":"203.0.113.9","callbackUrl":"https://p.example.com/h?a=1&b=2",
      "externalReference":"${reference}","totalUsd":{"currencyCode":"USD","value":50.00},"answers":[],"testMode":false}`),
    xml: `
      <Event xmlns="urn:paseo:partner" Id="${event.toUpperCase()}">
        <ApiKey>${app.key}</ApiKey><WhiteLabelCode>ACME-ES</WhiteLabelCode>
        <Tickets><Ticket Code="ADULT"><Quantity>1</Quantity></Ticket><Ticket Code="CHILD"><Quantity>0</Quantity></Ticket></Tickets>
        <Email>ana@example.com</Email><PhoneNumber>+34 600 000 000</PhoneNumber><RemoteHost>203.0.113.9</RemoteHost>
        <CallbackUrl>https://p.example.com/h?a=1&amp;b=2</CallbackUrl><ExternalReference>${reference}</ExternalReference>
        <TotalUsd CurrencyCode="USD"><Value>50.00</Value></TotalUsd><Answers/><TestMode>false</TestMode>
      </Event>`.trim(),
  });
  // A ticket of quantity 0 is not in the order, and the key never is.
  const order = (id: string, number: string, reference: string) => ({
    json: flat(`
      {"id":"${id}","reference":"${number}-ES","confirmation":null,"status":"waitsupplier","isValid":true,"errors":null,"event":{
      "id":"${event}","apiKey":null,"tickets":[{"code":"ADULT","quantity":1}],
      "email":"ana@example.com","phoneNumber":"+34 600 000 000","remoteHost":"203.0.113.9","callbackUrl":"https://p.example.com/h?a=1&b=2",
      "externalReference":"${reference}","totalUsd":{"currencyCode":"USD","value":50},"testMode":false,"answers":[]}}`),
    xml:
      declaration +
      flat(`
        <Order xmlns="urn:paseo:partner" Id="${id}">
          <Reference>${number}-ES</Reference><Status>waitsupplier</Status><IsValid>true</IsValid>
          <Event Id="${event}">
            <Tickets><Ticket Code="ADULT"><Quantity>1</Quantity></Ticket></Tickets>
            <Email>ana@example.com</Email><PhoneNumber>+34 600 000 000</PhoneNumber><RemoteHost>203.0.113.9</RemoteHost>
            <CallbackUrl>https://p.example.com/h?a=1&amp;b=2</CallbackUrl><ExternalReference>${reference}</ExternalReference>
            <TotalUsd CurrencyCode="USD"><Value>50</Value></TotalUsd><TestMode>false</TestMode><Answers></Answers>
          </Event>
        </Order>`),
  });

  for (const [sends, reads] of [
    ["json", "json"],
    ["xml", "xml"],
    ["xml", "json"],
    ["json", "xml"],
  ] as const) {
    test(`sent in ${sends} and answered in ${reads}, then read in both`, async () => {
      const reference = `${sends}-${reads}`;
      const text = await posted("/api/es/eventbook", sends, request(reference)[sends], reads);
      const id = /(?:"id":| Id=)"([0-9a-f-]{36})"/.exec(text)![1]!;
      const number = /(\d+)-ES/.exec(text)![1]!;
      const expected = order(id, number, reference);
      assert.equal(text, expected[reads]);
      for (const format of ["json", "xml"] as const) {
        const answer = await send(`${app.url}/api/es/order/${id.toUpperCase()}`, {
          headers: { accept: mediaTypes[format], "x-api-key": app.key },
        });
        assert.equal(answer.text, expected[format]);
      }
    });
  }

  test("a refused booking is not an order", async () => {
    const body = request("refused");
    const refused = {
      code: "price-changed",
      message:
        "El importe total ya no corresponde a estas entradas; valide el evento de nuevo para obtener el precio actual.",
    };
    const { event: echoed } = JSON.parse(order("", "", "refused").json);
    echoed.totalUsd.value = 49.99;
    assert.equal(
      await posted("/api/es/eventbook", "json", body.json.replace("50.00", "49.99")),
      JSON.stringify({
        id: null,
        reference: null,
        confirmation: null,
        status: null,
        isValid: false,
        errors: [refused],
        event: echoed,
      }),
    );
    const xml = await posted("/api/es/eventbook", "xml", body.xml.replace("50.00", "49.99"));
    const start = `${declaration}<Order xmlns="urn:paseo:partner"><IsValid>false</IsValid><Errors><Error><Code>price-changed</Code><Message>${refused.message}</Message></Error></Errors><Event Id="${event}">`;
    assert.equal(xml.slice(0, start.length), start);
  });
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
