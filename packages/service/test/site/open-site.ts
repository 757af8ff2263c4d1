import type { Config } from "../../src/config.ts";
import { createSite, type NewSite } from "../../src/domain/site/create-site.ts";
import type { CatalogueFile } from "../../src/records/catalogue-file.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { type Answer, askAt } from "../support/http.ts";
import { boat, museum, show, testCatalogue } from "../support/samples/catalogue.ts";

/** A service with an own site at the host `tours.example`, and what the tests read of its pages. */

const page = (path: string, name: string) => ({ name, url: `//tours.example${path}` });

/** Descriptions and names that are not plain words, and prices by number. */
export const siteCatalogue: CatalogueFile = {
  ...testCatalogue,
  ticketTypes: [{ code: "LUNCH", names: { en: "Lunch", es: "Comida", pt: "Almoço" }, people: 0, seats: 0 }],
  products: [
    {
      ...show,
      names: { en: "Flamenco & <wine>", es: "Noche de flamenco", pt: "Noite de flamenco" },
      summary: { es: "Cante y baile" },
      description: { en: "### Evening\n\nA **short** [show](https://example.com/show).\n\n- one\n- two" },
      highlights: [{ en: "Small room" }],
      categories: ["show"],
      durationMinutes: 75,
      guideLanguages: ["es", "pt-PT"],
      groupSize: 70,
      minimumAge: 6,
      accessibility: [{ en: "Step-free entrance" }],
      meetingPoints: [
        {
          externalId: "door",
          name: { en: "Door <of> the room" },
          arriveMinutesBefore: 20,
          instructions: { en: "Ring twice." },
        },
      ],
      pickups: {
        places: [{ externalId: "sol", name: "Hotel Sol", address: "Calle Mayor 2", minutesBefore: 15 }],
        areas: [{ en: "Old town" }],
        ownText: true,
      },
      contact: { person: "Ana", phone: "+34 600 000 101" },
      refundTiers: [
        { hours: 48, percent: 100 },
        { hours: 6, percent: 50 },
      ],
    },
    { ...boat, categories: ["boat-tour"], refundTiers: [] },
    museum,
    {
      ...museum,
      externalId: "pass",
      type: "dateless",
      name: "City pass",
      items: ["Three days", "Five days"].map((name, n) => ({
        ...museum.items[0]!,
        externalId: `pass-${n}`,
        partNumber: `PASS-${n}`,
        name,
        schedules: [
          { from: "2026-09-30", to: "2026-09-30", capacity: null, prices: [{ code: "ADULT", amount: "50.00" }] },
        ],
      })),
    },
  ],
  pages: [
    {
      externalId: "mad",
      type: "city",
      cityCode: "MAD",
      en: page("/en/madrid", "Madrid"),
      es: page("/es/madrid", "Madrid"),
      pt: page("/pt/madri", "Madri"),
    },
    {
      externalId: "shows",
      type: "category",
      categories: ["show", "concert"],
      en: page("/en/shows", "Shows"),
      es: page("/es/espectaculos", "Espectáculos"),
    },
    { externalId: "show", type: "product", cityCode: "MAD", en: page("/en/madrid/flamenco", "Flamenco") },
    { externalId: "lost", type: "product", cityCode: "MAD", en: page("/en/madrid/closed", "A closed museum") },
    { externalId: "draft", type: "city", cityCode: "RIO", published: false, en: page("/en/rio", "Rio") },
  ],
};

export interface OpenSite {
  app: TestApp;
  /** Sends a request to the site's host, or to another one. */
  ask(path: string, headers?: Record<string, string>): Promise<Answer>;
  page(path: string): Promise<string>;
}

export async function openSite(
  site: Partial<NewSite> = {},
  catalogue: CatalogueFile = siteCatalogue,
  config: Partial<Config> = {},
): Promise<OpenSite> {
  const app = await startApp({ catalogue, jobs: false, config: { publicUrl: "https://office.example", ...config } });
  const { db } = app.store.database;
  const added = { code: "TOURS", name: "Tours", host: "tours.example", path: "", ...site };
  await db.transaction().execute((tx) => createSite(tx, added, app.clock.now));
  await app.app.service.sites.reload();
  const { port } = new URL(app.url);
  const ask = (path: string, headers: Record<string, string> = {}) =>
    askAt({ port, path }, { headers: { host: "tours.example", ...headers } });
  return {
    app,
    ask,
    async page(path) {
      const { status, text } = await ask(path);
      if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 300)}`);
      return text;
    },
  };
}
