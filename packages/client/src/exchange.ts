import {
  type CodecOptions,
  decode,
  encode,
  type Form,
  type Operation,
  type OperationId,
  operations,
} from "@paseo/contract";
import { BadRequest, formOf, UnexpectedAnswer } from "./errors.ts";
import type { Query } from "./lists.ts";
import type { Settings } from "./options.ts";
import { type Incoming, send } from "./sending.ts";

/** Operations as requests, and answers as values: all that is the same for each of them. */

/** The value that an operation answers, in its JSON form. */
export type ResponseOf<Id extends OperationId> = ValueOf<(typeof operations)[Id]["response"]>;
type ValueOf<S extends Operation["response"]> = Extract<ReturnType<typeof decode<S>>, { ok: true }>["value"];

/** One call of an operation. */
export interface Exchange {
  /** Values of the path's parameters, by name. */
  path?: Record<string, string>;
  query?: Query;
  /** The request's value, which is checked before it is sent. */
  body?: object;
  headers?: Record<string, string>;
  /** Whether sending it twice does no more than sending it once. */
  repeatable: boolean;
  signal: AbortSignal | undefined;
}

/** Sends a request and reads its answer. Throws what {@link send} throws, BadRequest, and UnexpectedAnswer. */
export async function exchange<Id extends OperationId>(
  id: Id,
  settings: Settings,
  { path = {}, query = {}, body, headers, repeatable, signal }: Exchange,
): Promise<{ value: ResponseOf<Id>; headers: Headers }> {
  const operation: Operation = operations[id];
  const { form, namespace } = settings;
  const answer = await send(
    {
      operation: id,
      method: operation.method,
      url: `${settings.baseUrl}${addressOf(operation, path, query)}`,
      headers: { ...headersOf(operation, settings), ...headers },
      body: body && writeBody(operation, body, form, namespace),
      repeatable,
    },
    settings,
    signal,
  );
  return { value: readValue(operation, answer, namespace) as ResponseOf<Id>, headers: answer.headers };
}

function addressOf(operation: Operation, path: Record<string, string>, query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, `${value}`);
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name]!));
  return search.size === 0 ? filled : `${filled}?${search}`;
}

function headersOf({ method }: Operation, { form, apiKey, userAgent }: Settings): Record<string, string> {
  const mediaType = `application/${form}`;
  const common = { accept: mediaType, "user-agent": userAgent };
  if (method === "POST") return { ...common, "content-type": mediaType };
  return apiKey === undefined ? common : { ...common, "x-api-key": apiKey };
}

/**
 * Checked by the contract's own rules first: the mistake is found before it travels, and the encoder takes values at
 * their word. JSON leaves out what is undefined, as the service's own reader of JSON would find it.
 */
function writeBody({ request }: Operation, body: object, form: Form, namespace: string): string {
  const checked = decode(request!, JSON.stringify(body), "json", { namespace });
  if (!checked.ok) throw new BadRequest({ status: 400, problem: checked.problem });
  return encode(request!, checked.value, form, { namespace });
}

/** The answer's own Content-Type says in which form it is. */
function readValue({ response }: Operation, answer: Incoming, namespace: string): unknown {
  const form = formOf(answer.contentType);
  if (form === undefined) throw new UnexpectedAnswer("The answer is neither JSON nor XML", answer);
  const options: CodecOptions = { namespace };
  const decoded = decode(response, answer.text, form, options);
  if (decoded.ok) return decoded.value;
  throw new UnexpectedAnswer(`The answer is not what the contract has: ${decoded.problem.detail}`, answer);
}
