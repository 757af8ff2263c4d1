import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Answer } from "@paseo/contract";
import { startApp, type TestApp } from "../../support/app.ts";
import { codesOf, eventId, Partner, productId } from "../../support/partner.ts";
import { boat, museum, testCatalogue } from "../../support/samples/catalogue.ts";
import { Changer, ticketsOf } from "../../support/samples/changing.ts";
import { Holder } from "../../support/samples/holding.ts";
import { asking, goodAnswers, ownQuestions } from "../../support/samples/own-questions.ts";
import { onPostgres } from "../../support/servers/stores.ts";

/**
 * Questions of the operator's own: which travellers are asked, which answers are refused, and what happens to an order when the questions
 * change.
 */

onPostgres("questions of the operator's own", (open) => {
  let app: TestApp;
  let partner: Partner;
  let evening: string;
  let later: string;
  before(async () => {
    app = await startApp({ open, catalogue: { ...testCatalogue, products: [asking, boat, museum] } });
    partner = new Partner(app);
    evening = await eventId(app, "show-seat", "2026-06-20T20:00");
    later = await eventId(app, "show-seat", "2026-06-21T20:00");
  });
  after(() => app?.stop());

  const put = (questions: typeof ownQuestions) => app.import({ products: [{ ...asking, ownQuestions: questions }] });
  const book = async (answers: Answer[], lang: "es" | "pt" | "en" = "es") => {
    const { totalUsd } = await partner.validate(evening, { ADULT: 2 });
    return new Partner(app, { lang }).book(evening, { ADULT: 2 }, totalUsd!.value, { answers });
  };
  /** Returns the good answers with another value for the n-th answer of a code. */
  const changed = (code: string, n: number, value: string): Answer[] => {
    const places = goodAnswers.flatMap((answer, place) => (answer.code === code ? [place] : []));
    return goodAnswers.with(places[n]!, { code, value });
  };

  test("eventvalidate lists the required ones as questions of the contract, with the choices in the title", async () => {
    const group = [
      { code: "own-swim", title: "¿Sabe nadar? (Sí / No)", type: "string" },
      { code: "own-menu", title: "Menú (Pescado / Sin carne)", type: "string" },
    ];
    const { questions } = await partner.validate(evening, { ADULT: 2 });
    assert.deepEqual(questions, [...group, ...group, { code: "own-arrival", title: "Llegada", type: "date" }]);
    const english = await new Partner(app, { lang: "en" }).validate(evening, { ADULT: 1 });
    assert.deepEqual(
      english.questions.map(({ title }) => title),
      ["Can you swim? (Yes / No)", "Menu (Fish / No meat)", "Arrival"],
    );
  });

  test("own questions follow the contract's questions, for each passenger and for the order", async () => {
    await app.import({ products: [{ ...boat, ownQuestions }] });
    const trip = await eventId(app, "boat-seat", "2026-06-20T09:00");
    const { questions } = await partner.validate(trip, { ADULT: 2 });
    const group = ["passenger-first-name", "passenger-last-name", "passenger-weight", "own-swim", "own-menu"];
    const order = ["hotel-name", "hotel-address", "flight-number", "flight-date", "flight-time", "own-arrival"];
    assert.deepEqual(
      questions.map(({ code }) => code),
      [...group, ...group, ...order],
    );
    await app.import({ products: [boat] });
  });

  test("good answers are placed as they were sent: choices by code or by text, in any language and letter case", async () => {
    const order = await book(goodAnswers);
    assert.deepEqual([order.isValid, order.event.answers], [true, goodAnswers]);
    for (const [code, value] of [
      ["own-swim", "YES"],
      ["own-swim", "Não"],
      ["own-menu", "fish"],
      ["own-menu", " no MEAT "],
    ] as const)
      assert.equal((await book(changed(code, 1, value))).isValid, true, value);
  });

  for (const [code, n, value, lang, message] of [
    ["own-swim", 1, " ", "es", "Falta la respuesta a «¿Sabe nadar?» (pasajero 2)."],
    [
      "own-swim",
      0,
      "maybe",
      "en",
      "The answer to “Can you swim?” (passenger 1) is not valid: it must be one of these: Yes, No.",
    ],
    [
      "own-menu",
      1,
      "Carne",
      "es",
      "La respuesta a «Menú» (pasajero 2) no es válida: debe ser una de estas: Pescado, Sin carne.",
    ],
    [
      "own-arrival",
      0,
      "19/06/2026",
      "pt",
      "A resposta a “Llegada” não é válida: deve ser uma data real escrita aaaa-mm-dd.",
    ],
    ["own-arrival", 0, "-", "en", "The answer to “Arrival” is missing."],
  ] as const)
    test(`${code} ${JSON.stringify(value)} is refused with the question's name, in ${lang}`, async () => {
      const order = await book(changed(code, n, value), lang);
      assert.deepEqual([order.id, order.errors?.map((error) => error.message)], [null, [message]]);
    });

  test("an optional question is not listed and blocks nobody, and its answer is checked", async () => {
    const more = (...answers: [code: string, value: string][]) =>
      book([...goodAnswers, ...answers.map(([code, value]) => ({ code, value }))], "en");
    const order = await more(["own-shoe", "-"], ["own-shoe", "42"], ["own-note", "By train"]);
    assert.deepEqual([order.isValid, order.event.answers.length], [true, 8]);
    const refused = await more(["own-shoe", "42"], ["own-shoe", "big"], ["own-note", "By the train"]);
    assert.deepEqual(
      refused.errors?.map(({ code, message }) => [code, message]),
      [
        [
          "answer-invalid",
          "The answer to “Shoe size” (passenger 2) is not valid: it must be a whole number from 0 to 999999.",
        ],
        ["answer-invalid", "The answer to “Note” is not valid: it must be no longer than 10 characters."],
      ],
    );
    assert.deepEqual(codesOf(await more(["own-shoe", "1"], ["own-shoe", "2"], ["own-shoe", "3"])), ["answer-unknown"]);
    assert.deepEqual(codesOf(await more(["own-boat", "1"])), ["answer-unknown"]);
  });

  test("a hold keeps the questions with which it was placed", async () => {
    const holder = new Holder(app);
    const hold = await holder.hold(evening, { ADULT: 2 });
    assert.deepEqual(
      hold.questions.map(({ code }) => code),
      goodAnswers.map(({ code }) => code),
    );
    await put([{ code: "new", scope: "order", kind: "text", required: true, title: { es: "Nueva" } }]);
    try {
      assert.deepEqual((await holder.extend(hold.id!)).questions, hold.questions);
      assert.deepEqual(codesOf(await holder.book(hold, { answers: [{ code: "own-new", value: "x" }] })).slice(-1), [
        "answer-unknown",
      ]);
      assert.equal((await holder.book(hold, { answers: goodAnswers })).isValid, true);
      assert.deepEqual(
        codesOf(await book(goodAnswers)).slice(0, 1),
        ["answer-missing"],
        "a sale without it is asked today's",
      );
    } finally {
      await put(ownQuestions);
    }
  });

  test("an order is changed with the questions of its sale, and moved with those of today", async () => {
    const { id } = await book(goodAnswers);
    await put([{ code: "new", scope: "order", kind: "text", required: true, title: { es: "Nueva" } }]);
    try {
      const changer = new Changer(app);
      const more = await changer.quote(id!, { tickets: ticketsOf({ ADULT: 3 }) });
      assert.deepEqual(
        more.errors.map(({ code, message }) => [code, message.includes("(pasajero 3)")]),
        [
          ["answer-missing", true],
          ["answer-missing", true],
        ],
      );
      assert.equal(
        (await changer.quote(id!, { tickets: ticketsOf({ ADULT: 1 }), answers: first(goodAnswers) })).isValid,
        true,
      );
      const moved = await changer.quote(id!, { eventId: later });
      assert.equal(moved.errors[0]!.code, "answer-missing");
      assert.deepEqual(moved.questions, [{ code: "own-new", title: "Nueva", type: "string" }]);
      await changer.change(id!, { eventId: later, answers: [{ code: "own-new", value: "Sí" }] });
      assert.deepEqual((await changer.quote(id!, { tickets: ticketsOf({ ADULT: 1 }) })).errors, []);
    } finally {
      await put(ownQuestions);
    }
  });

  test("a party has at most the questions that a booking can answer, optional ones too", async () => {
    const many = Array.from({ length: 20 }, (_, n) => ({
      ...{ code: `q${n}`, scope: "traveller", kind: "text", required: n === 0, title: { es: "?" } },
    })) as typeof ownQuestions;
    const seat = asking.items[0]!;
    const big = {
      ...{ ...asking, externalId: "big", ownQuestions: many },
      items: [
        {
          ...seat,
          externalId: "big-seat",
          schedules: [],
          ticketRules: [{ ...seat.ticketRules[0]!, maxQuantity: 500 }],
          events: [{ eventOn: "2026-06-25T20:00", capacity: null, prices: [{ code: "ADULT", amount: "9.00" }] }],
        },
      ],
    };
    await app.import({ products: [big] });
    const id = await eventId(app, "big-seat", "2026-06-25T20:00");
    assert.deepEqual(codesOf(await partner.validate(id, { ADULT: 100 })), []);
    assert.deepEqual(codesOf(await partner.validate(id, { ADULT: 101 })), ["quantity-above-maximum"]);
  });

  test("contents have every own question, with the choices and their codes", async () => {
    const id = await productId(app, "show");
    const { values } = await partner.wire.ask("contents", { lang: "pt", id });
    const { ownQuestions: own, otherLanguages } = values[0]!;
    assert.deepEqual(own[0], {
      ...{ code: "own-swim", scope: "traveller", kind: "yes-no", required: true, title: "Sabe nadar?", help: null },
      maxLength: 500,
      choices: [
        { code: "yes", text: "Sim" },
        { code: "no", text: "Não" },
      ],
    });
    assert.deepEqual(
      own.map(({ code, required, maxLength }) => [code, required, maxLength]),
      ownQuestions.map((one) => [`own-${one.code}`, one.required, one.maxLength ?? 500]),
    );
    assert.deepEqual(
      otherLanguages.filter(({ pointer }) => pointer.startsWith("/ownQuestions/1")),
      ["title", "help", "choices/0/text", "choices/1/text"].map((of) => ({
        pointer: `/ownQuestions/1/${of}`,
        lang: "es",
      })),
    );
  });
});

/** Returns the answers of the first traveller and the answers about the order. */
const first = (answers: Answer[]): Answer[] => [...answers.slice(0, 2), answers.at(-1)!];
