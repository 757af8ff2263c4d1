import type { CalendarTexts } from "../shape.ts";

export const calendarTexts: CalendarTexts = {
  name: (guide, operator) => `${guide} · ${operator}`,
  people: (n) => (n === 1 ? "1 person" : `${n} people`),
  blocked: (n) => (n === 1 ? "1 seat is blocked" : `${n} seats are blocked`),
  languages: "Guests' languages",
};
