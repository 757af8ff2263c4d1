import { randomUUID } from "node:crypto";
import Type from "typebox";
import { maxReportedProblems } from "../../domain/editing/files/limits.ts";
import {
  type BankRow,
  bankRowReasons,
  bankRowStates,
  matchBankRows,
  withDigests,
} from "../../domain/terms/bank-file.ts";
import { columnKinds } from "../../domain/terms/file-columns.ts";
import { openAmount, statementNumber } from "../../domain/terms/statements.ts";
import { count, nullable, optionalText, text } from "../../records/schemas.ts";
import {
  BankMapping,
  bankMappings,
  dateOrders,
  deleteBankMapping,
  saveBankMapping,
} from "../../store/terms/file-mappings.ts";
import { partnerNames, recordedBankLines } from "../../store/terms/payable.ts";
import { insertPartnerPayment, statements } from "../../store/terms/statements.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { invalidFields } from "../editing/changing.ts";
import { listSchema, officeRoles, operation, requireRecord } from "../operation.ts";
import { existingPartner } from "../partners/partner-operations.ts";
import { refusalFields } from "../refusal-fields.ts";
import { maxMappedBytes, readColumns, readMappedRows } from "./mapped-rows.ts";
import { calendarDay, moneyRoles } from "./statement-operations.ts";

/** Payments of partners from a bank's file: docs/decisions/0070-statements.md. */

const NamedMapping = Type.Object({ name: text, mapping: BankMapping });

const Proposal = Type.Object({
  row: count,
  day: text,
  amount: Type.String({ description: "To the operator. Below zero: from the operator." }),
  text: Type.String({ description: "Texts of the row." }),
  digest: Type.String({ description: "Identifies the row, also in another file that has it." }),
  state: Type.Enum([...bankRowStates], {
    description:
      "`matched`: the row pays exactly what is open of a statement. `partner-only`: the row names a partner. `recorded`: it is a payment already.",
  }),
  partner: nullable(text, "External id."),
  partnerName: nullable(text),
  statementId: nullable(text),
  statementNumber: nullable(text),
  reason: nullable(
    Type.Enum([...bankRowReasons], {
      description:
        "Why it is matched with no statement. `no-name`: it names no partner. `several-partners`: it names several. `other-amount`: the partner has no open statement with exactly this amount. `several-statements`: it has several.",
    }),
  ),
  open: Type.Array(Type.Object({ id: text, number: text, openAmount: text }), {
    description: "Open statements of the partner of a row without a match, the latest first. At most three.",
  }),
});

const FileColumns = Type.Object({
  columns: Type.Array(
    Type.Object({
      heading: text,
      has: Type.Enum([...columnKinds], { description: "What most of its first cells are." }),
      samples: Type.Array(text, { description: "Its first texts, each once, at most three." }),
    }),
  ),
  dates: Type.Enum([...dateOrders], { description: "The sequence of day, month and year that its dates have." }),
  decimals: Type.Enum(["point", "comma"]),
});

/** Statements whose payments a file can have: more than a year's of a few hundred partners. */
const mostStatements = 5_000;

const allMappings = (db: Parameters<typeof bankMappings>[0]) => bankMappings<BankMapping>(db);

