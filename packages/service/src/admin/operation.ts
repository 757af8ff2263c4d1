import Type from "typebox";
import type { ProblemError } from "../http/problems.ts";
import type { Service } from "../service.ts";
import type { Db } from "../store/database/database.ts";
import type { OperatorRow, Role } from "../store/operators/operators.ts";

/**
 * What an operation of the back office is: who may, what it reads, what it does and what it answers, in one object. The
 * router, the OpenAPI document, the table of roles and its test all read the list of them (operations.ts).
 */
export interface AdminOperation {
  /** `orders.confirm`: the resource, and what is done. Stands in the audit log. */
  id: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `/admin/api`. */
  path: string;
  summary: string;
  /** Roles that may; `anyone` needs no session. */
  roles: readonly Role[] | "anyone";
  /** May be used before the operator has set up a second factor that the store requires. */
  beforeSecondFactor?: true;
  query?: Type.TObject;
  body?: Type.TObject;
  /** Takes a file in place of a JSON body: of these media types, and no larger. */
  upload?: { types: readonly string[]; mostBytes: number };
  response: Type.TSchema;
  run(call: AdminCall<never, never>): Promise<unknown>;
}

export interface AdminCall<Query, Body> {
  service: Service;
  /** Who asks; only operations for `anyone` may find nobody here. */
  operator: OperatorRow;
  params: Record<string, string>;
  query: Query;
  body: Body;
  /** What an operation with `upload` was sent; no bytes in any other. */
  file: { type: string; bytes: Uint8Array };
  now: Date;
  /** Who and where, for sessions. */
  from: { remote: string; userAgent: string; local: boolean; token: string | null };
  /** Gives the browser a session, or takes it away. */
  setSession(token: string | null): void;
  /**
   * Records a change in the audit log, in the transaction of the change: neither is ever kept without the other. What
   * calls other systems records first. Every operation that changes something does.
   */
  audit(entry: AuditNote, db: Db): Promise<void>;
}

/** What an operation says of its change for the audit log. */
export interface AuditNote {
  subject: string;
  before?: unknown;
  after?: unknown;
}

/** An answer that is not JSON: a file. */
export class FileAnswer {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
  constructor(name: string, type: string, bytes: Uint8Array) {
    this.name = name;
    this.type = type;
    this.bytes = bytes;
  }
}

export const everyRole = ["owner", "catalogue", "orders", "read-only"] as const satisfies readonly Role[];

/** Whether an operator has yet to set up the second factor that the store requires. */
export const lacksSecondFactor = ({ totpSecret }: OperatorRow, { secondFactor }: Service["config"]): boolean =>
  secondFactor === "required" && totpSecret === null;

/** Declares an operation with its types: what `run` gets is what the schemas say. */
export function operation<Q extends Type.TObject, B extends Type.TObject>(
  declared: Omit<AdminOperation, "query" | "body" | "run"> & {
    query?: Q;
    body?: B;
    run(call: AdminCall<Type.Static<Q>, Type.Static<B>>): Promise<unknown>;
  },
): AdminOperation {
  const body = declared.body && closed(declared.body);
  return { ...declared, ...(body && { body }) } as unknown as AdminOperation;
}

/** The schema with every object in it closed: a field that it does not name is refused. Not for `allOf`. */
export function closed<S extends Type.TSchema>(schema: S): S {
  // The library keeps its own marks on a schema in properties that a spread leaves behind.
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)) as Record<string, unknown>;
  for (const [name, value] of Object.entries(copy)) copy[name] = closedWithin(value);
  if (copy.properties && !("additionalProperties" in copy)) copy.additionalProperties = false;
  return copy as S;
}

function closedWithin(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closedWithin);
  return value !== null && typeof value === "object" ? closed(value as Type.TSchema) : value;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (text: string): boolean => uuid.test(text);

/** A page of a list, as react-admin asks for it. */
export const listQuery = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
  perPage: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 25 })),
  sort: Type.Optional(Type.String({ maxLength: 40 })),
  order: Type.Optional(Type.Enum(["asc", "desc"])),
};
export const listOf = <T extends Type.TSchema>(record: T) =>
  Type.Object({ data: Type.Array(record), total: Type.Integer() });
export const offsetOf = ({ page = 1, perPage = 25 }: { page?: number; perPage?: number }) => ({
  offset: (page - 1) * perPage,
  limit: perPage,
});

export type Refusal = ProblemError;

export { checkValue, type FieldProblem } from "../domain/editing/files/shapes.ts";
