import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { catalogueProblems } from "../../src/domain/editing/catalogue-rules.ts";
import { checkValue } from "../../src/domain/editing/files/shapes.ts";
import { CatalogueFile } from "../../src/records/catalogue-file.ts";
import { startApp } from "../support/app.ts";
import { eventId, Partner, type Party } from "../support/partner.ts";
import { testCatalogue } from "../support/samples/catalogue.ts";

/** The twenty products of `examples/products/`, as docs/how-to/enter-your-products.md explains them. */

const file: CatalogueFile = JSON.parse(
  await readFile(new URL("../../../../examples/products/catalogue.json", import.meta.url), "utf8"),
);

const currencies = testCatalogue.currencies!;
const [ten, noon, evening] = ["2027-05-03T10:00", "2027-05-03T12:00", "2027-05-07T20:00"] as const;
/** A selection of a product, its total in euros, and its refusals. */
const selections: [item: string, eventOn: string, party: Party, euros: number, ...refusals: string[]][] = [
  ["walk", ten, { ADULT: 2, CHILD: 1, INFANT: 4 }, 40],
  ["boat", "2027-05-03T11:00", { FAMILY: 3, ADULT: 3 }, 3 * 52 + 60],
  ["boat", "2027-05-03T11:00", { FAMILY: 3, ADULT: 4 }, 3 * 52 + 80, "capacity"],
  ["double", noon, { DOUBLE: 10 }, 300],
  ["whole-boat", "2027-05-03T19:30", { PRIVATE: 1 }, 290],
  ["class", "2027-05-03T11:30", { GUEST: 3 }, 195],
  ["class", "2027-05-03T11:30", { GUEST: 9 }, 9 * 52],
  ["evening", "2027-05-03T20:30", { SEAT: 2, WINE: 3, PARKING: 1 }, 70 + 54 + 9],
  ["evening", "2027-05-03T20:30", { SEAT: 2, PARKING: 2 }, 70 + 18, "quantity-above-maximum"],
  ["one-way", "2027-06-03T04:30", { VAN_4_7: 1 }, 59],
  ["visit", "2027-05-03T09:30", { PUPIL: 29, TEACHER: 2 }, 29 * 6.5],
  ["visit", "2027-05-03T09:30", { PUPIL: 29, TEACHER: 3 }, 29 * 6.5, "ticket-above-people"],
  ["tour", "2027-05-03T22:30", { ADULT: 2 }, 30],
  ["route", "2027-12-25T09:00", { ADULT: 2 }, 158, "event-black-out"],
  ["week", "2027-06-07T09:30", { GUEST: 2 }, 380],
  ["zone-b", evening, { ADULT: 2, CHILD: 1 }, 96],
  ["charter", "2027-05-03T15:00", { CHARTER: 1 }, 640],
  ["crossing", "2027-05-03T09:00", { ADULT: 1, RESIDENT: 2 }, 78],
];

test("each of twenty real products can be said in a catalogue file, and is sold as it says", async (t) => {
  assert.deepEqual([checkValue(CatalogueFile, file), catalogueProblems({ ...file, currencies })], [[], []]);
  assert.equal(file.products!.length, 20);
  const app = await startApp({ catalogue: { ...testCatalogue, ...file } });
  t.after(() => app.stop());
  const partner = new Partner(app);
  const cents = (euros: number) => Math.round((euros / 0.9) * 100) / 100;
  for (const [item, eventOn, party, euros, ...refusals] of selections) {
    const { totalUsd, errors } = await partner.validate(await eventId(app, item, eventOn), party);
    const [what, codes] = [`${item} ${JSON.stringify(party)}`, (errors ?? []).map(({ code }) => code)];
    assert.deepEqual(codes, refusals, what);
    // Each ticket is rounded to a cent of a dollar.
    const tickets = Object.values(party).reduce((sum, quantity) => sum + quantity, 0);
    assert.ok(Math.abs(totalUsd!.value - cents(euros)) <= tickets * 0.005 + 1e-9, `${what}: ${totalUsd!.value}`);
  }
});
