import type { CalendarTexts } from "../shape.ts";

export const calendarTexts: CalendarTexts = {
  name: (guide, operator) => `${guide} · ${operator}`,
  people: (n) => (n === 1 ? "1 persona" : `${n} personas`),
  blocked: (n) => (n === 1 ? "1 plaza bloqueada" : `${n} plazas bloqueadas`),
  languages: "Idiomas del grupo",
};
