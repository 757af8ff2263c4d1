import type { Config } from "../config.ts";
import { readTicketNames } from "../domain/orders/day/ticket-names.ts";
import type { Outcome, Supplier } from "../domain/orders/dispatch/supplier.ts";
import { newSupplierLink, type SupplierQuestion } from "../domain/orders/dispatch/supplier-answers.ts";
import type { Db } from "../store/database/database.ts";
import type { SupplierOrder, SupplierSettings } from "../store/orders/dispatch/supplier-order.ts";
import { type LetterKind, letterText } from "./letters.ts";
import type { OwnMail } from "./mail-server.ts";

export interface DeskOptions {
  db: Db;
  clock: () => Date;
  /** Address at which suppliers reach this service, without a slash at the end. */
  publicUrl: () => string;
  operatorName: Config["operatorName"];
  mail: OwnMail;
}

/**
 * A supplier that receives e-mails with a link and answers later (domain/orders/dispatch/supplier-answers.ts). If it has no
 * e-mail address, the operator contacts it and answers in its place.
 */
export function deskSupplier(settings: SupplierSettings, options: DeskOptions): Supplier {
  return {
    request: (order) => write(settings, options, order, "request"),
    status: null,
    cancel: (order) => write(settings, options, order, order.status === "waitcancel" ? "cancellation" : "ended"),
    change: (_order, change) => write(settings, options, change.order, "change"),
  };
}

/** The question of each e-mail. */
const questions: Record<LetterKind, SupplierQuestion | null> = {
  request: "order",
  cancellation: "cancellation",
  change: "change",
  ended: null,
};

async function write(
  settings: SupplierSettings,
  { db, clock, publicUrl, operatorName, mail }: DeskOptions,
  order: SupplierOrder,
  kind: LetterKind,
): Promise<Outcome> {
  const { email, lang, name } = settings;
  if (email === null || !(await mail.isSet())) return notSent(settings, kind);
  const question = questions[kind];
  const link =
    question && (await newSupplierLink({ db, publicUrl: publicUrl(), now: clock() }, order.id, question, lang));
  // The order has just changed: another e-mail is due.
  if (question && !link) return { outcome: "not-received", message: null };
  const posted = await mail.post({
    ...letterText(kind, order, { lang, operatorName, names: await readTicketNames(db), link }),
    to: { name, address: email },
    lang,
    id: [order.id, kind, link?.changes ?? order.status].join("."),
  });
  if (!posted.posted) return { outcome: posted.certain ? "not-received" : "unknown", message: posted.detail };
  const message = `An e-mail was sent to ${email}.`;
  // This e-mail needs no answer.
  return kind === "ended" ? { outcome: "cancelled", message } : { outcome: "unknown", message };
}

function notSent({ email }: SupplierSettings, kind: LetterKind): Outcome {
  if (email !== null)
    return { outcome: "unknown", message: "No mail server is set. The order waits for the operator." };
  // The request was not sent to anyone.
  if (kind === "ended") return { outcome: "cancelled", message: null };
  return { outcome: "unknown", message: "The supplier has no e-mail address. The order waits for the operator." };
}
