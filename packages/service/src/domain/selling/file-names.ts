import type { Language } from "@paseo/contract";

/** Names of files for operators, in each language. They have only letters that every header and file system accepts. */
const names: Record<string, Record<Exclude<Language, "en">, string>> = {
  orders: { es: "reservas", pt: "reservas" },
  refunds: { es: "reembolsos", pt: "reembolsos" },
  documents: { es: "documentos", pt: "documentos" },
  closing: { es: "cierre", pt: "fechamento" },
  receipt: { es: "recibo", pt: "recibo" },
  statement: { es: "extracto", pt: "extrato" },
  events: { es: "eventos", pt: "eventos" },
  "ticket-types": { es: "tipos-de-entrada", pt: "tipos-de-ingresso" },
  catalogue: { es: "catalogo", pt: "catalogo" },
  "dashboard-sales": { es: "ventas", pt: "vendas" },
  "dashboard-lookToBook": { es: "consultas-y-reservas", pt: "consultas-e-reservas" },
  "dashboard-refusals": { es: "rechazos", pt: "recusas" },
  "dashboard-load": { es: "ocupacion", pt: "ocupacao" },
  "dashboard-callbacks": { es: "avisos-a-socios", pt: "avisos-a-parceiros" },
  "dashboard-sync": { es: "catalogo-de-los-socios", pt: "catalogo-dos-parceiros" },
  "partners-usage": { es: "uso-del-socio", pt: "uso-do-parceiro" },
  "partners-mistakes": { es: "errores-del-socio", pt: "erros-do-parceiro" },
  "by-day": { es: "por-dia", pt: "por-dia" },
  "by-product": { es: "por-producto", pt: "por-produto" },
  "by-partner": { es: "por-socio", pt: "por-parceiro" },
  "by-city": { es: "por-ciudad", pt: "por-cidade" },
};

/** Returns the name of a file from its parts in English. A part without a translation, such as a day, stays as it is. */
export const fileNameIn = (lang: Language, ...parts: string[]): string =>
  parts.map((part) => (lang === "en" ? part : (names[part]?.[lang] ?? part))).join("-");
