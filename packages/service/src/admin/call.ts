import { forbiddenCharacter } from "@paseo/contract";
import Type from "typebox";
import { FileError } from "../domain/editing/files/limits.ts";
import { checkValue } from "../domain/editing/files/shapes.ts";
import { cleanText, cleanTexts, findUnfitTexts } from "../domain/selling/typed-texts.ts";
import type { Service } from "../service.ts";
import type { Db, Tx } from "../store/database/database.ts";
import { type AuditAuthor, addAudit } from "../store/operators/audit.ts";
import { type RefusedField, refusal } from "../texts/field-refusals.ts";
import { badRequest, notFound, ProblemError } from "../web/problems.ts";
import { readParameters } from "../web/query.ts";
import { type AdminCall, type AdminOperation, type AuditNote, closedSchema, parametersOf } from "./operation.ts";

/** Runs operations. The HTTP interface and the command line call them only through this module. */

/** The caller, who has the right to call the operation. */
export interface OperatorCaller
  extends Pick<AdminCall<unknown, unknown>, "operator" | "lang" | "from" | "count" | "setSession"> {
  /** The caller, as the audit log names the author of an entry. */
  author: AuditAuthor;
}

/** The input of a call, before the operation's schemas check it. */
export interface OperationInput {
  /** The path's parameters. */
  params: Record<string, string>;
  /** The query's texts by name; null is a text that is not UTF-8. */
  query: Map<string, string | null>;
  body?: unknown;
  file?: { type: string; bytes: Uint8Array };
}

/** @throws ProblemError for input that the operation does not accept, and for the operation's refusals. */
export async function callOperation(
  service: Service,
  operation: AdminOperation,
  { author, ...caller }: OperatorCaller,
  input: OperationInput,
): Promise<unknown> {
  if (Object.values(input.params).some((part) => forbiddenCharacter(part)))
    throw notFound("There is nothing at this path.");
  const now = service.clock();
  const add = (db: Db | Tx, { outcome = "done", ...entry }: AuditNote) =>
    addAudit(db, {
      ...author,
      at: now,
      operation: operation.id,
      before: undefined,
      after: undefined,
      outcome,
      ...entry,
    });
  const call: AdminCall<unknown, unknown> = {
    ...caller,
    service,
    now,
    params: input.params,
    query: readQuery(operation, input.query),
    body: readBody(operation, input.body),
    file: readFile(operation, input.file),
    audit: async (entry, tx) => void (await add(tx, entry)),
    auditEntry: (entry, tx) => add(tx, entry),
    note: async (entry) => void (await add(service.db, entry)),
    change: (entry, work) => call.recorded(work, () => entry),
    recorded: (work, entryOf) =>
      service.db.transaction().execute(async (tx) => {
        const made = await work(tx);
        const entry = entryOf(made);
        if (entry) await call.audit(entry, tx);
        return made;
      }),
  };
  const run = () => operation.run(call as AdminCall<never, never>);
  return (operation.upload ? await service.files.afterOthers(run).catch(unreadable) : await run()) ?? {};
}

function unreadable(error: unknown): never {
  if (error instanceof FileError)
    throw badRequest("malformed-body", `The file cannot be read. ${error.message}`, [
      { pointer: "", ...error.refused },
    ]);
  throw error;
}

/** Returns the values of the query. Refuses unknown names. */
function readQuery(operation: AdminOperation, query: OperationInput["query"]): unknown {
  const parameters = parametersOf(operation).filter((parameter) => parameter.in === "query");
  const { values, problems } = readParameters(parameters, ({ name }) => cleanQuery(query.get(name)));
  const names = new Set(parameters.map(({ name }) => name));
  const unknown = [...query.keys()].filter((name) => !names.has(name));
  problems.push(...unknown.map((pointer) => ({ pointer, ...refusal("unknown-parameter") })));
  if (problems.length > 0) throw fieldError(problems);
  return values;
}

const cleanQuery = (text: string | null | undefined) => (typeof text === "string" ? cleanText(text) : text);

const noFields = closedSchema(Type.Object({}));

/** Returns the body after its schema has validated it. An operation without a schema accepts no body, or an empty object. */
function readBody({ body = noFields }: AdminOperation, given: unknown = {}): unknown {
  const value = cleanTexts(given);
  const unfit = findUnfitTexts(value);
  // A schema's check of a value that is nested too deep could exceed the stack.
  const problems = unfit.some(({ code }) => code === "nested-too-deep")
    ? unfit
    : [...checkValue(body, value), ...unfit];
  if (problems.length > 0) throw fieldError(problems);
  return value;
}

function readFile({ upload }: AdminOperation, file: OperationInput["file"]): NonNullable<OperationInput["file"]> {
  if (!upload) return { type: "", bytes: new Uint8Array() };
  if (!file || !upload.types.includes(file.type))
    throw new ProblemError(415, "unsupported-media-type", `The file must be one of ${upload.types.join(", ")}.`);
  if (file.bytes.length === 0) throw badRequest("malformed-body", "The request has no file.");
  return file;
}

const fieldError = (problems: RefusedField[]) =>
  badRequest("invalid-field", problems.map(({ pointer, detail }) => `${pointer} ${detail}.`).join(" "), problems);
