import type { Hint } from "../hints/hint.ts";
import type { SiteLanguage } from "./frame-words.ts";

/** The texts of the pages of error codes in every language: a missing text is a type error. */

interface ErrorWords {
  fact: string;
  kind: string;
  problem: (status: string) => string;
  refusal: string;
  type: string;
  operations: string;
  whose: string;
  sides: Record<Hint["whose"], string>;
  fix: string;
  example: string;
  request: string;
  answer: string;
  excerpt: (operation: string) => string;
  more: (errors: string) => string;
  /** The text in the guide's table for a row with the same fix as the row above. */
  theSame: string;
}

export const errorWords: Record<SiteLanguage, ErrorWords> = {
  en: {
    fact: "Summary",
    kind: "Answer",
    problem: (status) => `A failed request, status ${status}`,
    refusal: "A refusal: status 200 with `isValid` false",
    type: "`type`",
    operations: "Operations",
    whose: "Who acts",
    sides: {
      partner: "Your developers",
      course: "Nobody: it is part of normal business",
      service: "The service, not you",
    },
    fix: "What to do",
    example: "Example",
    request: "This request gets the answer below from the service of the quick start:",
    answer: "The answer:",
    excerpt: (operation) => `What the answer of \`${operation}\` contains:`,
    more: (errors) => `[Errors and limits](${errors}) lists all codes, and says when to retry.`,
    theSame: "The same",
  },
  es: {
    fact: "Resumen",
    kind: "Respuesta",
    problem: (status) => `Una petición fallida, estado ${status}`,
    refusal: "Un rechazo: estado 200 con `isValid` false",
    type: "`type`",
    operations: "Operaciones",
    whose: "Quién actúa",
    sides: {
      partner: "Sus desarrolladores",
      course: "Nadie: es parte de la actividad normal",
      service: "El servicio, no usted",
    },
    fix: "Qué hacer",
    example: "Ejemplo",
    request: "Esta petición recibe del servicio del inicio rápido la respuesta de abajo:",
    answer: "La respuesta:",
    excerpt: (operation) => `Lo que contiene la respuesta de \`${operation}\`:`,
    more: (errors) => `[Errores y límites](${errors}) tiene todos los códigos y dice cuándo reintentar.`,
    theSame: "Lo mismo",
  },
  pt: {
    fact: "Resumo",
    kind: "Resposta",
    problem: (status) => `Uma requisição com falha, status ${status}`,
    refusal: "Uma recusa: status 200 com `isValid` false",
    type: "`type`",
    operations: "Operações",
    whose: "Quem age",
    sides: {
      partner: "Seus desenvolvedores",
      course: "Ninguém: faz parte da operação normal",
      service: "O serviço, não você",
    },
    fix: "O que fazer",
    example: "Exemplo",
    request: "Esta requisição recebe do serviço do início rápido a resposta abaixo:",
    answer: "A resposta:",
    excerpt: (operation) => `O que a resposta de \`${operation}\` contém:`,
    more: (errors) => `[Erros e limites](${errors}) tem todos os códigos e diz quando tentar de novo.`,
    theSame: "O mesmo",
  },
};
