import type { SiteLanguage } from "./frame-words.ts";

/** The texts of the page with the times of the last hour. */

interface Words {
  title: string;
  lead: string;
  columns: string;
  notes: string;
  until: (from: string, to: string) => string;
}

export const statusWords: Record<SiteLanguage, Words> = {
  en: {
    title: "Status",
    lead: "How long this service took to answer in the last hour, from the first byte of a request to the last byte of its answer.",
    columns: "| Operation | Half within | 90 % within |",
    notes:
      "The times are estimates from a histogram, of all requests to all processes of this machine. [The same as JSON](/status.json).",
    until: (from, to) => `From ${from} to ${to} UTC.`,
  },
  es: {
    title: "Estado",
    lead: "Cuánto ha tardado este servicio en responder en la última hora, desde el primer byte de la petición hasta el último de la respuesta.",
    columns: "| Operación | La mitad en | El 90 % en |",
    notes:
      "Los tiempos son estimaciones a partir de un histograma, de todas las peticiones a todos los procesos de este equipo. [Lo mismo en JSON](/status.json).",
    until: (from, to) => `De ${from} a ${to} UTC.`,
  },
  pt: {
    title: "Status",
    lead: "Quanto tempo este serviço levou para responder na última hora, do primeiro byte da requisição ao último da resposta.",
    columns: "| Operação | Metade em até | 90 % em até |",
    notes:
      "Os tempos são estimativas a partir de um histograma, de todas as requisições a todos os processos desta máquina. [O mesmo em JSON](/status.json).",
    until: (from, to) => `De ${from} a ${to} UTC.`,
  },
};
