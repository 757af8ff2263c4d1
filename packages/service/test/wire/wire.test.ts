import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Format } from "@paseo/contract";
import { sql } from "kysely";
import type { CatalogueFile, CatalogueProduct } from "../../src/store/catalogue/catalogue-file.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { museum, show, testCatalogue } from "../support/samples/catalogue.ts";
import { mediaTypes, send } from "../support/wire.ts";

/** The documented formats, byte for byte, for old clients. */

/** A record with every possible null, and with characters that need escaping. */
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
  written(
    "a product",
    () => `/api/product/${ids.show}`,
    () => ({
      json: `
      {"id":"${ids.show}","productTypeCode":"scheduled","name":"Noche de flamenco","cityCode":"MAD",
      "immediateBooking":false,"hasAvailability":true,"leadPurchaseDay":0,"cancelPurchaseHour":24,
      "minPrice":{"currencyCode":"EUR","value":22.5},"minUsdPrice":{"currencyCode":"USD","value":25},
      "location":{"venue":"Tablao","address":"Calle Mayor 1","latitude":40.4,"longitude":-3.7},
      "items":[{"id":"${ids["show-seat"]}","name":"Butaca","partNumber":"SHOW-1",
      "minPrice":{"currencyCode":"EUR","value":22.5},"minUsdPrice":{"currencyCode":"USD","value":25},"published":true,
      "ticketRules":[
      {"code":"ADULT","minQuantity":1,"maxQuantity":10,"defaultQuantity":2,"incrementQuantity":1},
      {"code":"CHILD","minQuantity":0,"maxQuantity":6,"defaultQuantity":0,"incrementQuantity":2}],
      "description":null}],
      "questionConfiguration":{"allPassengerNames":false,"allPassengerWeights":false,"hotel":false,"airportFlight":false},
      "updatedOn":"2026-06-15T10:00:00.000Z","description":null}`,
      xml: `
      <Product xmlns="urn:paseo:partner" Id="${ids.show}">
        <ProductTypeCode>scheduled</ProductTypeCode><Name>Noche de flamenco</Name><CityCode>MAD</CityCode>
        <ImmediateBooking>false</ImmediateBooking><HasAvailability>true</HasAvailability>
        <LeadPurchaseDay>0</LeadPurchaseDay><CancelPurchaseHour>24</CancelPurchaseHour>
        <MinPrice CurrencyCode="EUR"><Value>22.5</Value></MinPrice>
        <MinUsdPrice CurrencyCode="USD"><Value>25</Value></MinUsdPrice>
        <Location><Venue>Tablao</Venue><Address>Calle Mayor 1</Address><Latitude>40.4</Latitude><Longitude>-3.7</Longitude></Location>
        <Items><Item Id="${ids["show-seat"]}">
          <Name>Butaca</Name><PartNumber>SHOW-1</PartNumber>
          <MinPrice CurrencyCode="EUR"><Value>22.5</Value></MinPrice>
          <MinUsdPrice CurrencyCode="USD"><Value>25</Value></MinUsdPrice>
          <Published>true</Published>
          <TicketRules>
            <TicketRule Code="ADULT"><MinQuantity>1</MinQuantity><MaxQuantity>10</MaxQuantity><DefaultQuantity>2</DefaultQuantity><IncrementQuantity>1</IncrementQuantity></TicketRule>
            <TicketRule Code="CHILD"><MinQuantity>0</MinQuantity><MaxQuantity>6</MaxQuantity><DefaultQuantity>0</DefaultQuantity><IncrementQuantity>2</IncrementQuantity></TicketRule>
          </TicketRules>
        </Item></Items>
        <QuestionConfiguration><AllPassengerNames>false</AllPassengerNames><AllPassengerWeights>false</AllPassengerWeights><Hotel>false</Hotel><AirportFlight>false</AirportFlight></QuestionConfiguration>
        <UpdatedOn>2026-06-15T10:00:00.000Z</UpdatedOn>
      </Product>`,
    }),
  );

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

  written(
    "the product list",
    () => "/api/products?query=flamenco",
    () => ({
      json: `
      {"currentPage":1,"pageSize":100,"totalCount":1,"totalPages":1,"hasPreviousPage":false,"hasNextPage":false,"values":[
      {"id":"${ids.show}","productTypeCode":"scheduled","name":"Noche de flamenco","cityCode":"MAD","immediateBooking":false,"hasAvailability":true}]}`,
      xml: `
      <PagedResponse xmlns="urn:paseo:partner">
        <CurrentPage>1</CurrentPage><PageSize>100</PageSize><TotalCount>1</TotalCount><TotalPages>1</TotalPages>
        <HasPreviousPage>false</HasPreviousPage><HasNextPage>false</HasNextPage>
        <Values><Product Id="${ids.show}">
          <ProductTypeCode>scheduled</ProductTypeCode><Name>Noche de flamenco</Name><CityCode>MAD</CityCode>
          <ImmediateBooking>false</ImmediateBooking><HasAvailability>true</HasAvailability>
        </Product></Values>
      </PagedResponse>`,
    }),
  );

  written(
    "an empty list",
    () => "/api/productsdeleted?version=0&page=3",
    () => ({
      json: `{"currentPage":3,"pageSize":500,"totalCount":0,"totalPages":0,"hasPreviousPage":true,"hasNextPage":false,"values":[]}`,
      xml: `
      <PagedResponse xmlns="urn:paseo:partner">
        <CurrentPage>3</CurrentPage><PageSize>500</PageSize><TotalCount>0</TotalCount><TotalPages>0</TotalPages>
        <HasPreviousPage>true</HasPreviousPage><HasNextPage>false</HasNextPage><Values></Values>
      </PagedResponse>`,
    }),
  );

  written(
    "an event",
    () => `/api/events?id=${ids.show}&fromdate=2026-06-16&todate=16-06-2026`,
    () => ({
      json: `
      {"currentPage":1,"pageSize":500,"totalCount":1,"totalPages":1,"hasPreviousPage":false,"hasNextPage":false,"values":[
      {"id":"${ids["show-seat 2026-06-16 20:00:00"]}","itemId":"${ids["show-seat"]}","eventOn":"2026-06-16T20:00:00","availabilityCode":"available","tickets":[
      {"code":"ADULT","unitPrice":{"currencyCode":"EUR","value":45},"unitUsdPrice":{"currencyCode":"USD","value":50}},
      {"code":"CHILD","unitPrice":{"currencyCode":"EUR","value":22.5},"unitUsdPrice":{"currencyCode":"USD","value":25}}]}]}`,
      xml: `
      <PagedResponse xmlns="urn:paseo:partner">
        <CurrentPage>1</CurrentPage><PageSize>500</PageSize><TotalCount>1</TotalCount><TotalPages>1</TotalPages>
        <HasPreviousPage>false</HasPreviousPage><HasNextPage>false</HasNextPage>
        <Values><Event Id="${ids["show-seat 2026-06-16 20:00:00"]}">
          <ItemId>${ids["show-seat"]}</ItemId><EventOn>2026-06-16T20:00:00</EventOn><AvailabilityCode>available</AvailabilityCode>
          <Tickets>
            <Ticket Code="ADULT"><UnitPrice CurrencyCode="EUR"><Value>45</Value></UnitPrice><UnitUsdPrice CurrencyCode="USD"><Value>50</Value></UnitUsdPrice></Ticket>
            <Ticket Code="CHILD"><UnitPrice CurrencyCode="EUR"><Value>22.5</Value></UnitPrice><UnitUsdPrice CurrencyCode="USD"><Value>25</Value></UnitUsdPrice></Ticket>
          </Tickets>
        </Event></Values>
      </PagedResponse>`,
    }),
  );

  written(
    "a page without a city",
    () => "/api/es/pages?pagetypecode=category",
    () => ({
      json: `
      {"currentPage":1,"pageSize":100,"totalCount":1,"totalPages":1,"hasPreviousPage":false,"hasNextPage":false,"values":[
      {"id":"${ids.shows}","name":"Espectáculos","pageTypeCode":"category","cityCode":null,"published":true,"url":"//www.example.com/es/espectaculos"}]}`,
      xml: `
      <PagedResponse xmlns="urn:paseo:partner">
        <CurrentPage>1</CurrentPage><PageSize>100</PageSize><TotalCount>1</TotalCount><TotalPages>1</TotalPages>
        <HasPreviousPage>false</HasPreviousPage><HasNextPage>false</HasNextPage>
        <Values><Page Id="${ids.shows}">
          <Name>Espectáculos</Name><PageTypeCode>category</PageTypeCode><Published>true</Published><Url>//www.example.com/es/espectaculos</Url>
        </Page></Values>
      </PagedResponse>`,
    }),
  );

  written(
    "the currencies",
    () => "/api/currencies",
    () => ({
      json: `
      {"totalCount":3,"values":[
      {"code":"USD","name":"US Dollar","rate":1,"displaySymbol":"US$"},
      {"code":"BRL","name":"Brazilian Real","rate":5.25,"displaySymbol":"R$"},
      {"code":"EUR","name":"Euro","rate":0.9,"displaySymbol":"€"}]}`,
      xml: `
      <Response xmlns="urn:paseo:partner"><TotalCount>3</TotalCount><Values>
        <Currency Code="USD"><Name>US Dollar</Name><Rate>1</Rate><DisplaySymbol>US$</DisplaySymbol></Currency>
        <Currency Code="BRL"><Name>Brazilian Real</Name><Rate>5.25</Rate><DisplaySymbol>R$</DisplaySymbol></Currency>
        <Currency Code="EUR"><Name>Euro</Name><Rate>0.9</Rate><DisplaySymbol>€</DisplaySymbol></Currency>
      </Values></Response>`,
    }),
  );

  written(
    "the versions",
    () => "/api/productversion?updateversion=0&deleteversion=0",
    () => ({
      json: `{"updateVersion":1,"deleteVersion":0}`,
      xml: `<VersionResponse xmlns="urn:paseo:partner"><UpdateVersion>1</UpdateVersion><DeleteVersion>0</DeleteVersion></VersionResponse>`,
    }),
  );
});
