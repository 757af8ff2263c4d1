import assert from "node:assert/strict";
import { test } from "node:test";
import { type Answer, type Language, languages, limits, type Product } from "@paseo/contract";
import { refusalsOfStore, storedRefusals } from "../../../src/domain/selling/messages.ts";
import { checkAnswers, maxPassengers, questionsFor } from "../../../src/domain/selling/questions.ts";

/** A product without questions of the operator's own. */
const asking = (questions: Product["questionConfiguration"]) => ({ questions, ownQuestions: [] });
const none = { allPassengerNames: false, allPassengerWeights: false, hotel: false, airportFlight: false };
const all = { allPassengerNames: true, allPassengerWeights: true, hotel: true, airportFlight: true };
const names = ["passenger-first-name", "passenger-last-name"];
const hotel = ["hotel-name", "hotel-address"];
const flight = ["flight-number", "flight-date", "flight-time"];

for (const [why, configuration, passengers, codes] of [
  ["nothing", none, 3, []],
  ["names", { ...none, allPassengerNames: true }, 2, [...names, ...names]],
  ["weights", { ...none, allPassengerWeights: true }, 2, ["passenger-weight", "passenger-weight"]],
  ["the hotel", { ...none, hotel: true }, 3, hotel],
  ["the flight", { ...none, airportFlight: true }, 3, flight],
  ["all", all, 2, [...names, "passenger-weight", ...names, "passenger-weight", ...hotel, ...flight]],
] as const satisfies [string, Product["questionConfiguration"], number, string[]][]) {
  test(`a product that needs ${why}, for ${passengers} passengers`, () => {
    assert.deepEqual(
      questionsFor(asking(configuration), passengers, "es").map(({ code }) => code),
      codes,
    );
  });
}

test("titles are in the requested language, types are the contract's", () => {
  const [es, pt] = [questionsFor(asking(all), 1, "es"), questionsFor(asking(all), 1, "pt")];
  assert.deepEqual(
    es.map(({ type }) => type),
    ["string", "string", "integer", "string", "string", "string", "date", "time"],
  );
  assert.deepEqual(
    es.map(({ title }, n) => [title, pt[n]!.title]),
    [
      ["Nombre del pasajero", "Nome do passageiro"],
      ["Apellidos del pasajero", "Sobrenome do passageiro"],
      ["Peso del pasajero en kilogramos", "Peso do passageiro em quilogramas"],
      ["Nombre del hotel", "Nome do hotel"],
      ["Dirección del hotel", "Endereço do hotel"],
      ["Número de vuelo", "Número do voo"],
      ["Fecha del vuelo", "Data do voo"],
      ["Hora del vuelo", "Horário do voo"],
    ],
  );
});

test("an order has at most as many passengers as one request can answer for", () => {
  assert.equal(maxPassengers(asking(none)), Number.POSITIVE_INFINITY);
  assert.equal(maxPassengers(asking({ ...none, hotel: true, airportFlight: true })), Number.POSITIVE_INFINITY);
  assert.equal(maxPassengers(asking({ ...none, allPassengerWeights: true })), limits.answers);
  assert.equal(maxPassengers(asking({ ...none, allPassengerNames: true })), Math.floor(limits.answers / 2));
  assert.equal(maxPassengers(asking(all)), Math.floor((limits.answers - 5) / 3));
});

const questions = questionsFor(asking(all), 2, "es");
/** Valid answers to every question; the second passenger's group follows the first passenger's. */
const good: Answer[] = [
  ["passenger-first-name", "Ana"],
  ["passenger-last-name", "Ríos"],
  ["passenger-weight", "62"],
  ["passenger-first-name", "Luis"],
  ["passenger-last-name", "Paz"],
  ["passenger-weight", " 80 "],
  ["hotel-name", "Central"],
  ["hotel-address", "Calle Mayor 1"],
  ["flight-number", "IB 6250"],
  ["flight-date", "2026-05-01"],
  ["flight-time", "23:59"],
].map(([code = "", value = ""]) => ({ code, value }));
/** The valid answers with another value for the n-th answer of a code. */
const changed = (code: string, n: number, value: string): Answer[] => {
  const place = good.map((answer, index) => (answer.code === code ? index : -1)).filter((index) => index >= 0)[n];
  return good.with(place!, { code, value });
};

test("valid answers pass, also when grouped by question instead of by passenger", () => {
  assert.deepEqual(checkAnswers(questions, good, "es"), []);
  assert.deepEqual(
    checkAnswers(
      questions,
      good.toSorted((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0)),
      "es",
    ),
    [],
  );
});

