import Type from "typebox";
import type { SupplierOrder } from "../../records/supplier-order.ts";
import { emailSetting, supplierKind } from "../kind.ts";
import type { SupplierEmailKind, SupplierOutcome } from "../supplier.ts";

/**
 * A supplier that receives e-mails with a link and answers later (domain/dispatch/supplier-answers.ts). If a supplier
 * has no e-mail address, the operator contacts the supplier and records the supplier's answer.
 */
export const deskSupplierKind = supplierKind({
  kind: "desk",
  label: {
    en: "E-mail or own orders desk",
    es: "Correo o central de reservas propia",
    pt: "E-mail ou central de reservas própria",
  },
  lead: {
    en: "The supplier gets an e-mail with a link to answer. Without an e-mail address, orders wait for your orders desk.",
    es: "El proveedor recibe un correo con un enlace para responder. Sin correo, las reservas esperan a su central de reservas.",
    pt: "O fornecedor recebe um e-mail com um link para responder. Sem e-mail, as reservas esperam a sua central de reservas.",
  },
  unset: {
    en: "Handled by your orders desk",
    es: "Los gestiona su central de reservas",
    pt: "Aos cuidados da sua central de reservas",
  },
  settings: {
    email: Type.Optional(emailSetting({ label: { en: "E-mail address", es: "Correo electrónico", pt: "E-mail" } })),
  },
  create({ name, lang, settings: { email } }, { emails }) {
    const write = async (kind: SupplierEmailKind, order: SupplierOrder): Promise<SupplierOutcome> => {
      if (email === undefined) return notWritten(kind);
      if (!(await emails.isSet()))
        return { outcome: "unknown", message: "No mail server is set. The order waits for the operator." };
      const sent = await emails.send(kind, order, { name, address: email, lang });
      if (sent === null) return { outcome: "not-received", message: null };
      if (!sent.posted) return { outcome: sent.certain ? "not-received" : "unknown", message: sent.detail };
      const message = `An e-mail was sent to ${email}.`;
      // This e-mail needs no answer.
      return kind === "ended" ? { outcome: "cancelled", message } : { outcome: "unknown", message };
    };
    return {
      request: (order) => write("request", order),
      status: null,
      cancel: (order) => write(order.status === "waitcancel" ? "cancellation" : "ended", order),
      change: (_order, change) => write("change", change.order),
    };
  },
});

/** Returns the outcome if the supplier has no e-mail address. */
function notWritten(kind: SupplierEmailKind): SupplierOutcome {
  // The request was not sent to anyone.
  if (kind === "ended") return { outcome: "cancelled", message: null };
  return { outcome: "unknown", message: "The supplier has no e-mail address. The order waits for the operator." };
}
