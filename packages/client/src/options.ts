import type { Format, Language } from "@paseo/contract";
import type { RetryBackoff, SendingOptions } from "./sending.ts";

/** Options of a client. Only `baseUrl` is required. */
export interface ClientOptions {
  /** Address of the service without `/api`, such as `https://partners.example.com`; it may have a path. */
  baseUrl: string | URL;
  /** The partner's key: sent in the body of validate, book and cancel, and as X-Api-Key with reads. */
  apiKey?: string | undefined;
  /** Language of titles and messages. Default `es`. */
  lang?: Language | undefined;
  /** White label of validate and book requests without one. */
  whiteLabelCode?: string | undefined;
  /** Format of bodies and answers. Default `json`. */
  format?: Format | undefined;
  /** XML namespace: the operator's `XML_NAMESPACE`. Default `urn:paseo:partner`. */
  namespace?: string | undefined;
  /** Default: the runtime's fetch. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Time limit of one attempt, from the connection to the last byte, in milliseconds. Default 30,000. */
  timeoutMs?: number | undefined;
  /** Retries of a request that is safe to repeat. Default 3. */
  retries?: number | undefined;
  backoff?: Partial<RetryBackoff> | undefined;
  /** Default `paseo-client/<version>`. */
  userAgent?: string | undefined;
}

/** Options of one call. */
export interface CallOptions {
  /** Ends the call or the wait before a retry; the call throws the signal's reason. */
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  retries?: number | undefined;
  lang?: Language | undefined;
}

export interface HoldOptions extends CallOptions {
  /** Sent as Idempotency-Key: for the same key and content the service answers with what the first request made, in its present state. */
  idempotencyKey?: string | undefined;
}

export interface BookOptions extends HoldOptions {
  /** Id of a hold: the order takes its seats and its total. Selection and total must be the hold's. */
  hold?: string | undefined;
}

/** The options with all defaults. */
export interface ClientSettings extends SendingOptions {
  baseUrl: string;
  apiKey: string | undefined;
  lang: Language;
  whiteLabelCode: string | undefined;
  format: Format;
  namespace: string;
  userAgent: string;
}

/** The version in package.json of this package. */
export const clientVersion = "0.1.0";

/** Throws a TypeError that names an invalid option. */
export function clientSettings(options: ClientOptions): ClientSettings {
  const { backoff = {} } = options;
  const settings: ClientSettings = {
    baseUrl: baseOf(options.baseUrl),
    apiKey: options.apiKey,
    lang: options.lang ?? "es",
    whiteLabelCode: options.whiteLabelCode,
    format: options.format ?? "json",
    namespace: options.namespace ?? "urn:paseo:partner",
    // Read at each call: a program may replace the global fetch.
    fetch: options.fetch ?? ((...request) => globalThis.fetch(...request)),
    timeoutMs: options.timeoutMs ?? 30_000,
    retries: options.retries ?? 3,
    backoff: {
      firstMs: backoff.firstMs ?? 250,
      maxMs: backoff.maxMs ?? 10_000,
      retryAfterMostMs: backoff.retryAfterMostMs ?? 60_000,
    },
    userAgent: options.userAgent ?? `paseo-client/${clientVersion}`,
  };
  if (settings.format !== "json" && settings.format !== "xml") throw new TypeError("format must be json or xml");
  checkKey(settings.apiKey);
  checkNumbers(settings);
  checkNumbers(settings.backoff);
  return settings;
}

/** Returns the settings of one call. Throws a TypeError like {@link clientSettings}. */
export function callSettings(settings: ClientSettings, { timeoutMs, retries }: CallOptions): ClientSettings {
  const own = { timeoutMs: timeoutMs ?? settings.timeoutMs, retries: retries ?? settings.retries };
  checkNumbers(own);
  return { ...settings, ...own };
}

function baseOf(given: string | URL): string {
  const url = URL.canParse(`${given}`) ? new URL(given) : undefined;
  const plain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash;
  if (!plain) throw new TypeError("baseUrl must be an http or https address without credentials, query or fragment");
  return url.href.replace(/\/+$/, "");
}

/** The message must not contain the key. */
function checkKey(apiKey: string | undefined): void {
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError("apiKey must be visible ASCII characters, without spaces and line ends");
  }
}

/** A longer timer would fire at once. */
const maxMs = 2 ** 31 - 1;

function checkNumbers(holder: object): void {
  for (const [name, value] of Object.entries(holder)) {
    if (typeof value !== "number") continue;
    if (!(value >= 0 && value <= maxMs)) throw new TypeError(`${name} must be a number from 0 to ${maxMs}`);
  }
}
