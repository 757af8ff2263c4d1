import Type from "typebox";
import { maxReportedProblems } from "../../domain/editing/files/limits.ts";
import { differencesOfCount } from "../../domain/terms/counts.ts";
import { differenceKinds, explanations, type TheirRow } from "../../domain/terms/differences.ts";
import { count, nullable, text } from "../../records/schemas.ts";
import { homeZone } from "../../store/operators/home.ts";
import { CountMapping, countMapping, saveCountMapping } from "../../store/terms/file-mappings.ts";
import { accountCurrencies } from "../../store/terms/standings.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { invalidFields } from "../editing/changing.ts";
import { officeRoles, operation, requireRecord } from "../operation.ts";
import { existingPartner } from "../partners/partner-operations.ts";
import { refusalFields } from "../refusal-fields.ts";
import { maxMappedBytes, readMappedRows } from "./mapped-rows.ts";
import { calendarDay, moneyRoles } from "./statement-operations.ts";

/** A partner's own count of a period, compared with the operator's orders. */

const Difference = Type.Object({
  kind: Type.Enum([...differenceKinds]),
  explanation: nullable(
    Type.Enum([...explanations], {
      description:
        "`time-zone`: the day differs by one. `terms-version`: the amount is that of another version of the terms. `refund-date`: it is the amount before a refund.",
    }),
    "Null: nothing explains it.",
  ),
  row: nullable(Type.Integer(), "Of the file. Null: the file lacks the order."),
  orderId: nullable(text, "Null: there is no such order."),
  reference: Type.String({ description: "The operator's reference of the order, or the one in the file." }),
  externalReference: nullable(text),
  theirAmount: nullable(text),
  ourAmount: nullable(text),
  theirDay: nullable(text),
  ourDay: nullable(text),
});

export const countOperations = [
  operation({
    id: "partners.countFile",
    method: "GET",
    path: "/partners/{id}/count-file",
    summary: "Read how the files are read in which a partner counts its orders",
    roles: officeRoles,
    response: Type.Object({ mapping: nullable(CountMapping, "Null: nobody has set it.") }),
    async run({ service: { db }, params }) {
      const { id } = await existingPartner(db, params.id!);
      return { mapping: await countMapping<CountMapping>(db, id) };
    },
  }),
  operation({
    id: "partners.setCountFile",
    method: "PUT",
    path: "/partners/{id}/count-file",
    summary: "Set how the files are read in which a partner counts its orders: which heading is which field",
    roles: moneyRoles,
    body: Type.Object({ mapping: CountMapping }),
    response: Type.Object({ mapping: CountMapping }),
    async run({ service: { db }, params, body: { mapping }, now, change }) {
      const { id, externalId: subject } = await existingPartner(db, params.id!);
      const before = await countMapping<CountMapping>(db, id);
      await change({ subject, before, after: mapping }, (tx) => saveCountMapping(tx, id, mapping, now));
      return { mapping };
    },
  }),
  operation({
    id: "partners.differences",
    method: "POST",
    path: "/partners/{id}/differences",
    summary:
      "Compare a partner's count of a period, a CSV file, with its orders. Only differences are shown, and nothing is stored",
    roles: officeRoles,
    query: Type.Object({
      from: calendarDay,
      to: calendarDay,
      currencyCode: Type.String({ pattern: "^[A-Z]{3}$", description: "ISO 4217, of one of the partner's accounts." }),
    }),
    upload: { types: ["text/csv"], maxBytes: maxMappedBytes },
    response: Type.Object({
      rows: Type.Integer({ description: "Rows of the file that were read." }),
      differences: Type.Array(Difference),
      problems: Type.Array(Type.Object({ row: Type.Integer(), column: text, ...refusalFields }), {
        description: "Rows that are left out. At most 1,000 are listed.",
      }),
      unexplained: count,
    }),
    async run({ service: { db }, params, query: { from, to, currencyCode }, file }) {
      const { id: partnerId } = await existingPartner(db, params.id!);
      if (to < from) throw invalidFields([{ pointer: "to", ...refusal("first-day-after-last") }]);
      if (!(await accountCurrencies(db, partnerId)).includes(currencyCode))
        throw invalidFields([{ pointer: "currencyCode", ...refusal("account-currency-unknown") }]);
      const mapping = requireRecord(await countMapping<CountMapping>(db, partnerId), "mapping");
      const { reference, amount, day, status } = mapping;
      const ended = new Set(mapping.cancelled.map((word) => word.trim().toLowerCase()));
      const headings = [reference, amount, ...[day, status].filter((one) => one !== null)];
      const { rows, problems } = await readMappedRows(
        file.bytes,
        headings,
        { ...mapping, currencyCode },
        (row): TheirRow | null => {
          const sum = row.amount(amount);
          const on = day === null ? null : row.day(day);
          if (sum === null || (day !== null && on === null) || row.text(reference) === "") return null;
          const isCancelled = status !== null && ended.has(row.text(status).toLowerCase());
          return { row: row.row, reference: row.text(reference), amount: sum, day: on, isCancelled };
        },
      );
      const wish = { partnerId, currencyCode, from, to, mapping, zone: await homeZone(db) };
      const differences = (await differencesOfCount(db, rows, wish)).map(({ kind, explanation, theirs, ours }) => ({
        ...{ kind, explanation },
        row: theirs?.row ?? null,
        orderId: ours?.orderId ?? null,
        reference: ours?.reference ?? theirs!.reference,
        externalReference: ours?.externalReference ?? null,
        theirAmount: theirs?.amount ?? null,
        ourAmount: ours?.amount ?? null,
        theirDay: theirs?.day ?? null,
        ourDay: ours?.day ?? null,
      }));
      const unexplained = differences.filter(({ explanation }) => explanation === null).length;
      return { rows: rows.length, differences, problems: problems.slice(0, maxReportedProblems), unexplained };
    },
  }),
];
