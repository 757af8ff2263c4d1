import type { CalendarTexts } from "../shape.ts";

export const calendarTexts: CalendarTexts = {
  name: (guide, operator) => `${guide} · ${operator}`,
  people: (n) => (n === 1 ? "1 pessoa" : `${n} pessoas`),
  languages: "Idiomas do grupo",
};
