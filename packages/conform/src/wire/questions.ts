import type { Product, Question } from "@paseo/contract";

/** The questions of a product in order: those about each passenger, then those about the order. */
export function expectedQuestions(
  configuration: Product["questionConfiguration"],
  passengers: number,
): Pick<Question, "code" | "type">[] {
  const { allPassengerNames, allPassengerWeights, hotel, airportFlight } = configuration;
  const when = (setting: boolean, ...questions: Pick<Question, "code" | "type">[]) => (setting ? questions : []);
  const group = [
    ...when(
      allPassengerNames,
      { code: "passenger-first-name", type: "string" },
      { code: "passenger-last-name", type: "string" },
    ),
    ...when(allPassengerWeights, { code: "passenger-weight", type: "integer" }),
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
  ];
}
