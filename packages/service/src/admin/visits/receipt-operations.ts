import { randomUUID } from "node:crypto";
import { mailboxPattern } from "@paseo/contract/limits";
import Type from "typebox";
import { letterId, letterOutcome } from "../../domain/letters/guest-letter.ts";
import { receiptLetter, receiptOf } from "../../domain/letters/receipt.ts";
import { fileNameIn } from "../../domain/selling/file-names.ts";
import { text } from "../../records/schemas.ts";
import type { Service } from "../../service.ts";
import { endLetter, startLetterByHand } from "../../store/letters/guest-letters.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { conflict } from "../../web/problems.ts";
import { invalidFields } from "../editing/changing.ts";
import { FileAnswer, ofOrder, operation, orderRoles, requireRecord } from "../operation.ts";
import { mailFailed } from "../operators/operator-problems.ts";
import { existingOrder } from "../orders/order-details.ts";
import { checkSentByHand } from "./letter-operations.ts";

/** Receipts for payments: printed, or sent to the guest. */

const contextOf = ({ db, config, orderContext }: Service) => ({ ...config, db, publicUrl: orderContext.publicUrl });

export const receiptOperations = [
  operation({
    id: "orders.receipt",
    method: "GET",
    path: "/orders/{id}/payments/{payment}/receipt",
    summary: "Print the receipt for a payment as PDF, in the order's language. `sale`: the payment at the desk's sale",
    roles: orderRoles,
    response: Type.String({ description: "The file." }),
    async run({ service, params, now, note }) {
      const order = await existingOrder(service, params.id!);
      const { lang } = order;
      const made = await receiptOf(contextOf(service), order, params.payment!, { lang, now });
      const { reference, pdf } = requireRecord(made, "payment");
      await note({ ...ofOrder(order), after: { payment: params.payment } });
      return new FileAnswer(`${fileNameIn(lang, "receipt")}-${reference}.pdf`, "application/pdf", pdf);
    },
  }),
  operation({
    id: "orders.sendReceipt",
    method: "POST",
    path: "/orders/{id}/payments/{payment}/receipt",
    summary: "Send the receipt for a payment by e-mail, to the guest or another address",
    roles: orderRoles,
    body: Type.Object({
      to: Type.Optional(
        Type.String({ pattern: mailboxPattern, maxLength: 254, description: "By default the order's own address." }),
      ),
    }),
    response: Type.Object({ to: text }),
    async run({ service, params, body, operator, now, change }) {
      const { db, mail } = service;
      const order = await existingOrder(service, params.id!);
      if (!(await mail.isSet()))
        throw conflict("no-mail-server", "No mail server is set: an owner sets one in the console.");
      const to = body.to ?? order.email;
      if (to === "") throw invalidFields([{ pointer: "/to", ...refusal("address-erased") }]);
      const { lang } = order;
      const made = await receiptOf(contextOf(service), order, params.payment!, { lang, now });
      const letter = receiptLetter(requireRecord(made, "payment"), order, to);
      const key = { orderId: order.id, cause: `receipt:${randomUUID()}` };
      // The audit entry is written before the e-mail is sent, since an e-mail cannot be taken back.
      await change({ ...ofOrder(order), after: { to, payment: params.payment } }, async (tx) => {
        await startLetterByHand(tx, key, operator.id);
        await checkSentByHand(tx, order.id, operator.id);
      });
      const posted = await mail.post({ ...letter, id: letterId(key) });
      await endLetter(db, key, letterOutcome(posted));
      if (!posted.posted) throw mailFailed(posted);
      return { to };
    },
  }),
];
