import type { OctoTexts } from "../shape.ts";

export const octoTexts: OctoTexts = {
  cutoff: (hours) => (hours === 0 ? "Até ao início" : `${hours} ${hours === 1 ? "hora" : "horas"} antes do início`),
  tax: "Impostos incluídos",
  hotelUnknown: "Não indicado pelo canal",
};
