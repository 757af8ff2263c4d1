import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ErrorEntry, Language } from "@paseo/contract";
import { type PlainRefusalCode, refusalEntry } from "../../../src/domain/selling/messages.ts";
import type { CatalogueFile } from "../../../src/records/catalogue-file.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { answersTo, codesOf, eventId, Partner, type Party } from "../../support/partner.ts";
import { show, testCatalogue, variant } from "../../support/samples/catalogue.ts";
import { onPostgres } from "../../support/servers/stores.ts";

/** Refusals and their messages, over HTTP. */

const adult = (amount: string) => [{ code: "ADULT", amount }];
const rule = (code: string, minQuantity: number, maxQuantity: number, incrementQuantity = 1) => ({
  code,
  minQuantity,
  maxQuantity,
  defaultQuantity: minQuantity,
  incrementQuantity,
});
const seat = { capacity: 20, prices: adult("45.00") };

/** A product with one item for the refusals. Its event of 25 June can be sold. */
const troubled = variant(
  show,
  { externalId: "troubled" },
  {
    externalId: "troubled-seat",
    ticketRules: [rule("ADULT", 2, 10, 2), rule("CHILD", 0, 6, 2), rule("SENIOR", 0, 10)],
    schedules: [],
    events: [
      // 12:00 in Madrid is the current time of the tests.
      { eventOn: "2026-06-15T12:00", ...seat },
      { eventOn: "2026-06-17T20:00", ...seat, availability: "black-out" },
      { eventOn: "2026-06-18T20:00", ...seat, availability: "sold-out" },
      { eventOn: "2026-06-19T20:00", ...seat, availability: "removed" },
      { eventOn: "2026-06-20T20:00", ...seat, capacity: 3 },
      { eventOn: "2026-06-21T20:00", ...seat, capacity: 0 },
      { eventOn: "2026-06-25T20:00", ...seat, prices: [...adult("45.00"), { code: "CHILD", amount: "22.50" }] },
    ],
  },
);

const catalogue: CatalogueFile = {
  ...testCatalogue,
  products: [
    ...testCatalogue.products!,
    troubled,
    variant(show, { externalId: "withdrawn", published: false }, { externalId: "withdrawn-seat" }),
    variant(show, { externalId: "half" }, { externalId: "half-seat", published: false }),
  ],
};

/** Names the event at 20:00 on this day of June 2026, of the item with problems. */
const evening = (day: number): Event => ["troubled-seat", `2026-06-${day}T20:00`];
/** A refusal whose message has no placeholder. */
const only = (code: PlainRefusalCode) => (lang: Language) => [refusalEntry(code, lang)];
type Event = [item: string, eventOn: string] | "unknown";

/** Refusals of validate, for 2 adults by default. */
const refusals: [
  why: string,
  event: Event,
  errors: (lang: Language) => ErrorEntry[],
  more?: { party?: Party; whiteLabelCode?: string },
][] = [
  ["an event that nobody has", "unknown", only("event-unknown")],
  ["a removed event", evening(19), only("event-removed")],
  ["a blacked-out event", evening(17), only("event-black-out")],
  ["an event marked sold out", evening(18), only("event-sold-out")],
  ["an event without seats", evening(21), only("event-sold-out")],
  ["an event that begins now", ["troubled-seat", "2026-06-15T12:00"], only("event-past")],
  [
    "an event inside the lead time",
    ["boat-seat", "2026-06-16T14:00"],
    (lang) => [refusalEntry("too-late", lang, { until: null })],
  ],
  ["an unpublished product", ["withdrawn-seat", "2026-06-20T20:00"], only("product-unpublished")],
  ["an unpublished item", ["half-seat", "2026-06-20T20:00"], only("item-unpublished")],
  ["more than the seats left", evening(20), only("capacity"), { party: { ADULT: 4 } }],
  ["a white label that nobody has", evening(25), only("white-label-unknown"), { whiteLabelCode: "NOBODY" }],
  ["another partner's white label", evening(25), only("white-label-unknown"), { whiteLabelCode: "OTHER" }],
  ["no tickets", evening(25), only("tickets-missing"), { party: { ADULT: 0 } }],
  [
    "a ticket that has no rule, and one that has no price",
    evening(25),
    (lang) => ["DOG", "SENIOR"].map((ticket) => refusalEntry("ticket-unknown", lang, { ticket })),
    { party: { ADULT: 2, DOG: 1, SENIOR: 1 } },
  ],
  [
    "children alone",
    evening(25),
    (lang) => [refusalEntry("ticket-required", lang, { ticket: "ADULT", minimum: 2 })],
    { party: { CHILD: 2 } },
  ],
  [
    "too few",
    evening(25),
    (lang) => [refusalEntry("quantity-below-minimum", lang, { ticket: "ADULT", minimum: 2 })],
    { party: { ADULT: 1 } },
  ],
  [
    "too many",
    evening(25),
    (lang) => [refusalEntry("quantity-above-maximum", lang, { ticket: "ADULT", maximum: 10 })],
    { party: { ADULT: 12 } },
  ],
  [
    "a quantity between the steps",
    evening(25),
    (lang) => [refusalEntry("quantity-off-increment", lang, { ticket: "ADULT", minimum: 2, increment: 2 })],
    { party: { ADULT: 3 } },
  ],
  [
    "several things at once, in a fixed order",
    evening(17),
    (lang) => [
      refusalEntry("event-black-out", lang),
      refusalEntry("quantity-off-increment", lang, { ticket: "ADULT", minimum: 2, increment: 2 }),
      refusalEntry("ticket-unknown", lang, { ticket: "DOG" }),
      refusalEntry("white-label-unknown", lang),
    ],
    { party: { ADULT: 3, DOG: 1 }, whiteLabelCode: "OTHER" },
  ],
];

