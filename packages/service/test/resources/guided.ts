import { createKey } from "../../src/domain/partners/keys.ts";
import type { CatalogueFile } from "../../src/records/catalogue-file.ts";
import { eventIds } from "../concurrency/booking.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { type Operator, signedIn } from "../support/console.ts";
import { answersTo, Partner } from "../support/partner.ts";
import { show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { itemId } from "./boat.ts";

/** A walking tour with two guides, and a show that nobody guides. */

const walk = variant(
  show,
  {
    externalId: "walk",
    name: "Paseo por Madrid",
    immediateBooking: true,
    questions: { ...show.questions, hotel: true, allPassengerNames: true },
    meetingPoints: [
      { externalId: "sol", name: { es: "Puerta del Sol" }, address: "Puerta del Sol 7", arriveMinutesBefore: 10 },
    ],
    pickups: {
      places: [
        { externalId: "near", name: "Hotel Cercano", address: "Calle Cerca 2", minutesBefore: 15 },
        { externalId: "far", name: "Hotel Lejano", address: "Calle Lejos 9", minutesBefore: 45 },
      ],
    },
  },
  { externalId: "walk-es", name: "En español" },
);
const catalogue: CatalogueFile = {
  ...testCatalogue,
  products: [...testCatalogue.products!, walk, { ...show, externalId: "other", immediateBooking: true }],
};

export const guidedApp = { catalogue, now: new Date("2026-06-15T20:00:00Z") };

export const guideFields = (name: string) => ({
  ...{ name, kind: "guide", capacity: 1, turnaroundMinutes: 0, hours: null, daysOff: [], archived: false },
});

export class GuidedTour {
  app!: TestApp;
  owner!: Operator;
  partner!: Partner;
  /** Ids of the guides by name. */
  guides: Record<"Ana" | "Bruno", string> = { Ana: "", Bruno: "" };
  /** The guide Ana, signed in on her phone. */
  ana!: Operator & { email: string };
  walks!: string[];

  async start(): Promise<void> {
    await this.plant(await startApp(guidedApp));
  }

  async plant(app: TestApp): Promise<void> {
    this.app = app;
    this.owner = await signedIn(this.app, "owner");
    const { db } = this.app.store.database;
    for (const name of ["Ana", "Bruno"] as const)
      this.guides[name] = (await this.owner.ask("POST", "/resources", guideFields(name))).resource.id;
    const path = `/items/${await itemId(db, "walk")}/requirements`;
    const requirement = { resources: Object.values(this.guides), peoplePerUnit: null, minutes: 120 };
    await this.owner.ask("PUT", path, { requirements: [requirement], revision: 0 });
    const { key } = await createKey(db, { partner: "acme", mode: "live", readOnly: false, now: this.app.clock.now });
    this.partner = new Partner(this.app, { key });
    this.ana = await signedIn(this.app, "guide", this.guides.Ana);
    this.walks = await eventIds(db, "walk");
  }

  /** Sells a walk to guests of a hotel. */
  async sell(event: string, people: number, hotel: string, lastName = "García"): Promise<{ id: string }> {
    const { questions, totalUsd } = await this.partner.validate(event, { ADULT: people });
    const values: Record<string, string> = { "hotel-name": hotel, "passenger-last-name": lastName };
    const answers = answersTo(questions).map((answer) => ({ ...answer, value: values[answer.code] ?? answer.value }));
    const order = await this.partner.book(event, { ADULT: people }, totalUsd!.value, { answers });
    if (!order.isValid) throw new Error(JSON.stringify(order.errors));
    return order as never;
  }

  /** Assigns an event to a guide, also if another guide has it. */
  async give(event: string, name: "Ana" | "Bruno"): Promise<void> {
    const { uses } = await this.owner.ask("GET", "/resource-plan?from=2026-06-15&until=2026-06-30");
    const from = uses.find(({ eventId }: { eventId: string }) => eventId === event).resourceId;
    if (from === this.guides[name]) return;
    await this.owner.ask("PUT", `/events/${event}/resources`, { position: 0, from, to: this.guides[name] });
  }
}
