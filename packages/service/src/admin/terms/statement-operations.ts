import { statementLineKinds, statementStates } from "@paseo/contract";
import Type from "typebox";
import { type SheetFormat, sheetTypes, usualDecimalMark, writeTable } from "../../domain/editing/sheets.ts";
import { fileNameIn } from "../../domain/selling/file-names.ts";
import { statementParties } from "../../domain/terms/parties.ts";
import type { LineContent } from "../../domain/terms/standing.ts";
import { statementPdf, statementTable } from "../../domain/terms/statement-files.ts";
import {
  draftProblem,
  draftStatement,
  issueStatement,
  lastPeriodEnd,
  type NotIssued,
  openAmount,
  type StatementDraft,
  type StatementLine,
  statementNumber,
} from "../../domain/terms/statements.ts";
import { termsAt } from "../../domain/terms/terms.ts";
import { instant, nullable, optionalText, text } from "../../records/schemas.ts";
import type { Db } from "../../store/database/database.ts";
import { lettersToPartner, ShownPartnerLetter } from "../../store/letters/partner-letters.ts";
import { homeZone } from "../../store/operators/home.ts";
import { accountCurrencies } from "../../store/terms/standings.ts";
import {
  deletePartnerPayment,
  insertPartnerPayment,
  linesOfStatement,
  type PaymentRow,
  paymentById,
  paymentsOfPartner,
  type StatementRow,
  statementById,
  statementByNumber,
  statements,
  writeInvoiceNumber,
} from "../../store/terms/statements.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { conflict } from "../../web/problems.ts";
import { isUuid } from "../../web/query.ts";
import { invalidFields } from "../editing/changing.ts";
import { type AdminCall, FileAnswer, listSchema, officeRoles, operation, requireRecord } from "../operation.ts";
import { existingPartner } from "../partners/partner-operations.ts";

/** Statements of partners, and the money between partner and operator: docs/decisions/0070-statements.md. */

const decimal = Type.String({ description: "Decimal." });
const day = Type.String({ description: "`yyyy-MM-dd`." });
const currencyCode = Type.String({ pattern: "^[A-Z]{3}$", description: "ISO 4217." });
/** A local day in a request that exists. */
export const calendarDay = Type.String({ format: "date", description: "Local day, yyyy-MM-dd." });
export const moneyRoles = ["owner"] as const;

export const StatementLineShape = Type.Object({
  orderId: text,
  reference: text,
  externalReference: nullable(text),
  kind: Type.Enum([...statementLineKinds]),
  productName: text,
  itemName: text,
  eventOn: Type.String({ description: "Local date and time of the event." }),
  tickets: Type.Array(Type.Object({ code: text, quantity: Type.Integer() })),
  noShows: Type.Integer({ description: "Tickets of guests who did not come." }),
  retail: Type.String({ description: "What guests paid more, or less, than former lines say." }),
  commission: decimal,
  net: decimal,
  owed: Type.String({ description: "What the partner owes more. Below zero: what it owes less." }),
});

export const draftAmounts = {
  currencyCode: text,
  firstOn: day,
  lastOn: day,
  dueOn: day,
  balanceBefore: Type.String({ description: "What the partner owed. Below zero: what the operator owed." }),
  paid: Type.String({ description: "Payments since the former statement." }),
  total: Type.String({ description: "The sum of what its lines add to the debt." }),
  balanceAfter: decimal,
};

export const draftProblemField = nullable(text, "Why no statement would be issued: a code. Null: one would be issued.");

const Statement = Type.Object({
  id: text,
  number: Type.String({ description: "Such as A-0012. No number of a series is missing." }),
  partnerId: text,
  partner: Type.String({ description: "External id." }),
  partnerName: text,
  ...draftAmounts,
  retail: decimal,
  commission: decimal,
  net: decimal,
  lines: Type.Integer(),
  state: Type.Enum([...statementStates], { description: "`settled`: payments since then cover it." }),
  openAmount: Type.String({ description: "What payments since then leave of it." }),
  issuedAt: instant,
  issuedBy: text,
  invoiceNumber: nullable(text, "Of the operator's invoicing program."),
});

const Payment = Type.Object({
  id: text,
  currencyCode: text,
  amount: Type.String({ description: "From the partner. Below zero: to the partner." }),
  paidOn: day,
  method: text,
  reference: nullable(text),
  recordedAt: instant,
  recordedBy: text,
  statementId: nullable(text, "The statement that has it. Null: the next one."),
});

export const statementFileQuery = Type.Object({ format: Type.Enum(["pdf", "csv", "xlsx"]) });

const methods = ["transfer", "card", "cash", "other"] as const;

