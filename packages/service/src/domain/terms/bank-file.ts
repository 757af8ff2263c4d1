import { createHash } from "node:crypto";
import Big from "big.js";

/** Matches the rows of a bank's file with statements of partners. An operator confirms each match. */

export interface BankRow {
  /** Of the file. Row 1 is its first line. */
  row: number;
  /** `yyyy-MM-dd`. */
  day: string;
  /** To the operator; below zero: from the operator. */
  amount: string;
  text: string;
}

/** A statement that a row can pay. */
export interface PayableStatement {
  id: string;
  /** As printed: A-0012. */
  number: string;
  invoiceNumber: string | null;
  partnerId: string;
  /** What payments leave of it. */
  openAmount: string;
}

export interface KnownPartner {
  partnerId: string;
  /** Texts by which a bank's row can name it: names, tax number, customer number. */
  names: readonly string[];
}

/** `matched`: the row pays exactly what is open of a statement. `partner-only`: it is known whose row it is. */
export const bankRowStates = ["matched", "partner-only", "unknown", "recorded"] as const;

/** Why a row is matched with no statement. */
export const bankRowReasons = ["no-name", "several-partners", "other-amount", "several-statements"] as const;

export interface BankProposal extends BankRow {
  /** Identifies the row, also in a later file that has it again. */
  digest: string;
  state: (typeof bankRowStates)[number];
  partnerId: string | null;
  statement: PayableStatement | null;
  /** Null: it is matched or recorded. */
  reason: (typeof bankRowReasons)[number] | null;
  /** What else the partner has to pay, the latest first. Empty if it is matched, or if the partner is not known. */
  open: PayableStatement[];
}

/** Open statements that a row without a match names. */
const mostOpen = 3;

/** Returns a proposal for each row. `recorded`: digests of rows that are payments already. */
export function matchBankRows(
  rows: readonly (BankRow & { digest: string })[],
  {
    statements,
    partners,
    recorded,
  }: { statements: readonly PayableStatement[]; partners: readonly KnownPartner[]; recorded: ReadonlySet<string> },
): BankProposal[] {
  const taken = new Set<string>();
  return rows.map((row) => {
    const { digest } = row;
    if (recorded.has(digest)) return { ...row, state: "recorded", ...noMatch };
    const words = ` ${plain(row.text)} `;
    const isOf = ({ openAmount, id }: PayableStatement) => new Big(openAmount).eq(row.amount) && !taken.has(id);
    const named = statements.filter((one) => isNamed(row.text, words, one));
    const exact = named.find(isOf);
    const partnerIds = new Set(
      named.length > 0
        ? named.map(({ partnerId }) => partnerId)
        : partners.filter(({ names }) => names.some((name) => hasWords(words, name))).map(({ partnerId }) => partnerId),
    );
    // A text that names two partners says of neither that it paid.
    if (!exact && partnerIds.size !== 1)
      return { ...row, state: "unknown", ...noMatch, reason: partnerIds.size === 0 ? "no-name" : "several-partners" };
    const [partnerId] = exact ? [exact.partnerId] : [...partnerIds];
    const own = exact ? [exact] : statements.filter((one) => one.partnerId === partnerId && isOf(one));
    const statement = own.length === 1 && Number(row.amount) !== 0 ? own[0]! : null;
    if (statement) {
      taken.add(statement.id);
      return { ...row, ...noMatch, state: "matched", partnerId: partnerId!, statement };
    }
    const open = statements.filter((one) => one.partnerId === partnerId && isPayable(one) && !taken.has(one.id));
    const reason = own.length > 1 ? "several-statements" : "other-amount";
    return {
      ...{ ...row, ...noMatch, state: "partner-only", partnerId: partnerId!, reason },
      open: open.slice(0, mostOpen),
    };
  });
}

const isPayable = ({ openAmount }: PayableStatement): boolean => Number(openAmount) !== 0;

const noMatch = { partnerId: null, statement: null, reason: null, open: [] };

/** Returns the rows with their digests. Equal rows, such as two payments of a day, are counted, so that their digests differ. */
export function withDigests(rows: readonly BankRow[], currencyCode: string): (BankRow & { digest: string })[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const { day, amount, text } = row;
    const key = JSON.stringify([currencyCode, day, amount, plain(text)]);
    const nth = seen.get(key) ?? 0;
    seen.set(key, nth + 1);
    return { ...row, digest: createHash("sha256").update(`${nth} ${key}`).digest("hex") };
  });
}

const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const hasWords = (words: string, name: string): boolean =>
  plain(name).length >= 3 && words.includes(` ${plain(name)} `);

/** Banks print A-0012 as A 0012, A0012 or A-12. */
function isNamed(text: string, words: string, { number, invoiceNumber }: PayableStatement): boolean {
  const [series, digits] = number.split("-") as [string, string];
  const printed = new RegExp(`(?<![\\p{L}\\p{N}])${series}[\\s./-]?0*${Number(digits)}(?![\\p{N}])`, "iu");
  return printed.test(text) || (invoiceNumber !== null && hasWords(words, invoiceNumber));
}
