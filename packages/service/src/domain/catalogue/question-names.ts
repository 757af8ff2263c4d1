import type { ErrorEntry, Language } from "@paseo/contract";
import type { QuestionTexts } from "../../texts/shape.ts";
import { texts } from "../../texts/texts.ts";

/** Names of the standard questions on the console's pages. A test of the console compares them with the labels of its fields. */
export const questionNames: Record<Language, QuestionTexts> = {
  es: {
    "passenger-first-name": "Nombre",
    "passenger-last-name": "Apellidos",
    "passenger-weight": "Peso (kg)",
    "hotel-name": "Hotel",
    "hotel-address": "Dirección del hotel",
    "flight-number": "Vuelo",
    "flight-date": "Fecha del vuelo",
    "flight-time": "Hora del vuelo",
  },
  pt: {
    "passenger-first-name": "Nome",
    "passenger-last-name": "Sobrenome",
    "passenger-weight": "Peso (kg)",
    "hotel-name": "Hotel",
    "hotel-address": "Endereço do hotel",
    "flight-number": "Voo",
    "flight-date": "Data do voo",
    "flight-time": "Horário do voo",
  },
  en: {
    "passenger-first-name": "First name",
    "passenger-last-name": "Last name",
    "passenger-weight": "Weight (kg)",
    "hotel-name": "Hotel",
    "hotel-address": "Hotel address",
    "flight-number": "Flight",
    "flight-date": "Flight date",
    "flight-time": "Flight time",
  },
};

/** Returns a refusal's message with the console's name of a standard question. Partners read the question's title in it. */
export function withQuestionName({ code, message }: ErrorEntry, lang: Language): string {
  if (!code.startsWith("answer-")) return message;
  const names = questionNames[lang];
  const titles = Object.entries(texts[lang].questions);
  return message.replace(/(?<=[«“])[^»”]+(?=[»”])/, (quoted) => {
    const found = titles.find(([, title]) => title === quoted);
    return found ? names[found[0] as keyof QuestionTexts] : quoted;
  });
}
