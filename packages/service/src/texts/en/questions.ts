import type { QuestionTexts } from "../shape.ts";

export const questionTexts: QuestionTexts = {
  "passenger-first-name": "Passenger's first name",
  "passenger-last-name": "Passenger's last name",
  "passenger-weight": "Passenger's weight in kilograms",
  "hotel-name": "Hotel name",
  "hotel-address": "Hotel address",
  "flight-number": "Flight number",
  "flight-date": "Flight date",
  "flight-time": "Flight time",
};
