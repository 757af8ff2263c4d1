import type { QuestionTexts } from "../shape.ts";

export const questionTexts: QuestionTexts = {
  "passenger-first-name": "Nome do passageiro",
  "passenger-last-name": "Sobrenome do passageiro",
  "passenger-weight": "Peso do passageiro em quilogramas",
  "hotel-name": "Nome do hotel",
  "hotel-address": "Endereço do hotel",
  "flight-number": "Número do voo",
  "flight-date": "Data do voo",
  "flight-time": "Horário do voo",
};
