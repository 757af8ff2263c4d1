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
  ADULT: "Adult",
  CHILD: "Child",
  INFANT: "Infant",
  BABY: "Baby",
  YOUTH: "Youth",
  STUDENT: "Student",
  SENIOR: "Senior",
  RESIDENT: "Resident",
  DISABLED: "Person with a disability",
  FAMILY: "Family",
  GROUP: "Group",
  COUPLE: "Couple",
  GENERAL: "General admission",
  VEHICLE: "Vehicle",
  VIP: "VIP",
};

const questionTexts: QuestionTexts = {
  "passenger-first-name": "Passenger's first name",
  "passenger-last-name": "Passenger's last name",
  "passenger-weight": "Passenger's weight in kilograms",
  "hotel-name": "Hotel name",
  "hotel-address": "Hotel address",
  "flight-number": "Flight number",
  "flight-date": "Flight date",
  "flight-time": "Flight time",
};

const octoTexts: OctoTexts = {
  cutoff: (hours) => (hours === 0 ? "Until the start" : `${hours} ${hours === 1 ? "hour" : "hours"} before the start`),
  tax: "Tax included",
  hotelUnknown: "Not named by the channel",
};

const calendarTexts: CalendarTexts = {
  name: (guide, operator) => `${guide} · ${operator}`,
  people: (n) => (n === 1 ? "1 person" : `${n} people`),
  blocked: (n) => (n === 1 ? "1 seat is blocked" : `${n} seats are blocked`),
  languages: "Guests' languages",
};

export const englishTexts: Texts = {
  locale: "en-GB",
  questions: questionTexts,
  yesNo: { yes: "Yes", no: "No" },
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
