import assert from "node:assert/strict";
import { test } from "node:test";
import type { Answer, Product } from "@paseo/contract";
import { checkAnswers, questionsFor } from "../../../src/domain/selling/questions.ts";

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
      questionsFor(configuration, passengers, "es").map(({ code }) => code),
      codes,
    );
  });
}

test("titles are in the requested language, types are the contract's", () => {
  const [es, pt] = [questionsFor(all, 1, "es"), questionsFor(all, 1, "pt")];
  assert.deepEqual(
    es.map(({ type }) => type),
    ["string", "string", "integer", "string", "string", "string", "date", "time"],
  );
  for (const [n, { title }] of es.entries()) assert.notEqual(title, pt[n]!.title);
  assert.equal(es.find(({ code }) => code === "flight-number")?.title, "Número de vuelo");
  assert.equal(pt.find(({ code }) => code === "flight-number")?.title, "Número do voo");
});

const questions = questionsFor(all, 2, "es");
/** Good answers to every question, the group of the second passenger after that of the first. */
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
/** The good answers with the n-th of a code changed. */
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

test("without answers every question is missing, in order", () => {
  const refusals = checkAnswers(questions, [], "pt");
  assert.equal(refusals.length, questions.length);
  assert.ok(refusals.every(({ code }) => code === "answer-missing"));
  assert.match(refusals[3]!.message, /passageiro 2/);
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
