import type { CalendarTexts, OctoTexts, QuestionTexts, Texts, TicketTypeTexts } from "../shape.ts";
import { bulkLetterTexts } from "./bulk-letters.ts";
import { letterTexts } from "./letters.ts";
import { paymentTexts } from "./payments.ts";
import { receiptTexts } from "./receipt.ts";
import { refusalPhrases, refusalTexts } from "./refusals.ts";
import { statementTexts } from "./statement.ts";
import { orderSheetTexts, supplierEmailTexts, supplierPageTexts } from "./supplier.ts";
import { voucherTexts } from "./voucher.ts";

const ticketTypeTexts: TicketTypeTexts = {
  ADULT: "Adulto",
  CHILD: "Criança",
  INFANT: "Bebê",
  BABY: "Bebê",
  YOUTH: "Jovem",
  STUDENT: "Estudante",
  SENIOR: "Idoso",
  RESIDENT: "Residente",
  DISABLED: "Pessoa com deficiência",
  FAMILY: "Família",
  GROUP: "Grupo",
  COUPLE: "Casal",
  GENERAL: "Geral",
  VEHICLE: "Veículo",
  VIP: "VIP",
};

const questionTexts: QuestionTexts = {
  "passenger-first-name": "Nome do passageiro",
  "passenger-last-name": "Sobrenome do passageiro",
  "passenger-weight": "Peso do passageiro em quilogramas",
  "hotel-name": "Nome do hotel",
  "hotel-address": "Endereço do hotel",
  "flight-number": "Número do voo",
  "flight-date": "Data do voo",
  "flight-time": "Horário do voo",
};

const octoTexts: OctoTexts = {
  cutoff: (hours) => (hours === 0 ? "Até o início" : `${hours} ${hours === 1 ? "hora" : "horas"} antes do início`),
  tax: "Impostos incluídos",
  hotelUnknown: "Não indicado pelo canal",
};

const calendarTexts: CalendarTexts = {
  name: (guide, operator) => `${guide} · ${operator}`,
  people: (n) => (n === 1 ? "1 pessoa" : `${n} pessoas`),
  blocked: (n) => (n === 1 ? "1 vaga bloqueada" : `${n} vagas bloqueadas`),
  languages: "Idiomas do grupo",
};

export const portugueseTexts: Texts = {
  locale: "pt-BR",
  questions: questionTexts,
  yesNo: { yes: "Sim", no: "Não" },
  refusals: refusalTexts,
  refusalPhrases,
  voucher: voucherTexts,
  statement: statementTexts,
  receipt: receiptTexts,
  calendar: calendarTexts,
  letters: letterTexts,
  bulkLetters: bulkLetterTexts,
  orderSheet: orderSheetTexts,
  supplierEmails: supplierEmailTexts,
  supplierPages: supplierPageTexts,
  payments: paymentTexts,
  ticketTypes: ticketTypeTexts,
  octo: octoTexts,
};
