import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Format } from "@paseo/contract";
import { sql } from "kysely";
import type { CatalogueFile, CatalogueProduct } from "../../src/records/catalogue-file.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { museum, show, testCatalogue } from "../support/samples/catalogue.ts";
import { mediaTypes, send } from "../support/wire.ts";

/** A record that the corpus has not: every possible null, and characters that need escaping, byte for byte. */

const attic: CatalogueProduct = {
  ...museum,
  externalId: "attic",
  name: `Tom & Jerry's <"attic">`,
  location: { venue: "Attic", address: "1 < 2 Street", latitude: null, longitude: null },
  items: [
    {
      externalId: "attic-seat",
      name: "Seat",
      partNumber: "AT-1",
      published: false,
      ticketRules: museum.items[0]!.ticketRules,
    },
  ],
};
const catalogue: CatalogueFile = { ...testCatalogue, products: [show, museum, attic] };

const declaration = `<?xml version="1.0" encoding="utf-8"?>\n`;
/** Removes the line breaks of the documents below. On the wire there is no white space between elements or properties. */
const flat = (text: string): string => text.replace(/\n\s*/g, "");

let app: TestApp;
/** Identifiers by external id. Identifiers of events by item and EventOn. */
const ids: Record<string, string> = {};

before(async () => {
  app = await startApp({ catalogue });
  const { rows } = await sql<{ name: string; id: string }>`
    select external_id as name, id from product union all select external_id, id from item union all select external_id, id from page
    union all select i.external_id || ' ' || e.event_on, e.id from event e join item i on i.id = e.item_id`.execute(
    app.store.database.db,
  );
  for (const { name, id } of rows) ids[name] = id;
});
after(() => app.stop());

const get = async (path: string, format: Format): Promise<string> => {
  const answer = await send(app.url + path, { headers: { accept: mediaTypes[format] } });
  assert.equal(answer.status, 200, answer.text);
  return answer.text;
};

/** Declares a test of one address in both formats. */
function written(name: string, path: () => string, documents: () => { json: string; xml: string }): void {
  for (const format of ["json", "xml"] as const) {
    test(`${name} in ${format}`, async () => {
      const expected = flat(documents()[format]);
      assert.equal(await get(path(), format), format === "xml" ? declaration + expected : expected);
    });
  }
}

describe("answers of the catalogue", () => {
  const rule = () => ({
    json: `{"code":"ADULT","minQuantity":0,"maxQuantity":20,"defaultQuantity":1,"incrementQuantity":1}`,
    xml: `<TicketRule Code="ADULT"><MinQuantity>0</MinQuantity><MaxQuantity>20</MaxQuantity><DefaultQuantity>1</DefaultQuantity><IncrementQuantity>1</IncrementQuantity></TicketRule>`,
  });
  written(
    "a product with nulls and odd characters",
    () => `/api/product/${ids.attic}`,
    () => ({
      json: `
      {"id":"${ids.attic}","productTypeCode":"timeless","name":"Tom & Jerry's <\\"attic\\">","cityCode":"NYC",
      "immediateBooking":false,"hasAvailability":false,"leadPurchaseDay":0,"cancelPurchaseHour":24,
      "minPrice":null,"minUsdPrice":null,
      "location":{"venue":"Attic","address":"1 < 2 Street","latitude":null,"longitude":null},
      "items":[{"id":"${ids["attic-seat"]}","name":"Seat","partNumber":"AT-1","minPrice":null,"minUsdPrice":null,"published":false,
      "ticketRules":[${rule().json}],"description":null}],
      "questionConfiguration":{"allPassengerNames":false,"allPassengerWeights":false,"hotel":false,"airportFlight":false},
      "updatedOn":"2026-06-15T10:00:00.000Z","description":null}`,
      xml: `
      <Product xmlns="urn:paseo:partner" Id="${ids.attic}">
        <ProductTypeCode>timeless</ProductTypeCode><Name>Tom &amp; Jerry's &lt;"attic"&gt;</Name><CityCode>NYC</CityCode>
        <ImmediateBooking>false</ImmediateBooking><HasAvailability>false</HasAvailability>
        <LeadPurchaseDay>0</LeadPurchaseDay><CancelPurchaseHour>24</CancelPurchaseHour>
        <Location><Venue>Attic</Venue><Address>1 &lt; 2 Street</Address></Location>
        <Items><Item Id="${ids["attic-seat"]}">
          <Name>Seat</Name><PartNumber>AT-1</PartNumber><Published>false</Published><TicketRules>${rule().xml}</TicketRules>
        </Item></Items>
        <QuestionConfiguration><AllPassengerNames>false</AllPassengerNames><AllPassengerWeights>false</AllPassengerWeights><Hotel>false</Hotel><AirportFlight>false</AirportFlight></QuestionConfiguration>
        <UpdatedOn>2026-06-15T10:00:00.000Z</UpdatedOn>
      </Product>`,
    }),
  );
});
