import type { Config } from "../config.ts";
import type { Outcome, Supplier } from "../domain/orders/dispatch/supplier.ts";
import { newSupplierLink, type SupplierQuestion } from "../domain/orders/dispatch/supplier-answers.ts";
import type { Db } from "../store/database/database.ts";
import type { SupplierOrder, SupplierSettings } from "../store/orders/supplier-order.ts";
import { type LetterKind, letterText } from "./letters.ts";
import type { Mail } from "./mail.ts";

export interface DeskOptions {
  db: Db;
  clock: () => Date;
  /** Address at which suppliers reach this service, without a slash at the end. */
  publicUrl: () => string;
  operatorName: Config["operatorName"];
  /** Null: no e-mails are sent. */
  mail: Mail | null;
}

/**
 * A supplier that answers in its own time: it is written to, with a link to answer by (domain/orders/dispatch/supplier-answers.ts). One
 * without e-mail is the operator's to ask, who then answers in its place.
 */
export function deskSupplier(settings: SupplierSettings, options: DeskOptions): Supplier {
  return {
    request: (order) => write(settings, options, order, "request"),
    status: null,
    cancel: (order) => write(settings, options, order, order.status === "waitcancel" ? "cancellation" : "ended"),
  };
}

/** The question of each e-mail. */
const asks: Record<LetterKind, SupplierQuestion | null> = {
  request: "order",
  cancellation: "cancellation",
  ended: null,
};

async function write(
  settings: SupplierSettings,
  { db, clock, publicUrl, operatorName, mail }: DeskOptions,
  order: SupplierOrder,
  kind: LetterKind,
): Promise<Outcome> {
  const { email, lang, name } = settings;
  if (email === null || mail === null) return unwritten(settings, kind);
  const question = asks[kind];
  const link =
    question && (await newSupplierLink({ db, publicUrl: publicUrl(), now: clock() }, order.id, question, lang));
  // It changed a moment ago, and what is to be written now is something else.
  if (question && !link) return { outcome: "not-asked", said: null };
  const posted = await mail.post({
    ...letterText(kind, order, { lang, operatorName, link }),
    to: { name, address: email },
    lang,
    id: [order.id, kind, link?.changes ?? order.status].join("."),
  });
  if (!posted.posted) return { outcome: posted.certain ? "not-asked" : "unknown", said: posted.detail };
  const said = `An e-mail was sent to ${email}.`;
  // A note that wants no answer: with it the supplier knows all that there is.
  return kind === "ended" ? { outcome: "cancelled", said } : { outcome: "unknown", said };
}

function unwritten({ email }: SupplierSettings, kind: LetterKind): Outcome {
  if (email !== null)
    return { outcome: "unknown", said: "No mail server is set (SMTP_URL): it waits for the operator." };
  // Nobody received the request.
  if (kind === "ended") return { outcome: "cancelled", said: null };
  return { outcome: "unknown", said: "There is no e-mail address to write to: it waits for the operator." };
}
