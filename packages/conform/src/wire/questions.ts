import type { Product, Question } from "@paseo/contract";

/** The questions that a product asks of so many passengers, in order: the passengers' group for each, then the order's. */
export function questionsAsked(
  configuration: Product["questionConfiguration"],
  passengers: number,
): Pick<Question, "code" | "type">[] {
  const { allPassengerNames, allPassengerWeights, hotel, airportFlight } = configuration;
  const asked = (setting: boolean, ...questions: Pick<Question, "code" | "type">[]) => (setting ? questions : []);
  const group = [
    ...asked(
      allPassengerNames,
      { code: "passenger-first-name", type: "string" },
      { code: "passenger-last-name", type: "string" },
    ),
    ...asked(allPassengerWeights, { code: "passenger-weight", type: "integer" }),
  ];
  return [
    ...Array.from({ length: passengers }, () => group).flat(),
    ...asked(hotel, { code: "hotel-name", type: "string" }, { code: "hotel-address", type: "string" }),
    ...asked(
      airportFlight,
      { code: "flight-number", type: "string" },
      { code: "flight-date", type: "date" },
      { code: "flight-time", type: "time" },
    ),
  ];
}
