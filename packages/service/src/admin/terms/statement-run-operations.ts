import Type from "typebox";
import { localDateAt } from "../../domain/selling/dates.ts";
import { draftsOfRun, startStatementRun } from "../../domain/terms/statement-runs.ts";
import { count, instant, nullable, text } from "../../records/schemas.ts";
import { homeZone } from "../../store/operators/home.ts";
import { openRunOf, runPeriods, statementRuns } from "../../store/terms/statement-runs.ts";
import { conflict } from "../../web/problems.ts";
import { listSchema, officeRoles, operation } from "../operation.ts";
import { calendarDay, draftAmounts, draftProblemField, moneyRoles, notIssued } from "./statement-operations.ts";

/** Statements of all partners in one action: docs/decisions/0070-statements.md. */

const account = {
  partner: Type.String({ description: "External id." }),
  partnerName: text,
  currencyCode: text,
};

const period = Type.Optional(
  Type.Enum([...runPeriods], {
    description: "Only partners with statements for each week, or for each month. Omitted or `all`: all partners.",
  }),
);

const Run = Type.Object({
  id: text,
  lastOn: text,
  period: Type.Enum([...runPeriods]),
  startedAt: instant,
  startedBy: text,
  endedAt: nullable(instant, "Null: the run issues statements now."),
  accounts: Type.Integer({ description: "Partners and currencies." }),
  waiting: count,
  issued: count,
  nothingToState: count,
  refusals: Type.Array(
    Type.Object({
      ...account,
      problem: Type.String({ description: "Why there is no statement: a code, such as `period-has-statement`." }),
    }),
  ),
});

export const statementRunOperations = [
  operation({
    id: "statements.drafts",
    method: "GET",
    path: "/statements/drafts",
    summary: "Show the statements of all partners that would be issued now. Nothing is stored",
    roles: officeRoles,
    query: Type.Object({ lastOn: calendarDay, period }),
    response: listSchema(
      Type.Object({
        ...account,
        ...draftAmounts,
        lines: count,
        problem: draftProblemField,
      }),
    ),
    async run({ service: { db }, query: { lastOn, period = "all" }, now }) {
      const drafts = await draftsOfRun(db, { lastOn, period }, { now, zone: await homeZone(db) });
      const data = drafts.map(({ account: { partner, partnerName }, partnerId: _, ...draft }) => ({
        ...{ partner, partnerName },
        ...draft,
      }));
      return { data, total: data.length };
    },
  }),
  operation({
    id: "statements.runs",
    method: "GET",
    path: "/statement-runs",
    summary: "List the runs that issued statements of all partners, the latest first, at most 100",
    roles: officeRoles,
    response: listSchema(Run),
    async run({ service: { db } }) {
      const data = await statementRuns(db, 100);
      return { data, total: data.length };
    },
  }),
  operation({
    id: "statements.run",
    method: "POST",
    path: "/statement-runs",
    summary: "Issue the statements of all partners in the background. A repeated request joins the open run of the day",
    roles: moneyRoles,
    body: Type.Object({ lastOn: calendarDay, period }),
    response: Run,
    async run({ service: { db }, body: { lastOn, period = "all" }, operator, now, recorded }) {
      if (lastOn >= localDateAt(now, await homeZone(db)))
        throw conflict("period-not-over", notIssued["period-not-over"]);
      const shown = await recorded(
        async (tx) => {
          const isNew = await startStatementRun(tx, { lastOn, period, by: operator?.email ?? "" }, now);
          return { isNew, run: (await openRunOf(tx, lastOn, period))! };
        },
        ({ isNew }) => (isNew ? { subject: lastOn, after: { lastOn, period } } : null),
      );
      return shown.run;
    },
  }),
];