for (const [code, n, value, refused, passenger] of [
  ["passenger-first-name", 0, " \t", "answer-missing", "pasajero 1"],
  ["passenger-last-name", 1, " ", "answer-missing", "pasajero 2"],
  ["passenger-weight", 1, " ", "answer-missing", "pasajero 2"],
  ["passenger-weight", 0, "62.5", "answer-invalid", "pasajero 1"],
  ["passenger-weight", 1, "0", "answer-invalid", "pasajero 2"],
  ["passenger-weight", 1, "501", "answer-invalid", "pasajero 2"],
  ["passenger-weight", 1, "-1", "answer-invalid", "pasajero 2"],
  ["passenger-weight", 1, "1e2", "answer-invalid", "pasajero 2"],
  ["passenger-weight", 1, "80 kg", "answer-invalid", "pasajero 2"],
  ["passenger-weight", 1, "9".repeat(400), "answer-invalid", "pasajero 2"],
  ["flight-date", 0, "2026-02-30", "answer-invalid", null],
  ["flight-date", 0, "01-05-2026", "answer-invalid", null],
  ["flight-date", 0, "2026-05-01T10:00", "answer-invalid", null],
  ["flight-time", 0, "24:00", "answer-invalid", null],
  ["flight-time", 0, "9:30", "answer-invalid", null],
  ["flight-time", 0, "10:60", "answer-invalid", null],
  ["flight-time", 0, "110:30", "answer-invalid", null],
  ["flight-time", 0, "10:300", "answer-invalid", null],
  ["hotel-name", 0, "", "answer-missing", null],
] as const) {
  test(`${code} ${JSON.stringify(value.slice(0, 20))} is ${refused}`, () => {
    const refusals = checkAnswers(questions, changed(code, n, value), "es");
    assert.deepEqual(
      refusals.map((refusal) => refusal.code),
      [refused],
    );
    assert.ok(refusals[0]?.message.includes(questions.find((question) => question.code === code)!.title));
    if (passenger) assert.ok(refusals[0]?.message.includes(passenger), refusals[0]?.message);
    else assert.doesNotMatch(refusals[0]!.message, /pasajero/);
  });
}

for (const [code, value] of [
  ["passenger-weight", "1"],
  ["passenger-weight", "500"],
  ["flight-date", "2028-02-29"],
  ["flight-time", "00:00"],
] as const) {
  test(`${code} ${value} passes`, () => assert.deepEqual(checkAnswers(questions, changed(code, 0, value), "pt"), []));
}

for (const [code, value, es, pt] of [
  ["passenger-weight", "x", "un número entero de 1 a 500", "um número inteiro de 1 a 500"],
  ["flight-date", "x", "una fecha real escrita aaaa-mm-dd", "uma data real escrita aaaa-mm-dd"],
  ["flight-time", "x", "una hora escrita hh:mm, de 00:00 a 23:59", "um horário escrito hh:mm, de 00:00 a 23:59"],
] as const)
  test(`the refusal of ${code} says what is expected`, () => {
    for (const [lang, expected] of [
      ["es", `debe ser ${es}.`],
      ["pt", `deve ser ${pt}.`],
    ] as const) {
      const [refusal] = checkAnswers(questions, changed(code, 0, value), lang);
      assert.ok(refusal!.message.endsWith(expected), refusal!.message);
    }
  });

test("where one passenger has answered and the other has not, the other's answers are missing", () => {
  const refusals = checkAnswers(questions, [...good.slice(0, 3), ...good.slice(6)], "es");
  assert.deepEqual(
    refusals.map(({ code, message }) => [code, message.includes("(pasajero 2)")]),
    Array.from({ length: 3 }, () => ["answer-missing", true]),
  );
});

test("without answers every question is missing, in order", () => {
  const refusals = checkAnswers(questions, [], "pt");
  assert.equal(refusals.length, questions.length);
  assert.ok(refusals.every(({ code }) => code === "answer-missing"));
  assert.match(refusals[3]!.message, /passageiro 2/);
});

test("refusals that the store kept are read in each language with the question's title in it", () => {
  const kinds = { code: "meal", scope: "order", kind: "choice", required: true } as const;
  const choices = [{ code: "beef", text: { es: "Asado", pt: "Churrasco", en: "Beef" } }];
  const own = { ...kinds, title: { es: "¿Almuerzo?", pt: "Almoço?", en: "Lunch?" }, choices };
  const refusals = (lang: Language) => {
    const asked = questionsFor({ questions: { ...none, airportFlight: true }, ownQuestions: [own] }, 1, lang);
    const sent = [
      { code: "flight-date", value: "soon" },
      { code: "flight-time", value: "noon" },
      { code: "own-meal", value: "stones" },
    ];
    return checkAnswers(asked, sent, lang);
  };
  const stored = JSON.parse(JSON.stringify(storedRefusals(refusals("es"))));
  for (const lang of languages) assert.deepEqual(refusalsOfStore(stored, lang), refusals(lang));
  assert.match(refusals("pt").at(-1)!.message, /Almoço.*Churrasco/);
});

test("answers to unknown questions are one refusal for each code, after the others", () => {
  const extra = ["shoe-size", "shoe-size", "hotel-name", "diet"].map((code) => ({ code, value: "x" }));
  const refusals = checkAnswers(questions, [...extra, ...changed("flight-time", 0, "late")], "es");
  assert.deepEqual(
    refusals.map(({ code }) => code),
    ["answer-invalid", "answer-unknown", "answer-unknown", "answer-unknown"],
  );
  for (const [n, code] of ["shoe-size", "hotel-name", "diet"].entries())
    assert.ok(refusals[n + 1]?.message.includes(code));
});

test("an additional answer is unknown, also if it is about a passenger", () => {
  const refusals = checkAnswers(questions, [...good, { code: "passenger-weight", value: "70" }], "es");
  assert.deepEqual(
    refusals.map(({ code }) => code),
    ["answer-unknown"],
  );
});