export const statementOperations = [
  operation({
    id: "statements.list",
    method: "GET",
    path: "/statements",
    summary: "List statements of a partner, of a run or of all, the latest first, at most 500",
    roles: officeRoles,
    query: Type.Object({
      partner: optionalText(128, "Id or external id of a partner."),
      run: Type.Optional(Type.String({ format: "uuid", description: "Id of the run that issued them." })),
    }),
    response: listSchema(Statement),
    async run({ service, query: { partner, run: runId = null } }) {
      const partnerId = partner === undefined ? null : (await existingPartner(service.db, partner)).id;
      const rows = await statements(service.db, { partnerId, runId, most: 500 });
      return { data: rows.map(shownStatement), total: rows.length };
    },
  }),
  operation({
    id: "statements.show",
    method: "GET",
    path: "/statements/{id}",
    summary: "Read a statement with its lines",
    roles: officeRoles,
    response: Type.Object({ statement: Statement, lines: Type.Array(StatementLineShape) }),
    run: async (call) => readStatementWithLines(call.service.db, await statementOf(call)),
  }),
  operation({
    id: "statements.file",
    method: "GET",
    path: "/statements/{id}/file",
    summary: "Export a statement: a PDF for the partner in its language, or its lines with their tax as CSV or XLSX",
    roles: officeRoles,
    query: statementFileQuery,
    response: Type.String({ description: "The file." }),
    run: async (call) => statementFile(call, await statementOf(call)),
  }),
  operation({
    id: "statements.draft",
    method: "GET",
    path: "/partners/{id}/statement",
    summary: "Show the statement that would be issued now. Nothing is stored",
    roles: officeRoles,
    query: Type.Object({
      currencyCode: Type.Optional(currencyCode),
      lastOn: Type.Optional(Type.String({ format: "date", description: "Without it: the end of the last period." })),
    }),
    response: Type.Object({
      currencies: Type.Array(text, { description: "Of the partner's accounts." }),
      draft: nullable(
        Type.Object({ ...draftAmounts, lines: Type.Array(StatementLineShape), problem: draftProblemField }),
        "Null: the partner has no account.",
      ),
    }),
    async run({ service, params, query, now }) {
      const { db } = service;
      const { id: partnerId } = await existingPartner(db, params.id!);
      const call = { now, zone: await homeZone(db) };
      const currencies = await accountCurrencies(db, partnerId);
      const code = query.currencyCode ?? currencies[0];
      if (code === undefined) return { currencies, draft: null };
      if (!currencies.includes(code))
        throw invalidFields([{ pointer: "currencyCode", ...refusal("account-currency-unknown") }]);
      const period = (await termsAt(db, partnerId, now))?.content.period ?? "month";
      const lastOn = query.lastOn ?? lastPeriodEnd(period, call);
      const draft = await draftStatement(db, { partnerId, currencyCode: code, lastOn }, call);
      return { currencies, draft: { ...shownDraft(draft), problem: draftProblem(draft, call) } };
    },
  }),
  operation({
    id: "statements.issue",
    method: "POST",
    path: "/partners/{id}/statements",
    summary: "Issue a statement. It never changes: what happens later is on the next one",
    roles: moneyRoles,
    body: Type.Object({ currencyCode, lastOn: calendarDay }),
    response: Statement,
    async run({ service, params, body, operator, now, audit }) {
      const { db } = service;
      const { id: partnerId, externalId: subject } = await existingPartner(db, params.id!);
      const parties = await statementParties(db, service.config, partnerId);
      const wish = { ...body, partnerId, by: operator?.email ?? "", parties };
      const call = { now, zone: await homeZone(db) };
      const issued = await issueStatement(db, wish, call, (tx, _id, number) =>
        audit({ subject, after: { number, ...body } }, tx),
      );
      if ("problem" in issued) throw conflict(issued.problem, notIssued[issued.problem]);
      return shownStatement((await statementById(db, issued.id))!);
    },
  }),
  operation({
    id: "statements.setInvoice",
    method: "PUT",
    path: "/statements/{id}/invoice",
    summary: "Record the number of the invoice that the operator made elsewhere for a statement",
    roles: moneyRoles,
    body: Type.Object({ number: nullable(Type.String({ minLength: 1, maxLength: 64 }), "Null removes it.") }),
    response: Statement,
    async run(call) {
      const { service, body, change } = call;
      const row = await statementOf(call);
      const [before, after] = [{ number: row.invoiceNumber }, { number: body.number }];
      await change({ subject: statementNumber(row), before, after }, async (tx) => {
        await writeInvoiceNumber(tx, row.id, body.number);
      });
      return shownStatement((await statementById(service.db, row.id))!);
    },
  }),
  operation({
    id: "partners.payments",
    method: "GET",
    path: "/partners/{id}/payments",
    summary: "List the payments between a partner and the operator, the latest first, at most 500",
    roles: officeRoles,
    response: listSchema(Payment),
    async run({ service, params }) {
      const { id } = await existingPartner(service.db, params.id!);
      return listedPayments(service.db, id);
    },
  }),
  operation({
    id: "partners.recordPayment",
    method: "POST",
    path: "/partners/{id}/payments",
    summary: "Record a payment between a partner and the operator",
    roles: moneyRoles,
    body: Type.Object({
      id: Type.String({
        format: "uuid",
        description: "Chosen by the client, so that a repeated request records nothing.",
      }),
      currencyCode,
      amount: Type.String({
        pattern: "^-?\\d{1,9}(\\.\\d{1,2})?$",
        description: "From the partner. Below zero: to the partner.",
      }),
      paidOn: calendarDay,
      method: Type.Enum([...methods]),
      reference: optionalText(200),
    }),
    response: listSchema(Payment),
    async run({ service, params, body, operator, now, recorded }) {
      const { id: partnerId, externalId: subject } = await existingPartner(service.db, params.id!);
      if (Number(body.amount) === 0) throw invalidFields([{ pointer: "/amount", ...refusal("not-zero") }]);
      const { reference = null, ...wish } = body;
      const row = { ...wish, reference, partnerId, bankLine: null, recordedAt: now, recordedBy: operator?.email ?? "" };
      await recorded(
        (tx) => insertPartnerPayment(tx, row),
        (isNew) => (isNew ? { subject, after: { ...wish, reference } } : null),
      );
      return listedPayments(service.db, partnerId);
    },
  }),
  operation({
    id: "partners.letters",
    method: "GET",
    path: "/partners/{id}/letters",
    summary: "List the letters to a partner's contacts for accounts, the latest first, at most 100",
    roles: officeRoles,
    response: listSchema(ShownPartnerLetter),
    async run({ service, params }) {
      const { id } = await existingPartner(service.db, params.id!);
      const data = await lettersToPartner(service.db, id, 100);
      return { data, total: data.length };
    },
  }),
  operation({
    id: "partners.deletePayment",
    method: "DELETE",
    path: "/partners/{id}/payments/{payment}",
    summary: "Delete a payment that no statement has",
    roles: moneyRoles,
    async run({ service, params, change }) {
      const { id: partnerId, externalId: subject } = await existingPartner(service.db, params.id!);
      const found = isUuid(params.payment!) ? await paymentById(service.db, partnerId, params.payment!) : null;
      const { id, amount, paidOn, reference } = requireRecord(found, "payment");
      await change({ subject, before: { amount, paidOn, reference } }, async (tx) => {
        if (!(await deletePartnerPayment(tx, id)))
          throw conflict("payment-stated", "A statement has this payment. Record its reverse.");
      });
    },
  }),
];

