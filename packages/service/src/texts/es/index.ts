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
  CHILD: "Niño",
  INFANT: "Bebé",
  BABY: "Bebé",
  YOUTH: "Joven",
  STUDENT: "Estudiante",
  SENIOR: "Sénior",
  RESIDENT: "Residente",
  DISABLED: "Persona con discapacidad",
  FAMILY: "Familia",
  GROUP: "Grupo",
  COUPLE: "Pareja",
  GENERAL: "General",
  VEHICLE: "Vehículo",
  VIP: "VIP",
};

const questionTexts: QuestionTexts = {
  "passenger-first-name": "Nombre del pasajero",
  "passenger-last-name": "Apellidos del pasajero",
  "passenger-weight": "Peso del pasajero en kilogramos",
  "hotel-name": "Nombre del hotel",
  "hotel-address": "Dirección del hotel",
  "flight-number": "Número de vuelo",
  "flight-date": "Fecha del vuelo",
  "flight-time": "Hora del vuelo",
};

const octoTexts: OctoTexts = {
  cutoff: (hours) => (hours === 0 ? "Hasta el inicio" : `${hours} ${hours === 1 ? "hora" : "horas"} antes del inicio`),
  tax: "Impuestos incluidos",
  hotelUnknown: "El canal no lo ha indicado",
};

const calendarTexts: CalendarTexts = {
  name: (guide, operator) => `${guide} · ${operator}`,
  people: (n) => (n === 1 ? "1 persona" : `${n} personas`),
  blocked: (n) => (n === 1 ? "1 plaza bloqueada" : `${n} plazas bloqueadas`),
  languages: "Idiomas del grupo",
};

export const spanishTexts: Texts = {
  locale: "es",
  questions: questionTexts,
  yesNo: { yes: "Sí", no: "No" },
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
