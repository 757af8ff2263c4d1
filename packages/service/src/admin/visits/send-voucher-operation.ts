import { randomUUID } from "node:crypto";
import { languages } from "@paseo/contract";
import { mailboxPattern } from "@paseo/contract/limits";
import Type from "typebox";
import { letterId, letterOfKind, letterOutcome } from "../../domain/letters/guest-letter.ts";
import { operatorAuthor } from "../../domain/orders/transitions.ts";
import { text } from "../../records/schemas.ts";
import { countSentByHand, endLetter, startLetterByHand } from "../../store/letters/guest-letters.ts";
import { addToTimeline } from "../../store/sale/timeline.ts";
import { voucherOf } from "../../store/visits/vouchers.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { conflict, tooManyRequests } from "../../web/problems.ts";
import { invalidFields } from "../editing/changing.ts";
import { ofOrder, operation, orderRoles } from "../operation.ts";
import { mailFailed } from "../operators/operator-problems.ts";
import { existingOrder } from "../orders/order-details.ts";

/** Vouchers that operators send by e-mail: the confirmation, to any address. */

/** Maximum number of e-mails within an hour. */
const maxOfOrder = 5;
const maxOfOperator = 100;

export const sendVoucherOperation = operation({
  id: "orders.sendVoucher",
  method: "POST",
  path: "/orders/{id}/sendVoucher",
  summary: "Send an order's voucher by e-mail, to the guest or another address",
  roles: orderRoles,
  body: Type.Object({
    to: Type.Optional(
      Type.String({ pattern: mailboxPattern, maxLength: 254, description: "By default the order's own address." }),
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
    if (!voucher || voucher.voidAt || order.status !== "complete")
      throw conflict("no-voucher", "The order has no valid voucher.");
    const to = body.to ?? order.email;
    if (to === "") throw invalidFields([{ pointer: "/to", ...refusal("address-erased") }]);
    const lang = body.lang ?? order.lang;
    const context = { ...config, db, publicUrl: orderContext.publicUrl };
    const letter = await letterOfKind(context, "confirmation", order, { lang });
    if (!letter) throw conflict("no-voucher", "The order has no valid voucher.");
    const key = { orderId: order.id, cause: `voucher:${randomUUID()}` };
    // The audit entry is written before the e-mail is sent, since an e-mail cannot be taken back.
    await change({ ...ofOrder(order), after: { to, lang } }, async (tx) => {
      await startLetterByHand(tx, key, operator.id);
      const sent = await countSentByHand(tx, { orderId: order.id, operatorId: operator.id });
      if (sent.ofOrder > maxOfOrder || sent.ofOperator > maxOfOperator) throw tooManyRequests(3_600);
      await addToTimeline(tx, order.id, { at: now, kind: "voucher", ...operatorAuthor(operator, to) });
    });
    const posted = await mail.post({ ...letter, to: { ...letter.to, address: to }, id: letterId(key) });
    await endLetter(db, key, letterOutcome(posted));
    if (!posted.posted) throw mailFailed(posted);
    return { to };
  },
});
