import type { OwnQuestion, Product, Question } from "@paseo/contract";

/** The questions of a product: first the questions about each passenger, then the questions about the order. `own`: the operator's own questions, from contents. */
export function expectedQuestions(
  configuration: Product["questionConfiguration"],
  passengers: number,
  own: readonly OwnQuestion[] = [],
): Pick<Question, "code" | "type">[] {
  const { allPassengerNames, allPassengerWeights, hotel, airportFlight } = configuration;
  const when = (setting: boolean, ...questions: Pick<Question, "code" | "type">[]) => (setting ? questions : []);
  const required = (scope: OwnQuestion["scope"]) =>
    own.filter((one) => one.required && one.scope === scope).map(({ code, kind }) => ({ code, type: ownTypes[kind] }));
  const group = [
    ...when(
      allPassengerNames,
      { code: "passenger-first-name", type: "string" },
      { code: "passenger-last-name", type: "string" },
    ),
    ...when(allPassengerWeights, { code: "passenger-weight", type: "integer" }),
    ...required("traveller"),
  ];
  return [
    ...Array.from({ length: passengers }, () => group).flat(),
    ...when(hotel, { code: "hotel-name", type: "string" }, { code: "hotel-address", type: "string" }),
    ...when(
      airportFlight,
      { code: "flight-number", type: "string" },
      { code: "flight-date", type: "date" },
      { code: "flight-time", type: "time" },
    ),
    ...required("order"),
  ];
}

const ownTypes: Record<OwnQuestion["kind"], Question["type"]> = {
  text: "string",
  number: "integer",
  choice: "string",
  date: "date",
  "yes-no": "string",
};