export const bankOperations = [
  operation({
    id: "bankFiles.list",
    method: "GET",
    path: "/bank-files",
    summary: "List how the files of banks are read",
    roles: officeRoles,
    response: listSchema(NamedMapping),
    async run({ service: { db } }) {
      const data = (await allMappings(db)).map(({ name, content }) => ({ name, mapping: content }));
      return { data, total: data.length };
    },
  }),
  operation({
    id: "bankFiles.save",
    method: "PUT",
    path: "/bank-files",
    summary: "Set how the files of a bank are read: which heading is which field",
    roles: moneyRoles,
    body: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 60, pattern: "^[^\\u0000-\\u001f\\u007f]+$" }),
      mapping: BankMapping,
    }),
    response: NamedMapping,
    async run({ service: { db }, body: { name, mapping }, now, change }) {
      const before = (await allMappings(db)).find((one) => one.name === name)?.content;
      await change({ subject: name, before, after: mapping }, (tx) => saveBankMapping(tx, name, mapping, now));
      return { name, mapping };
    },
  }),
  operation({
    id: "bankFiles.delete",
    method: "DELETE",
    path: "/bank-files/{name}",
    summary: "Forget how the files of a bank are read",
    roles: moneyRoles,
    async run({ service: { db }, params, change }) {
      const found = (await allMappings(db)).find(({ name }) => name === params.name);
      const { name, content } = requireRecord(found, "mapping");
      await change({ subject: name, before: content }, async (tx) => void (await deleteBankMapping(tx, name)));
    },
  }),
  operation({
    id: "bankFiles.columns",
    method: "POST",
    path: "/bank-files/columns",
    summary: "Read the columns of a CSV file of a bank or a partner, and what they seem to have. Nothing is stored",
    roles: officeRoles,
    upload: { types: ["text/csv"], maxBytes: maxMappedBytes },
    response: FileColumns,
    run: ({ file }) => readColumns(file.bytes),
  }),
  operation({
    id: "bankFiles.read",
    method: "POST",
    path: "/bank-files/read",
    summary: "Match the rows of a bank's CSV file with the statements of partners. Nothing is stored",
    roles: officeRoles,
    query: Type.Object({ name: Type.String({ maxLength: 60, description: "Of the mapping." }) }),
    upload: { types: ["text/csv"], maxBytes: maxMappedBytes },
    response: Type.Object({
      currencyCode: text,
      rows: Type.Array(Proposal),
      problems: Type.Array(Type.Object({ row: Type.Integer(), column: text, ...refusalFields }), {
        description: "Rows that are left out. At most 1,000 are listed.",
      }),
    }),
    async run({ service: { db }, query, file }) {
      const found = (await allMappings(db)).find(({ name }) => name === query.name);
      const { content: mapping } = requireRecord(found, "mapping");
      const { date, amount, texts, currencyCode } = mapping;
      const { rows, problems } = await readMappedRows(
        file.bytes,
        [date, amount, ...texts],
        mapping,
        (row): BankRow | null => {
          const [day, sum] = [row.day(date), row.amount(amount)];
          const words = texts.map((heading) => row.text(heading)).filter(Boolean);
          return day !== null && sum !== null ? { row: row.row, day, amount: sum, text: words.join(" · ") } : null;
        },
      );
      const partners = await partnerNames(db);
      const payable = (await statements(db, { partnerId: null, most: mostStatements }))
        .filter((one) => one.currencyCode === currencyCode)
        .map((one) => ({
          ...{ id: one.id, partnerId: one.partnerId, invoiceNumber: one.invoiceNumber },
          number: statementNumber(one),
          openAmount: openAmount(one),
        }));
      const keyed = withDigests(rows, currencyCode);
      const proposals = matchBankRows(keyed, {
        statements: payable,
        partners: partners.map(({ partnerId, name, company }) => ({
          partnerId,
          names: [name, company.legalName ?? "", company.taxNumber ?? "", company.customerNumber ?? ""],
        })),
        recorded: await recordedBankLines(
          db,
          keyed.map(({ digest }) => digest),
        ),
      });
      const byId = new Map(partners.map((one) => [one.partnerId, one]));
      return {
        currencyCode,
        rows: proposals.map(({ partnerId, statement, ...row }) => ({
          ...row,
          partner: byId.get(partnerId ?? "")?.partner ?? null,
          partnerName: byId.get(partnerId ?? "")?.name ?? null,
          statementId: statement?.id ?? null,
          statementNumber: statement?.number ?? null,
          open: row.open.map(({ id, number, openAmount: left }) => ({ id, number, openAmount: left })),
        })),
        problems: problems.slice(0, maxReportedProblems),
      };
    },
  }),
  operation({
    id: "bankFiles.record",
    method: "POST",
    path: "/bank-files/payments",
    summary: "Record rows of a bank's file as payments of partners. A row is recorded once",
    roles: moneyRoles,
    body: Type.Object({
      currencyCode: Type.String({ pattern: "^[A-Z]{3}$", description: "ISO 4217." }),
      payments: Type.Array(
        Type.Object({
          digest: Type.String({ pattern: "^[0-9a-f]{64}$", description: "Of the row." }),
          partner: Type.String({ maxLength: 128, description: "Id or external id." }),
          amount: Type.String({ pattern: "^-?\\d{1,9}(\\.\\d{1,2})?$" }),
          paidOn: calendarDay,
          reference: optionalText(200),
        }),
        { minItems: 1, maxItems: 1000 },
      ),
    }),
    response: Type.Object({
      recorded: count,
      repeated: Type.Integer({ description: "Rows that were payments already." }),
    }),
    async run({ service: { db }, body: { currencyCode, payments }, operator, now, recorded }) {
      const rows: Parameters<typeof insertPartnerPayment>[1][] = [];
      for (const [n, { partner, amount, paidOn, reference = null, digest }] of payments.entries()) {
        if (Number(amount) === 0) throw invalidFields([{ pointer: `/payments/${n}/amount`, ...refusal("not-zero") }]);
        const { id: partnerId } = await existingPartner(db, partner);
        rows.push({
          ...{ partnerId, currencyCode, amount, paidOn, reference },
          id: randomUUID(),
          method: "transfer",
          bankLine: digest,
          recordedAt: now,
          recordedBy: operator?.email ?? "",
        });
      }
      const made = await recorded(
        async (tx) => {
          const written: typeof rows = [];
          for (const row of rows) if (await insertPartnerPayment(tx, row)) written.push(row);
          return written;
        },
        (written) =>
          written.length === 0
            ? null
            : {
                subject: "bank file",
                after: written.map(({ id, partnerId, amount, paidOn }) => ({ id, partnerId, amount, paidOn })),
              },
      );
      return { recorded: made.length, repeated: rows.length - made.length };
    },
  }),
];
