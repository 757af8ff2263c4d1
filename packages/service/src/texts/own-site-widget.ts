import type { Language } from "@paseo/contract";

/** The texts of the calendar on other sites. `{day}`, `{month}` and `{price}` are filled in by its script. */
export interface WidgetTexts {
  /** 1: Monday, 7: Sunday. */
  weekStart: 1 | 7;
  name: string;
  previous: string;
  next: string;
  from: string;
  open: string;
  soldOut: string;
  none: string;
  emptyMonth: string;
}

export const widgetTexts: Readonly<Record<Language, WidgetTexts>> = {
  en: {
    weekStart: 1,
    name: "Dates and prices: {name}",
    previous: "Previous month",
    next: "Next month",
    from: "{day}, from {price}",
    open: "{day}, available",
    soldOut: "{day}, sold out",
    none: "{day}, not available",
    emptyMonth: "No dates this month.",
  },
  es: {
    weekStart: 1,
    name: "Fechas y precios: {name}",
    previous: "Mes anterior",
    next: "Mes siguiente",
    from: "{day}, desde {price}",
    open: "{day}, disponible",
    soldOut: "{day}, agotado",
    none: "{day}, no disponible",
    emptyMonth: "No hay fechas este mes.",
  },
  pt: {
    weekStart: 7,
    name: "Datas e preços: {name}",
    previous: "Mês anterior",
    next: "Próximo mês",
    from: "{day}, a partir de {price}",
    open: "{day}, disponível",
    soldOut: "{day}, esgotado",
    none: "{day}, indisponível",
    emptyMonth: "Não há datas neste mês.",
  },
};
