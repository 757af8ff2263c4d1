import type { components, operations } from "./generated/admin.ts";

/** Types of the admin API by operation id, from the generated document. */

export type OperationId = keyof operations;

type Content<T> = T extends { content: { "application/json": infer Value } } ? Value : never;
type Parameter<Id extends OperationId, In extends string> = operations[Id]["parameters"] extends {
  [key in In]?: infer P;
}
  ? NonNullable<P>
  : never;

/** The answer of an operation. */
export type ApiAnswer<Id extends OperationId> = Content<operations[Id]["responses"][200]>;
/** A record of an operation that returns a list. */
export type ListRecord<Id extends OperationId> = ApiAnswer<Id> extends { data: (infer Record)[] } ? Record : never;
/** A value that no operation answers with directly, such as the JSON within a signed text. */
export type ApiSchema<Name extends keyof components["schemas"]> = components["schemas"][Name];
/** The JSON body of an operation; undefined for files. */
export type RequestBody<Id extends OperationId> = operations[Id] extends { requestBody: infer B }
  ? Exclude<Content<B>, string>
  : never;
/** The query of a request. The client does not send undefined and empty values. */
type Query<Id extends OperationId> = {
  [Name in keyof Parameter<Id, "query">]?: Parameter<Id, "query">[Name] | "" | undefined;
};

/** A request: path parameters by name, and query, body, file or signal. */
export type Request<Id extends OperationId> = ([Parameter<Id, "path">] extends [never]
  ? unknown
  : { [Name in keyof Parameter<Id, "path">]: string | number }) &
  ([RequestBody<Id>] extends [never] ? unknown : { body: RequestBody<Id> }) & {
    query?: Query<Id>;
    /** A file in place of a body, with its media type. */
    file?: { type: string; bytes: Blob | ArrayBuffer };
    signal?: AbortSignal;
  };

/** Operations with no path parameter and no body can be called without a request. */
export type ApiArguments<Id extends OperationId> =
  object extends Request<Id> ? [request?: Request<Id>] : [request: Request<Id>];
