import Type from "typebox";
import { CatalogueError } from "../../domain/editing/catalogue-rules.ts";
import { maxReportedProblems } from "../../domain/editing/files/limits.ts";
import { CatalogueChanges, type RecordChange } from "../../domain/import/changes.ts";
import { type CatalogueEdit, editCatalogue } from "../../domain/import/edits.ts";
import { type EditRights, unauthorizedChanges } from "../../domain/import/exchange.ts";
import type { CatalogueFile } from "../../records/catalogue-file.ts";
import type { Db, Tx } from "../../store/database/database.ts";
import { loadSources, type ProductSourceRow } from "../../store/editing/product-sources.ts";
import type { Role } from "../../store/operators/operators.ts";
import type { RefusedField } from "../../texts/field-refusals.ts";
import { notFound, ProblemError } from "../../web/problems.ts";
import { isUuid } from "../../web/query.ts";
import { type AdminCall, mayDecideOrders, requireRecord } from "../operation.ts";
import { changedMeanwhile } from "../operators/operator-problems.ts";

/** Code that all catalogue changes share: the dry run, the revision and the answer. */

export const catalogueRoles = ["owner", "catalogue"] as const;

export const changeQuery = {
  dryRun: Type.Optional(Type.Boolean({ description: "Return what would change, and change nothing." })),
  listed: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100_000,
      description: "Number of changed records to list singly; 100 by default.",
    }),
  ),
};

/** The answer to a change. In a dry run, `id` is null for a new record, and `revision` is the current one. */
export const ChangeAnswer = Type.Object({
  id: Type.Union([Type.String(), Type.Null()]),
  revision: Type.Integer(),
  dryRun: Type.Boolean(),
  changes: CatalogueChanges,
});

type Call<Fields extends keyof AdminCall<unknown, unknown>> = Pick<
  AdminCall<{ dryRun?: boolean; listed?: number }, unknown>,
  Fields
>;

/**
 * Returns which rights a role has in the catalogue: only owners change partners, and only operators who may decide about orders change
 * where orders are sent.
 */
export const editRights = (role: Role): EditRights => ({ partners: role === "owner", orders: mayDecideOrders(role) });

/**
 * Changes the catalogue, or returns the effect of the change. A change that the role may not make is a 403, also in a
 * dry run. A violated catalogue rule is a 400. `pointerOf` translates pointers into a catalogue file to pointers into
 * the request.
 */
export async function runCatalogueEdit(
  { service, operator, query, now }: Call<"service" | "operator" | "query" | "now">,
  make: (tx: Tx) => Promise<CatalogueEdit>,
  pointerOf: (pointer: string) => string = (pointer) => pointer,
): Promise<CatalogueChanges> {
  const { dryRun = false, listed = 100 } = query;
  const requireRight = async (tx: Tx, file: CatalogueFile) => {
    const errors = await unauthorizedChanges(tx, file, editRights(operator.role));
    const named = errors.map((one) => ({ ...one, pointer: pointerOf(one.pointer) }));
    if (named.length > 0) throw new ProblemError(403, "role-forbidden", named[0]!.detail, { errors: named });
  };
  const options = { now, by: operator.email, dryRun, listed, pauseMs: service.pauseMs, requireRight };
  try {
    return await editCatalogue(service.db, options, make);
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    throw invalidFields(error.problems.map((one) => ({ ...one, pointer: pointerOf(one.pointer) })));
  }
}

/** The parts of a request that a change of one record needs. */
export type RecordCall = Call<"service" | "operator" | "query" | "params" | "now" | "auditEntry">;

/** A stored record. */
interface Stored {
  id: string;
  revision: number;
}

/**
 * Changes one record of the catalogue, or returns the effect of the change. `find` reads the stored record, before and
 * after; `make` creates the catalogue file that changes it. `read`: the revision that the operator read, and the kind
 * of the record, which must exist.
 */
export async function editRecord<T extends Stored>(
  call: RecordCall,
  record: {
    subject: string;
    read?: { revision: number; kind: string };
    find(tx: Db): Promise<T | null>;
    make(tx: Tx, stored: T | null): Promise<CatalogueFile>;
    pointerOf?: (pointer: string) => string;
  },
): Promise<{ id: string | null; revision: number; dryRun: boolean; changes: CatalogueChanges }> {
  const { subject, read, find, make, pointerOf } = record;
  let stored = null as T | null;
  const changes = await runCatalogueEdit(
    call,
    async (tx) => {
      stored = await find(tx);
      if (read && requireRecord(stored, read.kind).revision !== read.revision) throw changedMeanwhile();
      const before = stored && { revision: stored.revision };
      return {
        file: await make(tx, stored),
        written: async (tx) => {
          stored = await find(tx);
        },
        record: (changes, tx) =>
          call.auditEntry(
            {
              subject,
              ...(before && { before }),
              after: { ...(before && stored && { revision: stored.revision }), ...auditSummary(changes) },
            },
            tx,
          ),
      };
    },
    pointerOf,
  );
  return { id: stored?.id ?? null, revision: stored?.revision ?? 0, dryRun: call.query.dryRun ?? false, changes };
}

export function invalidFields(problems: readonly RefusedField[]): ProblemError {
  const [first] = problems;
  const more = problems.length > 1 ? ` And ${problems.length - 1} more.` : "";
  const named = problems.slice(0, maxReportedProblems);
  const detail = `${first?.pointer}: ${first?.detail}${more}`;
  return new ProblemError(400, "invalid-field", detail, { errors: named, isReport: true });
}

/** Summarizes a change for the audit log: totals and the first records. */
export const auditSummary = ({ counts, records, more }: CatalogueChanges) => ({
  counts: Object.fromEntries(
    Object.entries(counts).filter(([, tally]) => tally.added + tally.changed + tally.removed > 0),
  ),
  records: records.slice(0, 20).map(({ fields, ...record }: RecordChange) => ({
    ...record,
    fields: fields.map(({ seen: _seen, outdated: _outdated, ...field }) => field),
  })),
  more: more + Math.max(0, records.length - 20),
});

/** Loads products at the revisions that the operator saw, so that a later change is not overwritten. */
export async function loadSourcesAtRevisions(
  tx: Tx,
  given: readonly { id: string; revision: number }[],
): Promise<ProductSourceRow[]> {
  const unknown = () => notFound("There is no such product.");
  const ids = given.map(({ id }) => id);
  if (!ids.every(isUuid)) throw unknown();
  const rows = new Map((await loadSources(tx, ids)).map((row) => [row.id, row]));
  return given.map(({ id, revision }) => {
    const row = rows.get(id.toLowerCase());
    if (!row) throw unknown();
    if (row.revision !== revision) throw changedMeanwhile();
    return row;
  });
}
