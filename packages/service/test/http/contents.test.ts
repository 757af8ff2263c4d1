import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Content, languages } from "@paseo/contract";
import type { CatalogueProduct } from "../../src/records/catalogue-file.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { type Operator, signedIn } from "../support/console.ts";
import { eventId, Partner, productId } from "../support/partner.ts";
import { boat, museum, show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { listed } from "../support/samples/listing.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { assertProblem, type formats, send, Wire } from "../support/wire.ts";

/** GET /api/{lang}/contents returns what travellers read of a product. Only changes of that content get a version. */

onPostgres("contents", (open) => {
  let app: TestApp;
  let operator: Operator;
  before(async () => {
    app = await startApp({ open, catalogue: { ...testCatalogue, products: [listed, boat, museum] } });
    operator = await signedIn(app, "catalogue");
  });
  after(() => app?.stop());

  const wire = (format: (typeof formats)[number] = "json") => new Wire(app.url, { sends: format, reads: format });
  const list = (params: Record<string, string | number> = {}, format?: (typeof formats)[number]) =>
    wire(format).ask("contents", { lang: "es", ...params });
  const newest = async () => (await wire().ask("catalogdigest")).version;
  const put = (...products: CatalogueProduct[]) => app.import({ products });

  /** Does the work. Returns the names of the products whose content changed, and how far the version moved. */
  async function changed(work: () => Promise<unknown>): Promise<{ contents: string[]; products: number }> {
    const since = await newest();
    await work();
    const contents = await list({ version: since });
    assert.equal(contents.totalCount, contents.values.length);
    const products = (await wire().ask("products", { version: since })).values.length;
    return { contents: contents.values.map(({ name }) => name), products };
  }

  test("a content has every field of the record, in the requested language or the first that there is", async () => {
    const id = await productId(app, "show");
    const { values } = await list({ lang: "pt", id });
    const [content] = values as [Content];
    const [item] = content.items;
    assert.deepEqual(content, {
      id,
      name: "Noche de flamenco",
      summary: "Cante y baile en el centro.",
      description: listed.description!.es,
      highlights: ["Sem amplificação", "Front rows"],
      included: ["Bebida"],
      notIncluded: ["Cena"],
      whatToBring: ["Documento"],
      restrictions: ["Sin cámaras"],
      accessibility: ["Sin escalones"],
      categories: ["show", "nightlife"],
      durationMinutes: 75,
      guideLanguages: ["es", "pt-BR"],
      cityCode: "MAD",
      location: listed.location,
      timeZone: "Europe/Madrid",
      meetingPoints: [
        {
          externalId: "door",
          name: "Porta",
          address: "Calle Mayor 1",
          latitude: 40.41,
          longitude: -3.7,
          arriveMinutesBefore: 15,
          instructions: "Mostre o código.",
        },
        {
          externalId: "square",
          name: "Plaza",
          address: null,
          latitude: null,
          longitude: null,
          arriveMinutesBefore: null,
          instructions: null,
        },
      ],
      pickups: {
        places: [
          {
            externalId: "hotel",
            name: "Hotel Ejemplo",
            address: "Calle Menor 2",
            latitude: null,
            longitude: null,
            minutesBefore: 40,
          },
        ],
        areas: ["Centro"],
        ownText: true,
      },
      photos: [],
      videoUrl: "https://video.example.com/1",
      minimumAge: 6,
      groupSize: 40,
      taxRate: 10.5,
      contact: { person: "Taquilla", phone: "+34 600 000 000", email: "day@example.com" },
      currencyCode: "EUR",
      cancelPurchaseHour: 24,
      refundTiers: listed.refundTiers,
      codePerPerson: true,
      items: [
        {
          id: item!.id,
          name: "Poltrona",
          description: "Con _vista_.",
          included: ["Butaca"],
          notIncluded: ["Copa"],
          durationMinutes: 60,
          guideLanguages: ["es"],
          meetingPoints: [
            {
              externalId: "stairs",
              name: "Escalera",
              address: null,
              latitude: null,
              longitude: null,
              arriveMinutesBefore: null,
              instructions: null,
            },
          ],
        },
      ],
      ticketTypes: [
        { code: "ADULT", name: "Adulto", ageFrom: null, ageTo: null, isPerson: true, conditions: null },
        { code: "CHILD", name: "Criança", ageFrom: null, ageTo: null, isPerson: true, conditions: null },
      ],
      ownQuestions: [],
      otherLanguages: [
        "/summary es",
        "/description es",
        "/highlights/1 en",
        "/included/0 es",
        "/notIncluded/0 es",
        "/whatToBring/0 es",
        "/restrictions/0 es",
        "/accessibility/0 es",
        "/meetingPoints/1/name es",
        "/pickups/areas/0 es",
        "/items/0/description es",
        "/items/0/included/0 es",
        "/items/0/notIncluded/0 es",
        "/items/0/meetingPoints/0/name es",
      ].map((other) => ({ pointer: other.split(" ")[0], lang: other.split(" ")[1] })),
      updatedOn: "2026-06-15T10:00:00.000Z",
    });
    const english = (await list({ lang: "en", id })).values[0]!;
    assert.deepEqual([english.name, english.summary], ["Flamenco night", "Song & dance <in the centre>."]);
  });

  test("a product without a listing has its facts, and a full refund until its cancellation ends", async () => {
    const id = await productId(app, "boat");
    const content = (await list({ id })).values[0]!;
    const { refundTiers, summary, highlights, pickups, contact, codePerPerson, taxRate } = content;
    assert.deepEqual(
      [summary, highlights, pickups, contact, codePerPerson, taxRate],
      [null, [], null, null, false, null],
    );
    assert.deepEqual(refundTiers, [{ hours: 24, percent: 100 }]);
    assert.deepEqual([content.timeZone, content.currencyCode], ["America/Sao_Paulo", "BRL"]);
  });

  test("a changed text gives one content a version, in every language", async () => {
    const more = { ...listed, summary: { ...listed.summary, en: "Another sentence." } };
    assert.deepEqual(await changed(() => put(more)), { contents: ["Noche de flamenco"], products: 1 });
    assert.deepEqual(await changed(() => put(more)), { contents: [], products: 0 });
    const since = await newest();
    await put(listed);
    for (const lang of languages) assert.equal((await list({ lang, version: since })).values.length, 1);
  });

  test("availability, prices, rates and what only the operator sees give no content a version", async () => {
    const partner = new Partner(app);
    const [schedule] = show.items[0]!.schedules!;
    const dated = (changes: object) =>
      variant(listed, {}, { ...listed.items[0], schedules: [{ ...schedule!, ...changes }] });
    const before = (await list()).values;
    const noise: [string, () => Promise<unknown>, number][] = [
      ["prices", () => put(dated({ prices: [{ code: "ADULT", amount: "50.00" }] })), 1],
      ["seats", () => put(dated({ capacity: 1 })), 1],
      [
        "the last seats",
        async () => {
          const only = { ...schedule!, from: "2026-06-20", to: "2026-06-20", capacity: 1 };
          await put(variant(listed, {}, { ...listed.items[0], schedules: [only] }));
          await partner.buy(await eventId(app, "show-seat", "2026-06-20T20:00"), { ADULT: 1 });
        },
        1,
      ],
      ["the supplier", () => put({ ...listed, supplier: null }), 1],
      ["a rate", () => app.import({ currencies: [{ code: "EUR", name: "Euro", displaySymbol: "€", rate: "0.8" }] }), 1],
    ];
    for (const [what, work, products] of noise) assert.deepEqual(await changed(work), { contents: [], products }, what);
    assert.deepEqual((await list()).values, before);
    await put(listed);
  });

  test("a city, and terms and places that partners read only here, give a version", async () => {
    for (const changes of [
      { cityCode: "TOL" },
      { timeZone: "Europe/Lisbon" },
      { refundTiers: [{ hours: 48, percent: 80 }] },
      { durationMinutes: 80 },
      { salesEndMinutes: 30 },
      { codePerPerson: false },
      { contact: { phone: "+34 600 000 009" } },
    ] satisfies Partial<CatalogueProduct>[])
      assert.deepEqual((await changed(() => put({ ...listed, ...changes }))).contents, ["Noche de flamenco"]);
    await put(listed);
  });

  test("a product that leaves the catalogue leaves the list, and comes back with a version", async () => {
    const since = await newest();
    await put({ ...museum, published: false });
    assert.deepEqual(
      (await list()).values.map(({ name }) => name),
      ["Noche de flamenco", "Passeio de barco na baía"],
    );
    assert.deepEqual((await list({ version: since })).values, []);
    assert.deepEqual((await list({ id: await productId(app, "museum") })).values, []);
    const back = await changed(() => put(museum));
    assert.deepEqual(back.contents, ["Museum day ticket"]);
    assert.equal((await list()).values.length, 3);
  });

  test("a ticket type gives the contents a version that use it, and no other", async () => {
    const names = { es: "Menor", pt: "Menor", en: "Minor" };
    const body = { ...names, ageFrom: 3, ageTo: 11, conditions: { en: "With an adult" }, revision: 0 };
    const one = await changed(() => operator.ask("PUT", "/ticket-types/CHILD", body));
    assert.deepEqual(one, { contents: ["Noche de flamenco"], products: 1 });
    const { ticketTypes, otherLanguages } = (await list({ id: await productId(app, "show") })).values[0]!;
    assert.deepEqual(ticketTypes[1], {
      code: "CHILD",
      name: "Menor",
      ageFrom: 3,
      ageTo: 11,
      isPerson: true,
      conditions: "With an adult",
    });
    assert.deepEqual(otherLanguages.at(-1), { pointer: "/ticketTypes/1/conditions", lang: "en" });
    const again = await changed(() => operator.ask("PUT", "/ticket-types/CHILD", { ...body, revision: 1 }));
    assert.deepEqual(again.contents, []);
    const all = await changed(() => operator.ask("PUT", "/ticket-types/ADULT", { ...body, revision: 0 }));
    assert.equal(all.contents.length, 3);
    const wrong = { ...body, ageFrom: 12, ageTo: 3, revision: 1 };
    assert.equal(await operator.refused(400, "PUT", "/ticket-types/ADULT", wrong), "invalid-field");
  });

  test("an unknown language or product is a 404, an old version a 410, and an ETag a 304", async () => {
    const at = (path: string) => send(`${app.url}/api/${path}`);
    assertProblem(await at("fr/contents"), 404, "not-found");
    const unknown = "00000000-0000-4000-8000-000000000000";
    assertProblem(await at(`es/contents?id=${unknown}`), 404, "not-found");
    assertProblem(await at("es/contents?version=99999999"), 410, "version-expired");
    assertProblem(await at("es/contents?page=0"), 400, "invalid-parameter");
    const { headers } = await at("es/contents");
    const again = { "if-none-match": headers.etag! };
    assert.equal((await send(`${app.url}/api/es/contents`, { headers: again })).status, 304);
    await app.import({ currencies: [{ code: "EUR", name: "Euro", displaySymbol: "€", rate: "0.81" }] });
    assert.equal((await send(`${app.url}/api/es/contents`, { headers: again })).status, 304, "prices are no content");
  });
});