export const notIssued: Record<NotIssued, string> = {
  "period-has-statement": "There is a statement for this day or a later one.",
  "period-not-over": "The period is not over: its last day is yesterday or earlier.",
  "nothing-to-state": "There is nothing to state: no order, no payment and no balance.",
};

/** Reads a statement by its id or its number. */
export async function statementOf({
  service: { db },
  params,
}: Pick<AdminCall<unknown, unknown>, "service" | "params">) {
  const id = params.id!;
  const [, series, number] = /^([A-Z]{1,8})-(\d{1,9})$/.exec(id) ?? [];
  const row = series ? await statementByNumber(db, { series, number: Number(number) }) : null;
  return requireRecord(row ?? (isUuid(id) ? await statementById(db, id) : null), "statement");
}

/** Reads the lines of a statement. */
export async function readStatementWithLines(db: Db, row: StatementRow) {
  const lines = await linesOfStatement<LineContent>(db, row.id);
  return { statement: shownStatement(row), lines: lines.map((line) => shownLine(line as StatementLine)) };
}

/** Returns a statement as a file. */
export async function statementFile(
  { service, query, lang }: Pick<AdminCall<{ format: string }, unknown>, "service" | "query" | "lang">,
  row: StatementRow,
): Promise<FileAnswer> {
  const { db, config: settings } = service;
  const lines = (await linesOfStatement<LineContent>(db, row.id)) as StatementLine[];
  const format = query.format as "pdf" | SheetFormat;
  const name = `${fileNameIn(lang, "statement", statementNumber(row))}.${format}`;
  if (format === "pdf") {
    const pdf = await statementPdf(db, row, lines, { settings, lang, zone: await homeZone(db) });
    return new FileAnswer(name, "application/pdf", pdf);
  }
  const table = await statementTable(db, row, lines, lang);
  return new FileAnswer(name, sheetTypes[format], await writeTable(format, table, usualDecimalMark(lang)));
}

export function shownStatement({ series, number, paidSince, parties: _, ...row }: StatementRow) {
  const open = openAmount({ ...row, paidSince });
  return {
    ...row,
    number: statementNumber({ series, number }),
    state: Number(open) === 0 ? "settled" : "issued",
    openAmount: open,
  };
}

const shownDraft = ({ partnerId: _, lines, ...draft }: StatementDraft) => ({ ...draft, lines: lines.map(shownLine) });

const shownLine = ({ content, ...line }: StatementLine) => {
  const { reference, externalReference, productName, itemName, eventOn, tickets, noShows } = content;
  return { ...line, reference, externalReference, productName, itemName, eventOn, tickets, noShows };
};

async function listedPayments(db: Db, partnerId: string) {
  const rows = await paymentsOfPartner(db, partnerId, 500);
  return { data: rows.map(shownPayment), total: rows.length };
}

const shownPayment = ({ partnerId: _, ...payment }: PaymentRow) => payment;
