import {
  type CodecOptions,
  decode,
  encode,
  type Format,
  Id,
  type Operation,
  type OperationId,
  operations,
} from "@paseo/contract/messages";
import {
  type Amendment,
  type CancelledOrder,
  type Hold,
  missingFieldOf,
  normalizeErrors,
  type Order,
  type ValidateResponse,
} from "./answers.ts";
import { BadRequest, formatOfContentType, UnexpectedAnswer } from "./errors.ts";
import type { QueryParameters } from "./lists.ts";
import type { ClientSettings } from "./options.ts";
import { type ReceivedAnswer, sendRequest } from "./sending.ts";

/** Code that all operations share: it makes a request from a value, and a value from the answer. */

/** The value that an operation returns. */
export type OperationResponse<Id extends OperationId> = Id extends "eventvalidate"
  ? ValidateResponse
  : Id extends "eventbook" | "order"
    ? Order
    : Id extends "ordercancel"
      ? CancelledOrder
      : Id extends "eventhold" | "hold" | "holdextend" | "holdrelease"
        ? Hold
        : Id extends "orderamend"
          ? Amendment
          : ValueOf<(typeof operations)[Id]["response"]>;
type ValueOf<S extends Operation["response"]> = Extract<ReturnType<typeof decode<S>>, { ok: true }>["value"];

/** One call of an operation. */
export interface OperationCall {
  /** Values of the path's parameters, by name. */
  path?: Record<string, string>;
  query?: QueryParameters;
  /** The value of the request, which is validated before it is sent. */
  body?: object;
  headers?: Record<string, string>;
  /** Whether the request is safe to repeat. */
  repeatable: boolean;
  signal: AbortSignal | undefined;
}

/** Sends a request and reads its answer. Throws what {@link sendRequest} throws, BadRequest, and UnexpectedAnswer. */
export async function callOperation<Id extends OperationId>(
  id: Id,
  settings: ClientSettings,
  { path = {}, query = {}, body, headers, repeatable, signal }: OperationCall,
): Promise<{ value: OperationResponse<Id>; headers: Headers }> {
  const operation: Operation = operations[id];
  const { format, namespace } = settings;
  const answer = await sendRequest(
    {
      operation: id,
      method: operation.method,
      url: `${settings.baseUrl}${addressOf(operation, path, query)}`,
      headers: { ...headersOf(operation, settings), ...headers },
      body: body && writeBody(operation, body, format, namespace),
      repeatable,
    },
    settings,
    signal,
  );
  return { value: readValue(operation, answer, namespace) as OperationResponse<Id>, headers: answer.headers };
}

function addressOf(operation: Operation, path: Record<string, string>, query: QueryParameters): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, `${value}`);
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name]!));
  return search.size === 0 ? filled : `${filled}?${search}`;
}

function headersOf({ method }: Operation, { format, apiKey, userAgent }: ClientSettings): Record<string, string> {
  const mediaType = `application/${format}`;
  const common = { accept: mediaType, "user-agent": userAgent };
  if (method === "POST") return { ...common, "content-type": mediaType };
  return apiKey === undefined ? common : { ...common, "x-api-key": apiKey };
}

/** Validates by the contract before encoding, because the encoder does not validate. JSON.stringify drops undefined fields. */
function writeBody({ request }: Operation, body: object, format: Format, namespace: string): string {
  const checked = decode(request!, JSON.stringify(body), "json", { namespace });
  if (!checked.ok) throw new BadRequest({ status: 400, problem: checked.problem });
  return encode(request!, checked.value, format, { namespace });
}

/** The Content-Type of the answer decides the format. */
function readValue({ response }: Operation, answer: ReceivedAnswer, namespace: string): unknown {
  const format = formatOfContentType(answer.contentType);
  if (format === undefined) throw new UnexpectedAnswer("The answer is neither JSON nor XML", answer);
  const options: CodecOptions = { namespace };
  const decoded = decode(response, answer.text, format, options);
  if (!decoded.ok)
    throw new UnexpectedAnswer(`The answer does not match the contract: ${decoded.problem.detail}`, answer);
  const value = decoded.value as object;
  const lacking = missingFieldOf(value);
  if (lacking) throw new UnexpectedAnswer(`The answer is valid but has no ${lacking}`, answer);
  return normalizeErrors(value);
}

// TypeBox does not type the keywords of a schema.
const guid = new RegExp((Id as { pattern?: string }).pattern!);

/** Checked before sending: an empty or dotted segment would change the path. */
export function checkId(id: string | undefined): void {
  if (id !== undefined && guid.test(id)) return;
  const detail = "id must be a unique identifier (GUID)";
  const problem = { code: "invalid-parameter", detail: `${detail}.`, errors: [{ pointer: "id", detail }] };
  throw new BadRequest({ status: 400, problem });
}
