import type { OctoTexts } from "../shape.ts";

export const octoTexts: OctoTexts = {
  cutoff: (hours) => (hours === 0 ? "Hasta el inicio" : `${hours} ${hours === 1 ? "hora" : "horas"} antes del inicio`),
  tax: "Impuestos incluidos",
  hotelUnknown: "El canal no lo ha indicado",
};
