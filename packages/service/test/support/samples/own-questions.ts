import type { CatalogueProduct } from "../../../src/records/catalogue-file.ts";
import { show } from "./catalogue.ts";

/** The operator's questions of every kind, in both scopes. Each scope has an optional question. */
export const ownQuestions: NonNullable<CatalogueProduct["ownQuestions"]> = [
  {
    ...{ code: "swim", scope: "traveller", kind: "yes-no", required: true },
    title: { es: "¿Sabe nadar?", pt: "Sabe nadar?", en: "Can you swim?" },
  },
  {
    ...{ code: "menu", scope: "traveller", kind: "choice", required: true },
    title: { es: "Menú", en: "Menu" },
    help: { es: "Incluido en el precio." },
    choices: [
      { code: "fish", text: { es: "Pescado", en: "Fish" } },
      { code: "veg", text: { es: "Sin carne", en: "No meat" } },
    ],
  },
  {
    code: "shoe",
    scope: "traveller",
    kind: "number",
    required: false,
    title: { es: "Número de pie", en: "Shoe size" },
  },
  { code: "arrival", scope: "order", kind: "date", required: true, title: { es: "Llegada", en: "Arrival" } },
  { code: "note", scope: "order", kind: "text", required: false, maxLength: 10, title: { es: "Nota", en: "Note" } },
];

/** A show with these questions, whose orders are complete at once. */
export const asking: CatalogueProduct = { ...show, immediateBooking: true, ownQuestions };

/** Good answers of two travellers. */
export const goodAnswers = [
  ["own-swim", "sí"],
  ["own-menu", "PESCADO"],
  ["own-swim", "no"],
  ["own-menu", "veg"],
  ["own-arrival", "2026-06-19"],
].map(([code = "", value = ""]) => ({ code, value }));
