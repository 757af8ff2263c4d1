import type { QuestionTexts } from "../shape.ts";

export const questionTexts: QuestionTexts = {
  "passenger-first-name": "Nombre del pasajero",
  "passenger-last-name": "Apellidos del pasajero",
  "passenger-weight": "Peso del pasajero en kilogramos",
  "hotel-name": "Nombre del hotel",
  "hotel-address": "Dirección del hotel",
  "flight-number": "Número de vuelo",
  "flight-date": "Fecha del vuelo",
  "flight-time": "Hora del vuelo",
};
