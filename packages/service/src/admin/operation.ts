import type { Language, Parameter } from "@paseo/contract";
import { orderReference } from "@paseo/contract/order-reference";
import Type from "typebox";
import type { Service } from "../service.ts";
import type { Tx } from "../store/database/database.ts";
import type { ListedRows, ListPage } from "../store/database/lists.ts";
import { type OperatorRow, operatorRoles, type Role } from "../store/operators/operators.ts";
import type { CallLimit } from "../web/call-limit.ts";
import { notFound } from "../web/problems.ts";

/**
 * An operation of the back office: its roles, input, work and answer in one object. The router, the OpenAPI document, the table of
 * roles and its test all read the list of operations (operations.ts).
 */
export interface AdminOperation {
  /** Resource and action, such as `orders.confirm`. The audit log shows it. */
  id: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** The path below `/admin/api`. */
  path: string;
  summary: string;
  /** Roles that may call the operation. `anyone`: the call needs no session. */
  roles: readonly Role[] | "anyone";
  /** Whether an operator may call the operation before setting up a required second factor. */
  beforeSecondFactor?: true;
  query?: Type.TObject;
  body?: Type.TObject;
  /** The media types and the largest size of a file that the operation takes in place of a JSON body. */
  upload?: { types: readonly string[]; maxBytes: number };
  response: Type.TSchema;
  run(call: AdminCall<never, never>): Promise<unknown>;
}

export interface AdminCall<Query, Body> {
  service: Service;
  /** The signed-in operator. Only operations for `anyone` can have none. */
  operator: OperatorRow;
  params: Record<string, string>;
  query: Query;
  body: Body;
  /** The file of an operation with `upload`; other operations get an empty file. */
  file: { type: string; bytes: Uint8Array };
  now: Date;
  /** The language of texts and files in the answer: the first of `Accept-Language` that the console supports. */
  lang: Language;
  /** The client that sent the request. Sign-in stores it with the session. */
  from: { remote: string; userAgent: string; local: boolean; token: string | null };
  /** Counts a call of this caller. Throws 429 beyond the limit; the answer's headers contain the remaining calls. */
  count(limit: CallLimit, caller: string): void;
  /** Sets or removes the browser's session. */
  setSession(token: string | null): void;
  /**
   * Records a change in the audit log, in the transaction of the change: neither is stored without the other. Every operation that changes
   * data must call this.
   */
  audit(entry: AuditNote, tx: Tx): Promise<void>;
  /** Does the same, and returns the id of the entry. */
  auditEntry(entry: AuditNote, tx: Tx): Promise<number>;
  /** Records what changes no data: a view, a refusal, or a call of another system, which follows and cannot be undone. */
  note(entry: AuditNote): Promise<void>;
  /** Runs a change and writes its audit entry: both are stored, or neither. */
  change<T>(entry: AuditNote, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs a change whose audit entry depends on its result. Null writes no entry. */
  recorded<T>(work: (tx: Tx) => Promise<T>, entryOf: (made: T) => AuditNote | null): Promise<T>;
}

/** An entry of the audit log. */
export interface AuditNote {
  subject: string;
  /** The ids of the orders that the change is about: erasing one of them erases the free text of the entry. */
  orders?: readonly string[] | undefined;
  /** `refused`: the change was not made, because a password or code was wrong. Without a value, the change was made. */
  outcome?: "done" | "refused";
  before?: unknown;
  after?: unknown;
}

/** Returns the subject of an entry about one order. */
export const ofOrder = (order: Parameters<typeof orderReference>[0] & { id: string }) => ({
  subject: orderReference(order),
  orders: [order.id],
});

/** An answer that is a file and not JSON. */
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

export const allRoles = operatorRoles;
/**
 * Roles that read the back office. The role `door` only admits people, and the role `guide` only reads the guide's own events and admits
 * their guests. The role `partner` is for people of partners, who call `own` operations only. All of them can change their own account.
 */
export const officeRoles = ["owner", "catalogue", "orders", "read-only"] as const satisfies Role[];
/** Roles that sell and decide about orders. */
export const orderRoles = ["owner", "orders"] as const;
export const mayDecideOrders = (role: Role): boolean => orderRoles.some((one) => one === role);

/** Returns whether an operator has yet to set up the second factor that the service requires. */
export const lacksSecondFactor = ({ totpSecret }: OperatorRow, { secondFactor }: Service["config"]): boolean =>
  secondFactor === "required" && totpSecret === null;

/** Returns the path and query parameters of an operation. */
export function parametersOf({ path, query }: Pick<AdminOperation, "path" | "query">): Parameter[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(
    ([, name]): Parameter => ({ name: name!, in: "path", required: true, schema: Type.String(keyOf(name!, path)) }),
  );
  const required = new Set((query as { required?: string[] } | undefined)?.required);
  const inQuery = Object.entries(query?.properties ?? {}).map(
    ([name, schema]): Parameter => ({ name, in: "query", required: required.has(name), schema }),
  );
  return [...inPath, ...inQuery];
}

/** Kinds of record that have a name in addition to their id. */
const named: Record<string, string> = {
  operators: "Id or e-mail address.",
  orders: "Id or reference.",
  partners: "Id or external id.",
  keys: "Id, or the key's first letters.",
  suppliers: "External id.",
  currencies: "Code.",
  "white-labels": "Code.",
  sites: "Code of its white label.",
};
const keyOf = (parameter: string, path: string): { description?: string } => {
  const description = parameter === "id" ? named[path.split("/")[1]!] : undefined;
  return description === undefined ? {} : { description };
};

/** Declares an operation with its types: `run` gets values of the schemas' types. */
export function operation<Q extends Type.TObject, B extends Type.TObject>(
  declared: Omit<AdminOperation, "query" | "body" | "response" | "run"> & {
    query?: Q;
    body?: B;
    /** The schema of the answer; undefined if the answer is empty. */
    response?: Type.TSchema;
    run(call: AdminCall<Type.Static<Q>, Type.Static<B>>): Promise<unknown>;
  },
): AdminOperation {
  const body = declared.body && closedSchema(declared.body);
  return { response: Type.Object({}), ...declared, ...(body && { body }) } as unknown as AdminOperation;
}

/** Closes every object of the schema, so that unknown fields are refused. This does not support `allOf`. */
export function closedSchema<S extends Type.TSchema>(schema: S): S {
  // TypeBox marks schemas with properties that a spread does not copy.
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)) as Record<string, unknown>;
  for (const [name, value] of Object.entries(copy)) copy[name] = closedWithin(value);
  if (copy.properties && !("additionalProperties" in copy)) copy.additionalProperties = false;
  return copy as S;
}