onPostgres("selling", (open) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ open, catalogue });
  });
  after(() => app.stop());
  const find = (event: Event) =>
    event === "unknown" ? "3f2504e0-4f89-41d3-9a0c-0305e82c3301" : eventId(app, ...event);

  for (const [why, event, errors, { party = { ADULT: 2 }, whiteLabelCode } = {}] of refusals) {
    test(`refuses ${why}, in validate and in book, in Spanish and in Portuguese`, async () => {
      const id = await find(event);
      const label = whiteLabelCode === undefined ? {} : { whiteLabelCode };
      for (const lang of ["es", "pt"] as const) {
        const partner = new Partner(app, { lang });
        const answer = await partner.validate(id, party, label);
        assert.deepEqual(
          { ...answer, totalUsd: null },
          { id, totalUsd: null, isValid: false, errors: errors(lang), questions: [] },
        );
        const order = await partner.book(id, party, answer.totalUsd?.value ?? 1, label);
        assert.deepEqual(order.errors, errors(lang));
        assert.deepEqual([order.isValid, order.id, order.reference, order.status], [false, null, null, null]);
      }
    });
  }

  test("refuses a duplicate ticket", async () => {
    const id = await find(evening(25));
    const tickets = [
      { code: "ADULT", quantity: 2 },
      { code: "ADULT", quantity: 2 },
    ];
    const answer = await new Partner(app).wire.ask("eventvalidate", { lang: "pt" }, { id, apiKey: app.key, tickets });
    assert.deepEqual(answer.errors, [refusalEntry("ticket-duplicate", "pt", { ticket: "ADULT" })]);
  });

  test("book refuses a price that was never validated, with one error", async () => {
    const id = await find(evening(25));
    for (const lang of ["es", "pt"] as const) {
      const order = await new Partner(app, { lang }).book(id, { ADULT: 2 }, 99.99);
      assert.deepEqual(order.errors, [refusalEntry("price-changed", lang)]);
    }
    assert.equal((await new Partner(app).book(id, { ADULT: 2 }, 100)).isValid, true);
  });

  test("book checks the answers against the questions, in order and for each passenger", async () => {
    const id = await find(["boat-seat", "2026-06-25T09:00"]);
    for (const lang of ["es", "pt"] as const) {
      const partner = new Partner(app, { lang });
      const { questions, totalUsd } = await partner.validate(id, { ADULT: 2 });
      const group = ["passenger-first-name", "passenger-last-name", "passenger-weight"];
      const once = ["hotel-name", "hotel-address", "flight-number", "flight-date", "flight-time"];
      assert.deepEqual(
        questions.map(({ code }) => code),
        [...group, ...group, ...once],
      );

      const good = answersTo(questions);
      const weight = questions[5]!;
      const answered = async (answers: typeof good) =>
        (await partner.book(id, { ADULT: 2 }, totalUsd!.value, { answers })).errors;
      assert.deepEqual(await answered(good.toSpliced(4, 1)), [
        refusalEntry("answer-missing", lang, { title: questions[4]!.title, passenger: 2 }),
      ]);
      const expected = { type: "integer", minimum: 1, maximum: 500 } as const;
      assert.deepEqual(await answered(good.with(5, { code: weight.code, value: "a lot" })), [
        refusalEntry("answer-invalid", lang, { title: weight.title, passenger: 2, expected }),
      ]);
      assert.deepEqual(await answered([...good, { code: "shoe-size", value: "43" }]), [
        refusalEntry("answer-unknown", lang, { question: "shoe-size" }),
      ]);
      assert.equal(codesOf({ errors: await answered([]) }).length, questions.length);
    }
  });

  test("an order stores its answers as sent, in any order of codes", async () => {
    const id = await find(["boat-seat", "2026-06-26T09:00"]);
    const partner = new Partner(app);
    const { questions, totalUsd } = await partner.validate(id, { ADULT: 2 });
    // The answers of each code are in the passengers' order.
    const answers = answersTo(questions).toSorted((a, b) => a.code.localeCompare(b.code));
    const order = await partner.book(id, { ADULT: 2 }, totalUsd!.value, { answers });
    assert.deepEqual([order.errors, order.event.answers], [null, answers]);
    assert.deepEqual((await partner.wire.ask("order", { lang: "es", id: order.id! })).event.answers, answers);
  });

  test("a partner's own white label is valid in any letter case", async () => {
    const id = await find(["museum-day", "2026-06-25T00:00"]);
    for (const whiteLabelCode of ["ACME-ES", "acme-es", "Acme-Es", ""]) {
      assert.deepEqual(
        (await new Partner(app).validate(id, { ADULT: 1 }, { whiteLabelCode })).errors,
        [],
        whiteLabelCode,
      );
      assert.equal(
        (await new Partner(app).book(id, { ADULT: 1 }, 30, { whiteLabelCode })).isValid,
        true,
        whiteLabelCode,
      );
    }
  });
});
