import Type from "typebox";
import { instant, nullable, type Row, text } from "../../records/schemas.ts";
import { type PartnerLetterKind, partnerLetterKinds } from "../../texts/letter-kinds.ts";
import type { Db } from "../database/database.ts";
import { leaseSeconds } from "../database/due-work.ts";
import { allRows, anyRow, firstRow, run } from "../database/rows.ts";
import { type LetterEnd, letterStates } from "./guest-letters.ts";

/** Letters to contacts of partners: due, sent and tried again as letters to guests are. */

export interface PartnerLetterRow {
  id: string;
  partnerId: string;
  /** The kind, and the statement or the instant that it is about. */
  cause: string;
  name: string;
  address: string;
  attempts: number;
}

/** Leases a due letter. Null: another process has the lease, or it is not due. */
export const claimPartnerLetter = (db: Db, id: string): Promise<PartnerLetterRow | null> =>
  firstRow(db)`
    update partner_letter set due_at = now() + ${leaseSeconds} * interval '1 second'
    where id = ${id} and state = 'due' and due_at <= now()
    returning id, partner_id as "partnerId", cause, name, address, attempts`;

/** Records that a leased letter is being sent. False: it is not due any more. */
export const startPartnerLetter = (db: Db, id: string): Promise<boolean> =>
  anyRow(db)`
    update partner_letter set state = 'sending', at = now(), attempts = attempts + 1 where id = ${id} and state = 'due' returning 1`;

/** Records the outcome of a letter. */
export const endPartnerLetter = (
  db: Db,
  id: string,
  { state, fault = null, detail = null, dueIn = 0 }: LetterEnd,
): Promise<void> =>
  run(db)`
    update partner_letter set state = ${state}, fault = ${fault}, detail = ${detail}, at = now(),
      due_at = case when ${state} = 'due' then now() + ${dueIn}::float8 * interval '1 second' end
    where id = ${id}`;

export const kindOfPartnerLetter = (cause: string): PartnerLetterKind =>
  partnerLetterKinds.find((kind) => cause.startsWith(`${kind}:`))!;

const shownFields = {
  kind: Type.Enum([...partnerLetterKinds]),
  statementId: nullable(text, "The statement of the letter. Null: it is about the limit."),
  address: Type.String({ description: "Of the contact for accounts, when the letter became due." }),
  state: Type.Enum([...letterStates], {
    description:
      "`unknown`: the sending was cut off, so the partner may have received it. `skipped`: there was no reason to send it any more.",
  }),
  fault: nullable(text, "Why it was not sent."),
  detail: nullable(text, "The mail server's own answer."),
  attempts: Type.Integer(),
  dueAt: nullable(instant, "When it is tried next."),
  at: Type.Unsafe<Date>({ ...instant, description: "Of its present state." }),
};
export const ShownPartnerLetter = Type.Object(shownFields);

/** Lists the letters to a partner, the latest first. */
export const lettersToPartner = (db: Db, partnerId: string, most: number): Promise<Row<typeof shownFields>[]> =>
  allRows(db)`
    select split_part(cause, ':', 1) as kind, case when cause like 'statement:%' then split_part(cause, ':', 2) end as "statementId",
      address, state, fault, detail, attempts, due_at as "dueAt", at
    from partner_letter where partner_id = ${partnerId} order by at desc, id limit ${most}`;
