import type { Texts } from "../shape.ts";
import { bulkLetters } from "./bulk-letters.ts";
import { calendar } from "./calendar.ts";
import { letters } from "./letters.ts";
import { octo } from "./octo.ts";
import { questions } from "./questions.ts";
import { refusals } from "./refusals.ts";
import { orderSheet, supplierEmails, supplierPages } from "./supplier.ts";
import { ticketTypes } from "./ticket-types.ts";
import { voucher } from "./voucher.ts";

export const pt: Texts = {
  locale: "pt-BR",
  questions,
  yesNo: { yes: "Sim", no: "Não" },
  refusals,
  voucher,
  calendar,
  letters,
  bulkLetters,
  orderSheet,
  supplierEmails,
  supplierPages,
  ticketTypes,
  octo,
};
