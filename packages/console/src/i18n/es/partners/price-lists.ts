import type { priceLists as enPriceLists } from "../../en/partners/price-lists.ts";
import type { Texts } from "../../texts.ts";

export const priceLists: Texts<typeof enPriceLists> = {
  title: "Tarifas",
  lead: "Líneas que comparten varios socios. Una nueva versión de una tarifa se aplica a todos sus socios.",
  empty: "Aún no hay tarifas.",
  create: "Nueva tarifa",
  created: "Se ha creado %{name}. Añada su primera versión.",
  rename: "Cambiar el nombre",
  renamed: "Se ha cambiado el nombre de la tarifa.",
  lines: "Líneas",
  usedBy: "La usan",
  nobody: "Ningún socio la usa.",
  versions: "Versiones",
  noVersion: "Aún sin versión: la tarifa no cambia ningún precio.",
  newVersion: "Nueva versión",
  newVersionOf: "Nueva versión de %{name}",
  versionLead: "Sustituye a la versión actual en cuanto empieza a valer, para todos los socios de la tarifa.",
  present: "Actual",
  lineCount: "%{smart_count} línea |||| %{smart_count} líneas",
  save: "Guardar versión",
  saved: "Se ha guardado la versión.",
};
