import type { CalendarTexts } from "../shape.ts";

export const calendarTexts: CalendarTexts = {
  name: (guide, operator) => `${guide} · ${operator}`,
  people: (n) => (n === 1 ? "1 pessoa" : `${n} pessoas`),
  blocked: (n) => (n === 1 ? "1 lugar bloqueado" : `${n} lugares bloqueados`),
  languages: "Idiomas do grupo",
};
