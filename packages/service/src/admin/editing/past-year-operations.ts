import { limits } from "@paseo/contract";
import Type from "typebox";
import { dropYears, YearsInUse, yearsToDrop } from "../../domain/editing/dropped-years.ts";
import { conflict } from "../../web/problems.ts";
import { listSchema, operation } from "../operation.ts";

/** Past years of events. */

const Year = Type.Object({
  year: Type.Integer(),
  events: Type.Integer(),
  orders: Type.Integer({
    description: "Orders of these events. They stay, with their vouchers and the figures of sales.",
  }),
  waiting: Type.Integer({ description: "Of these orders, those that still wait for their supplier." }),
});

export const pastYearOperations = [
  operation({
    id: "events.drop",
    method: "POST",
    path: "/events/drop",
    summary: "Drop the events of past years; their orders stay. Without `yes` it only lists these years",
    roles: ["owner"],
    body: Type.Object({
      before: Type.Integer({ minimum: 1900, maximum: 9999, description: "First year that stays." }),
      yes: Type.Optional(Type.Boolean({ description: "Drops them. They do not come back: take a backup first." })),
    }),
    response: Type.Object({ ...listSchema(Year).properties, dropped: Type.Boolean() }),
    async run({ service: { db }, body: { before, yes: dropped = false }, now, audit }) {
      const work = dropped
        ? dropYears(db, before, now, (tx, years) => audit({ subject: `before ${before}`, before: years }, tx))
        : yearsToDrop(db, before, now);
      const data = await work.catch(refused);
      return { data, total: data.length, dropped };
    },
  }),
];

function refused(error: unknown): never {
  if (error instanceof YearsInUse)
    throw conflict(
      "years-in-use",
      `Events from ${error.firstStored} on cannot be dropped yet: a year can be dropped ${limits.retentionDays} days after its last day. Nothing was dropped.`,
    );
  throw error;
}
