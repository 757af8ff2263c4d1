import { after, before, test } from "node:test";
import { readPasses } from "../../../service/src/store/visits/passes.ts";
import { eventId, Partner } from "../../../service/test/support/partner.ts";
import { show, testCatalogue, variant } from "../../../service/test/support/samples/catalogue.ts";
import { becomes, button, chooseFrom, field } from "../support/controls.ts";
import { Backoffice, type Page } from "../support/dom.ts";

/** Codes at the door, and what the role door sees. door.test.ts works on a phone, with and without network. */

const times = ["2026-06-20T18:00", "2026-06-20T21:00"];
const events = times.map((eventOn) => ({ eventOn, capacity: 500, prices: [{ code: "ADULT", amount: "45.00" }] }));
const evening = variant(
  show,
  {
    externalId: "evening",
    leadPurchaseDay: 0,
    immediateBooking: false,
    names: { en: "Flamenco night", pt: "Noite de flamenco" },
  },
  { externalId: "evening-seat", schedules: [], events },
);
const apart = variant(
  evening,
  { externalId: "apart", name: "Noche en grupo", codePerPerson: true },
  { externalId: "apart-seat", schedules: [], events },
);

let office: Backoffice;
before(async () => {
  const catalogue = { ...testCatalogue, products: [evening, apart] };
  office = await Backoffice.open({ now: new Date("2026-06-20T15:30:00Z"), catalogue });
});
after(() => office.close());

/** Sells an order. Returns its short codes. */
async function sold(item: string, { people = 2, eventOn = times[0]! } = {}) {
  const event = await eventId(office.app, item, eventOn);
  const { id } = await new Partner(office.app).buy(event, { ADULT: people });
  const { ask } = await office.account("orders");
  await ask("POST", `/orders/${id}/confirm`, {});
  const codes = (await readPasses(office.app.store.database.db, [id!])).map(({ code }) => code);
  return { codes };
}

const verdict = (page: Page, title: string) => page.getByRole("alert").getByRole("heading", { name: title }).waitFor();
/** Types a code and admits its guests with one click. */
async function admit(page: Page, code: string): Promise<void> {
  await field(page, "Code or reference").fill(code);
  await button(page, "Admit").click();
}
const next = async (page: Page) => {
  await button(page, "Next").click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
};

test("the door admits by short code with one click", async () => {
  const page = await office.operator("door", "/", { servicesClock: true });
  await page.getByRole("heading", { name: "Check-in" }).waitFor();
  const [party, later, persons] = [
    await sold("evening-seat", { people: 3 }),
    await sold("evening-seat", { eventOn: times[1]! }),
    await sold("apart-seat"),
  ];
  await admit(page, `${party.codes[0]!.slice(0, 4).toLowerCase()}-${party.codes[0]!.slice(4)}`);
  await verdict(page, "Admitted");
  await page.getByRole("dialog").getByText("3 people", { exact: true }).waitFor();
  // A scanner continues to type into the field.
  await page.keyboard.type(party.codes[0]!);
  await page.keyboard.press("Enter");
  await verdict(page, "Already admitted");
  await next(page);

  await admit(page, persons.codes[1]!);
  await verdict(page, "Admitted");
  await page.getByRole("dialog").getByText("1 of 2 inside").waitFor();
  await next(page);

  await chooseFrom(page, "Event", /20 Jun 2026, 18:00 · Noche de flamenco · /);
  await admit(page, later.codes[0]!);
  await verdict(page, "Another event");
  await becomes(() => button(page, "Admit anyway").count(), 0);
  await next(page);
});

test("the role door sees the door and the own account, and nothing else", async () => {
  const page = await office.operator("door", "/", { servicesClock: true });
  const links = page.getByRole("navigation").getByRole("link");
  await becomes(() => links.allInnerTexts(), ["Check-in"]);
  for (const path of ["/orders", "/products", "/partners"]) {
    await office.go(page, path);
    await page.getByRole("heading", { name: "Access denied" }).waitFor();
  }
  await office.go(page, "/account");
  await page.getByRole("heading", { name: "Account" }).first().waitFor();
});