function closedWithin(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closedWithin);
  return value !== null && typeof value === "object" ? closedSchema(value as Type.TSchema) : value;
}

/** Returns the record. Throws a 404 with its kind if there is none. */
export function requireRecord<T>(record: T | null | undefined, kind: string): T {
  if (record === null || record === undefined) throw notFound(`There is no such ${kind}.`);
  return record;
}

/** The paging of a list. Pages count from 1. */
export const pageQuery = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
  perPage: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 25 })),
};
export const listSchema = <T extends Type.TSchema>(record: T) =>
  Type.Object({ data: Type.Array(record), total: Type.Integer() });
type PageQuery = { page?: number; perPage?: number };
const offsetOf = ({ page = 1, perPage = 25 }: PageQuery) => ({
  offset: (page - 1) * perPage,
  limit: perPage,
});
/** Returns one page of records that are all in memory. */
export function pageOfRows<T>(rows: readonly T[], query: PageQuery): { data: T[]; total: number } {
  const { offset, limit } = offsetOf(query);
  return { data: rows.slice(offset, offset + limit), total: rows.length };
}

/**
 * Declares a list: a page of records, with sorts and filters. By default every office role may read it. Without `sorts`
 * the order is fixed.
 */
export function listOperation<
  Filter extends Type.TProperties,
  Row extends Type.TSchema,
  Sort extends string = never,
>(declared: {
  id: string;
  path: string;
  summary: string;
  roles?: readonly Role[];
  sorts?: { readonly [Name in Sort]: unknown };
  filter: Filter;
  record: Row;
  rows(
    call: Pick<AdminCall<unknown, unknown>, "service" | "operator" | "params" | "now" | "lang">,
    filter: Type.Static<Type.TObject<Filter>>,
    page: ListPage<Sort>,
  ): Promise<ListedRows<Type.Static<Row>>>;
}): AdminOperation {
  const { sorts, filter, record, rows, roles = officeRoles, ...rest } = declared;
  return operation({
    ...rest,
    roles,
    method: "GET",
    query: Type.Object({
      ...pageQuery,
      sort: Type.Optional(sorts ? Type.Enum(Object.keys(sorts)) : Type.String({ maxLength: 40 })),
      order: Type.Optional(Type.Enum(["asc", "desc"])),
      ...filter,
    }),
    response: listSchema(record),
    async run(call) {
      const { page, perPage, sort, order, ...given } = call.query as Record<string, never>;
      const found = await rows(call, given as never, { sort, order, ...offsetOf({ page, perPage } as object) });
      return { data: found.rows, total: found.total };
    },
  });
}
