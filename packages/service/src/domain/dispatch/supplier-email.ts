import type { Language } from "@paseo/contract";
import type { SupplierOrder } from "../../records/supplier-order.ts";
import type { Db } from "../../store/database/database.ts";
import type { SupplierEmailKind, SupplierEmails } from "../../suppliers/supplier.ts";
import { texts } from "../../texts/texts.ts";
import { readTicketNames, type TicketNames } from "../catalogue/ticket-names.ts";
import type { Email, EmailOutcome } from "../operators/email.ts";
import { escapeHtml } from "../operators/email.ts";
import { dayInWords, sheetRows, sheetTitle } from "./order-sheet.ts";
import { type NewLink, newSupplierLink, type SupplierQuestion } from "./supplier-answers.ts";

/** E-mails to suppliers about orders. */

interface SupplierEmailOptions {
  db: Db;
  clock: () => Date;
  /** Address at which suppliers reach this service, without a slash at the end. */
  publicUrl: () => string;
  config: { operatorName: string };
  mail: { isSet(): Promise<boolean>; post(email: Email): Promise<EmailOutcome> };
}

export function createSupplierEmails({ db, clock, publicUrl, config, mail }: SupplierEmailOptions): SupplierEmails {
  return {
    isSet: () => mail.isSet(),
    async send(kind, order, { name, address, lang }) {
      const question = questions[kind];
      const link =
        question && (await newSupplierLink({ db, publicUrl: publicUrl(), now: clock() }, order.id, question, lang));
      if (question && !link) return null;
      return mail.post({
        ...supplierEmail(kind, order, {
          lang,
          operatorName: config.operatorName,
          names: await readTicketNames(db),
          link,
        }),
        to: { name, address },
        lang,
        id: [order.id, kind, link?.changes ?? order.status].join("."),
      });
    },
  };
}

/** The question that each e-mail asks. */
const questions: Record<SupplierEmailKind, SupplierQuestion | null> = {
  request: "order",
  cancellation: "cancellation",
  change: "change",
  ended: null,
};

/** Builds an e-mail to a supplier. `link`: the address of the page for the answer; null: the e-mail asks no question. */
export function supplierEmail(
  kind: SupplierEmailKind,
  order: SupplierOrder,
  {
    lang,
    operatorName,
    names,
    link,
  }: { lang: Language; operatorName: string; names: TicketNames; link: NewLink | null },
): Pick<Email, "subject" | "text" | "html"> {
  const { subject, heading, lead, button } = texts[lang].supplierEmails[kind];
  const until = link && dayInWords(new Date(link.until.getTime() - 1), order.timeZone, lang);
  const sheet = {
    heading,
    lead: lead(operatorName),
    rows: sheetRows(order, lang, names),
    link: link && { ...link, button, note: texts[lang].supplierEmails.note(until!) },
    signature: operatorName,
  };
  return {
    subject: `${subject} ${order.reference}: ${sheetTitle(order, lang)}`,
    text: plain(sheet),
    html: (colours) => html(sheet, colours),
  };
}

interface Sheet {
  heading: string;
  lead: string;
  rows: { label: string; lines: string[] }[];
  link: (NewLink & { button: string; note: string }) | null;
  signature: string;
}

function plain({ lead, rows, link, signature }: Sheet): string {
  const table = rows.map(({ label, lines }) =>
    lines.length === 1 ? `${label}: ${lines[0]}` : [`${label}:`, ...lines.map((line) => `  ${line}`)].join("\n"),
  );
  const request = link ? [`${link.button}:\n${link.address}`, link.note] : [];
  return `${[lead, table.join("\n"), ...request, signature].join("\n\n")}\n`;
}

function html({ heading, lead, rows, link }: Sheet, { band, onBand }: { band: string; onBand: string }): string {
  const table = rows.map(
    ({ label, lines }) => `<tr>
<th style="text-align:left;vertical-align:top;font-weight:normal;padding:6px 16px 6px 0;opacity:.72;width:34%">${escapeHtml(label)}</th>
<td style="vertical-align:top;padding:6px 0;font-weight:600">${lines.map(escapeHtml).join("<br>")}</td>
</tr>`,
  );
  const request = link
    ? `<p style="margin:28px 0"><a href="${escapeHtml(link.address)}" style="display:inline-block;background:${band};color:${onBand};text-decoration:none;font-weight:600;padding:13px 22px;border-radius:8px">${escapeHtml(link.button)}</a></p>
<p style="margin:0 0 20px;font-size:14px;opacity:.72">${escapeHtml(link.note)}</p>
`
    : "";
  return `<h1 style="font-size:22px;line-height:1.25;margin:0 0 12px">${escapeHtml(heading)}</h1>
<p style="margin:0 0 20px">${escapeHtml(lead)}</p>
<table role="presentation" style="width:100%;border-collapse:collapse;font-size:16px">
${table.join("\n")}
</table>
${request}`;
}
