import { type Language, languages } from "@paseo/contract";
import Type from "typebox";
import { orderReference } from "../../domain/booking/content.ts";
import {
  currentLetters,
  filledIn,
  letterValues,
  originalLetters,
  placeholders,
  sampleValues,
  unknownPlaceholders,
} from "../../domain/visits/voucher-letter.ts";
import { voucherPdf } from "../../domain/visits/voucher-pdf.ts";
import { voucherContent } from "../../domain/visits/vouchers.ts";
import { addToTimeline } from "../../store/orders/order-writes.ts";
import { Revision, text } from "../../store/schemas.ts";
import { countVoucherSent, writeVoucherLetter } from "../../store/visits/voucher-letters.ts";
import { voucherOf } from "../../store/visits/vouchers.ts";
import { conflict, ProblemError, tooManyRequests } from "../../web/problems.ts";
import { invalid } from "../editing/changing.ts";
import { found, listOf, officeRoles, operation } from "../operation.ts";
import { changedMeanwhile } from "../operators/operator-problems.ts";
import { existingOrder } from "../orders/order-details.ts";
import { orderRoles } from "../orders/order-operations.ts";

/** Vouchers by e-mail, and the text of that e-mail. */

/** Maximum e-mails within an hour. */
const mostOfOrder = 5;
const mostOfOperator = 100;
const hour = 3_600_000;

const lang = Type.Enum([...languages]);
const given = {
  subject: Type.String({ minLength: 1, maxLength: 200, pattern: "^[^\\r\\n]*\\S[^\\r\\n]*$" }),
  body: Type.String({ minLength: 1, maxLength: 5000, pattern: "\\S" }),
};
const Letter = Type.Object({ subject: text, body: text });

const letterLanguage = (given: string | undefined): Language =>
  found(
    languages.find((one) => one === given),
    "language",
  );

/** Refuses unknown placeholders and names them. */
function checkPlaceholders(letter: { subject: string; body: string }): void {
  const known = placeholders.map((name) => `{${name}}`).join(" ");
  const problems = (["subject", "body"] as const).flatMap((field) =>
    unknownPlaceholders(letter[field]).map((name) => ({
      pointer: `/${field}`,
      detail: `{${name}} is no placeholder. There are ${known}.`,
    })),
  );
  if (problems.length > 0) throw invalid(problems);
}

export const voucherLetterOperations = [
  operation({
    id: "letters.list",
    method: "GET",
    path: "/letters",
    summary: "List the texts of the e-mail with a voucher, and the placeholders",
    roles: officeRoles,
    response: Type.Object({
      ...listOf(Type.Object({ lang, ...Letter.properties, revision: Revision, original: Letter })).properties,
      placeholders: Type.Array(text),
      mail: Type.Boolean({ description: "Whether the service has a mail server." }),
    }),
    async run({ service }) {
      const letters = await currentLetters(service.db);
      const data = languages.map((lang) => ({ lang, ...letters[lang], original: originalLetters[lang] }));
      return { data, total: data.length, placeholders: [...placeholders], mail: await service.mail.isSet() };
    },
  }),
  operation({
    id: "letters.update",
    method: "PUT",
    path: "/letters/{lang}",
    summary: "Change the text of the e-mail with a voucher in one language",
    roles: orderRoles,
    body: Type.Object({ ...given, revision: Revision }),
    async run({ service, params, body: { revision, ...letter }, operator, now, change }) {
      const lang = letterLanguage(params.lang);
      checkPlaceholders(letter);
      const { revision: _, ...before } = (await currentLetters(service.db))[lang];
      await change({ subject: lang, before, after: letter }, async (tx) => {
        const row = { lang, ...letter, revision };
        if (!(await writeVoucherLetter(tx, row, now, operator.email))) throw changedMeanwhile();
      });
    },
  }),
  operation({
    id: "letters.preview",
    method: "POST",
    path: "/letters/{lang}/preview",
    summary: "Fill in a text with the values of an example",
    roles: orderRoles,
    body: Type.Object(given),
    response: Letter,
    async run({ service, params, body }) {
      const lang = letterLanguage(params.lang);
      checkPlaceholders(body);
      const values = sampleValues(lang, service.config.operatorName, service.orderContext.publicUrl);
      return { subject: filledIn(body.subject, values), body: filledIn(body.body, values) };
    },
  }),
  operation({
    id: "orders.sendVoucher",
    method: "POST",
    path: "/orders/{id}/sendVoucher",
    summary: "Send an order's voucher by e-mail, to the guest or another address",
    roles: orderRoles,
    body: Type.Object({
      to: Type.Optional(
        Type.String({ format: "email", maxLength: 254, description: "By default the order's own address." }),
      ),
      lang: Type.Optional(Type.Enum([...languages], { description: "By default the order's language." })),
    }),
    response: Type.Object({ to: text }),
    async run({ service, params, body, operator, now, change }) {
      const { db, mail, config, orderContext } = service;
      const order = await existingOrder(service, params.id!);
      if (!(await mail.isSet()))
        throw conflict("no-mail-server", "No mail server is set: an owner sets one in the console.");
      const voucher = await voucherOf(db, order.id);
      const content =
        voucher && (await voucherContent(db, voucher.code, { ...config, publicUrl: orderContext.publicUrl }));
      if (!content || content === "void" || order.status !== "complete")
        throw conflict("no-voucher", "The order has no valid voucher.");
      const to = body.to ?? order.email;
      if (to === "") throw invalid([{ pointer: "/to", detail: "The order's address was erased: type one." }]);
      const lang = body.lang ?? order.lang;
      const reference = orderReference(order);
      // The audit entry is written first, since an e-mail cannot be undone.
      await change({ subject: reference, after: { to, lang } }, async (tx) => {
        const since = new Date(now.getTime() - hour);
        const sent = await countVoucherSent(tx, { orderId: order.id, operatorId: operator.id }, now, since);
        if (sent.ofOrder > mostOfOrder || sent.ofOperator > mostOfOperator) throw tooManyRequests(hour / 1000);
        const why = operator.email;
        await addToTimeline(tx, order.id, { at: now, kind: "voucher", actor: "operator", why, message: to });
      });
      const values = await letterValues(db, order, { ...content, lang }, config.operatorName);
      const letter = (await currentLetters(db))[lang];
      const posted = await mail.post({
        to: { name: values.guest, address: to },
        toGuest: true,
        subject: filledIn(letter.subject, values).replaceAll(/\s+/g, " "),
        text: `${filledIn(letter.body, values)}\n`,
        attachments: [
          {
            filename: `${reference}.pdf`,
            content: Buffer.from(await voucherPdf(db, content)),
            contentType: "application/pdf",
          },
        ],
        id: `${order.id}.voucher.${now.getTime()}`,
        lang,
      });
      if (!posted.posted) throw new ProblemError(502, "mail-failed", posted.detail);
      return { to };
    },
  }),
];
