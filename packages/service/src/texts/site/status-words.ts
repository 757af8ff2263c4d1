import type { SiteLanguage } from "./frame-words.ts";

/** The texts of the page with the times of the last hour. */

/** The calls whose time Viator limits. */
export type ViatorWork = "availability check" | "reserve" | "booking" | "calendar";

interface Words {
  title: string;
  lead: string;
  limitColumns: string;
  columns: string;
  within: Record<"yes" | "no", string>;
  work: Record<ViatorWork, string>;
  notes: string;
  until: (from: string, to: string) => string;
}

export const statusWords: Record<SiteLanguage, Words> = {
  en: {
    title: "Status",
    lead: "How long this service took to answer in the last hour, from the first byte of a request to the last byte of its answer.",
    limitColumns: "| Operation | 90 % within | Viator allows |",
    columns: "| Operation | Half within | 90 % within |",
    within: { yes: "within", no: "**over**" },
    work: {
      "availability check": "availability check",
      reserve: "reserve",
      booking: "booking",
      calendar: "calendar",
    },
    notes:
      "The limits are those that Viator sets for the systems of its suppliers; this service compares its 90 % with them. The times are estimates from a histogram, of all requests to all processes of this machine. [The same as JSON](/status.json).",
    until: (from, to) => `From ${from} to ${to} UTC.`,
  },
  es: {
    title: "Estado",
    lead: "Cuánto ha tardado este servicio en responder en la última hora, desde el primer byte de la petición hasta el último de la respuesta.",
    limitColumns: "| Operación | El 90 % en | Viator permite |",
    columns: "| Operación | La mitad en | El 90 % en |",
    within: { yes: "dentro", no: "**por encima**" },
    work: {
      "availability check": "consulta de disponibilidad",
      reserve: "bloqueo de plazas",
      booking: "reserva",
      calendar: "calendario",
    },
    notes:
      "Los límites son los que Viator fija a los sistemas de sus proveedores; se comparan con el 90 %. Los tiempos son estimaciones a partir de un histograma, de todas las peticiones a todos los procesos de este equipo. [Lo mismo en JSON](/status.json).",
    until: (from, to) => `De ${from} a ${to} UTC.`,
  },
  pt: {
    title: "Status",
    lead: "Quanto tempo este serviço levou para responder na última hora, do primeiro byte da requisição ao último da resposta.",
    limitColumns: "| Operação | 90 % em até | A Viator permite |",
    columns: "| Operação | Metade em até | 90 % em até |",
    within: { yes: "dentro", no: "**acima**" },
    work: {
      "availability check": "consulta de disponibilidade",
      reserve: "bloqueio de lugares",
      booking: "reserva",
      calendar: "calendário",
    },
    notes:
      "Os limites são os que a Viator define para os sistemas dos seus fornecedores; são comparados com os 90 %. Os tempos são estimativas a partir de um histograma, de todas as requisições a todos os processos desta máquina. [O mesmo em JSON](/status.json).",
    until: (from, to) => `De ${from} a ${to} UTC.`,
  },
};
