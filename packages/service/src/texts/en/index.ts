import type { Texts } from "../shape.ts";
import { bulkLetterTexts } from "./bulk-letters.ts";
import { calendarTexts } from "./calendar.ts";
import { letterTexts } from "./letters.ts";
import { octoTexts } from "./octo.ts";
import { questionTexts } from "./questions.ts";
import { refusalPhrases, refusalTexts } from "./refusals.ts";
import { orderSheetTexts, supplierEmailTexts, supplierPageTexts } from "./supplier.ts";
import { ticketTypeTexts } from "./ticket-types.ts";
import { voucherTexts } from "./voucher.ts";

export const englishTexts: Texts = {
  locale: "en-GB",
  questions: questionTexts,
  yesNo: { yes: "Yes", no: "No" },
  refusals: refusalTexts,
  refusalPhrases,
  voucher: voucherTexts,
  calendar: calendarTexts,
  letters: letterTexts,
  bulkLetters: bulkLetterTexts,
  orderSheet: orderSheetTexts,
  supplierEmails: supplierEmailTexts,
  supplierPages: supplierPageTexts,
  ticketTypes: ticketTypeTexts,
  octo: octoTexts,
};
