import {
  type BookRequest,
  contractLanguages,
  encode,
  type Format,
  type Language,
  languages,
  operations,
  type ValidateRequest,
} from "@paseo/contract";
import type { Exchange, HttpWire, SentRequest } from "../wire/exchange.ts";
import { mendAnswer } from "../wire/mend.ts";
import { type DecodedValue, decodeAnswer } from "../wire/value.ts";
import { runOnce, UnreadableAnswerError } from "./skipped.ts";

type Response<Id extends keyof Operations> = ReturnType<
  (value: DecodedValue<Operations[Id]["response"]>) => typeof value
>;
type Operations = typeof operations;
type PostedId =
  | "eventvalidate"
  | "eventbook"
  | "eventhold"
  | "holdextend"
  | "holdrelease"
  | "eventpay"
  | "orderamend"
  | "ordercancel";
type Request<Id extends PostedId> = DecodedValue<Operations[Id]["request"]>;

export type RequestParameters = Record<string, string | number>;
export const mediaTypes = { json: "application/json", xml: "application/xml" } as const satisfies Record<
  Format,
  string
>;
export const formats: readonly Format[] = ["json", "xml"];

interface TestedServiceOptions {
  url: string;
  key?: string | undefined;
  namespace: string;
  lang: Language;
}

/** Sends requests to the tested service, and stores what checks have read of it. */
export class TestedService {
  readonly #url: string;
  readonly #wire: HttpWire;
  readonly #values = new Map<string, Promise<unknown>>();
  readonly #misfits: UnreadableAnswerError[] = [];
  readonly #found = new Map<string, Promise<unknown>>();
  readonly key: string | undefined;
  readonly namespace: string;
  readonly lang: Language;
  /** Headers of every read: the key, if reads need one. */
  readHeaders: Record<string, string> = {};

  constructor(wire: HttpWire, { url, key, namespace, lang }: TestedServiceOptions) {
    this.#wire = wire;
    this.#url = url.replace(/\/+$/, "");
    this.key = key;
    this.namespace = namespace;
    this.lang = lang;
  }

  /** Takes the answers that did not fit their schema since the last call. */
  takeMisfits(): UnreadableAnswerError[] {
    return this.#misfits.splice(0);
  }

  get echoes(): readonly Exchange[] {
    return this.#wire.echoes;
  }

  /** Sends a request with only these headers. The answer is uncompressed unless they say otherwise. */
  send(method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Exchange> {
    const all = { "accept-encoding": "identity", ...headers };
    const sent: SentRequest = { method, url: this.#url + path, headers: all, ...(body !== undefined && { body }) };
    return this.#wire.send(sent);
  }

  get(path: string, format: Format = "json", headers: Record<string, string> = {}): Promise<Exchange> {
    return this.send("GET", path, { accept: mediaTypes[format], ...this.readHeaders, ...headers });
  }

  /** Posts any body. */
  post(
    operation: PostedId,
    body: string,
    { sends = "json", reads = "json", headers = {}, lang = this.lang }: PostOptions = {},
  ): Promise<Exchange> {
    const both = { accept: mediaTypes[reads], "content-type": mediaTypes[sends], ...headers };
    return this.send("POST", `/api/${lang}/${operation}`, both, body);
  }

  /** Posts a request in the format that `options` name. */
  request<Id extends PostedId>(operation: Id, request: Request<Id>, options: PostOptions = {}): Promise<Exchange> {
    const { sends = "json" } = options;
    const schema = operations[operation].request as Operations["eventbook"]["request"];
    return this.post(operation, encode(schema, request as never, sends, { namespace: this.namespace }), options);
  }

  validate(request: ValidateRequest, options?: PostOptions): Promise<Exchange> {
    return this.request("eventvalidate", request, options);
  }

  book(request: BookRequest, options?: PostOptions): Promise<Exchange> {
    return this.request("eventbook", request, options);
  }

  /** The JSON answer of an operation, read once. Throws UnreadableAnswerError. */
  async value<
    Id extends
      | "product"
      | "products"
      | "productversion"
      | "productsdeleted"
      | "events"
      | "availability"
      | "contents"
      | "pages"
      | "currencies",
  >(id: Id, params: RequestParameters = {}): Promise<Response<Id>> {
    const path = this.path(id, params);
    return runOnce(this.#values, path, () => this.get(path).then((exchange) => this.read(id, exchange)));
  }

  /**
   * The value in an answer. A field that does not fit its schema has a value that fits, so that one wrong null hides no other fault. Throws
   * UnreadableAnswerError.
   */
  read<Id extends keyof Operations>(id: Id, exchange: Exchange): Response<Id> {
    const strict = unlessUnreadable(() => readAnswer(id, exchange));
    if (!(strict instanceof UnreadableAnswerError)) return strict;
    const mended = exchange.status === 200 ? mendAnswer(operations[id].response, exchange) : undefined;
    if (mended === undefined) throw strict;
    this.#misfits.push(strict);
    return mended as Response<Id>;
  }

  /** Runs `find` once for each name. */
  once<T>(name: string, find: () => Promise<T>): Promise<T> {
    return runOnce(this.#found, name, find);
  }

  /** Languages that the service offers: the contract's languages, and further languages in which it has pages. */
  languages(): Promise<Language[]> {
    return this.once("languages", async () => {
      const offered: Language[] = [...contractLanguages];
      for (const lang of languages.filter((one) => !offered.includes(one)))
        if ((await this.get(this.path("pages", { lang }))).status === 200) offered.push(lang);
      return offered;
    });
  }

  /** Path and query of an operation. The language of the run applies unless the parameters have a language. */
  path(id: keyof Operations, params: RequestParameters = {}): string {
    const inPath = new Set(["lang"]);
    const path = operations[id].path.replace(/\{(\w+)\}/g, (_, name: string) => {
      inPath.add(name);
      return encodeURIComponent(params[name] ?? this.lang);
    });
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(params)) if (!inPath.has(name)) query.set(name, String(value));
    return query.size > 0 ? `${path}?${query}` : path;
  }
}

export interface PostOptions {
  sends?: Format;
  reads?: Format;
  headers?: Record<string, string>;
  lang?: string;
}

function unlessUnreadable<T>(read: () => T): T | UnreadableAnswerError {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableAnswerError) return error;
    throw error;
  }
}

/** The value in an answer. Throws UnreadableAnswerError. */
function readAnswer<Id extends keyof Operations>(id: Id, exchange: Exchange): Response<Id> {
  const { sent, status } = exchange;
  const address = `${sent.method} ${new URL(sent.url).pathname}`;
  if (status !== 200) throw new UnreadableAnswerError(themeOf(id), `${address} answers ${status}`, exchange);
  const decoded = decodeAnswer(operations[id].response, exchange);
  if (decoded === undefined)
    throw new UnreadableAnswerError(themeOf(id), `the answer of ${address} cannot be read`, exchange);
  return decoded as Response<Id>;
}

const themes: Partial<Record<keyof Operations, string>> = {
  eventvalidate: "validate.",
  eventbook: "booking.",
  order: "booking.",
  eventhold: "holds.",
  hold: "holds.",
  availability: "availability.shape.",
  orderamend: "changes.",
  ordercancel: "cancelling.",
};

/** The beginning of the ids of an operation's own checks. */
const themeOf = (id: keyof Operations): string => themes[id] ?? `shape.${id}.`;
