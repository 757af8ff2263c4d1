import type { Form, Language } from "@paseo/contract";
import type { Backoff, SendingOptions } from "./sending.ts";

/** How a client is set up. Only `baseUrl` is needed. */
export interface ClientOptions {
  /** Address of the service without `/api`, such as `https://partners.example.com`; a path in it is kept. */
  baseUrl: string | URL;
  /** The partner's key: sent in the body of validate, book and cancel, and as X-Api-Key with reads. */
  apiKey?: string | undefined;
  /** Language of names, titles and messages. Default `es`. */
  lang?: Language | undefined;
  /** White label of validate and book where the request names none. */
  whiteLabelCode?: string | undefined;
  /** Form of bodies and answers. Default `json`. */
  form?: Form | undefined;
  /** Namespace of the XML form, the operator's `XML_NAMESPACE`. Default `urn:paseo:partner`. */
  namespace?: string | undefined;
  /** Default the runtime's own fetch. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Bound of one try, from the connection to the last byte, in milliseconds. Default 30,000. */
  timeoutMs?: number | undefined;
  /** Tries after the first of what may be sent twice. Default 3. */
  retries?: number | undefined;
  backoff?: Partial<Backoff> | undefined;
  /** Default `paseo-client/<version>`. */
  userAgent?: string | undefined;
}

/** What one call may have otherwise than the client. */
export interface CallOptions {
  /** Ends the call and the waiting between tries; the call throws the signal's reason. */
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  retries?: number | undefined;
  lang?: Language | undefined;
}

/** The options with nothing left open. */
export interface Settings extends SendingOptions {
  baseUrl: string;
  apiKey: string | undefined;
  lang: Language;
  whiteLabelCode: string | undefined;
  form: Form;
  namespace: string;
  userAgent: string;
}

/** This package's version, as its package.json has it. */
export const clientVersion = "0.1.0";

/** Throws a TypeError that names the option which cannot be used. */
export function settingsOf(options: ClientOptions): Settings {
  const { backoff = {} } = options;
  const settings: Settings = {
    baseUrl: baseOf(options.baseUrl),
    apiKey: options.apiKey,
    lang: options.lang ?? "es",
    whiteLabelCode: options.whiteLabelCode,
    form: options.form ?? "json",
    namespace: options.namespace ?? "urn:paseo:partner",
    // Looked up at each call: programs put another fetch in its place.
    fetch: options.fetch ?? ((...request) => globalThis.fetch(...request)),
    timeoutMs: options.timeoutMs ?? 30_000,
    retries: options.retries ?? 3,
    backoff: {
      firstMs: backoff.firstMs ?? 250,
      mostMs: backoff.mostMs ?? 10_000,
      retryAfterMostMs: backoff.retryAfterMostMs ?? 60_000,
    },
    userAgent: options.userAgent ?? `paseo-client/${clientVersion}`,
  };
  if (settings.form !== "json" && settings.form !== "xml") throw new TypeError("form must be json or xml");
  checkKey(settings.apiKey);
  checkNumbers(settings);
  checkNumbers(settings.backoff);
  return settings;
}

/** The settings as one call has them. Throws a TypeError like {@link settingsOf}. */
export function settingsFor(settings: Settings, { timeoutMs, retries }: CallOptions): Settings {
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

/** Not quoted in the message: it is a secret. */
function checkKey(apiKey: string | undefined): void {
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError("apiKey must be visible ASCII characters, with no blank or line end");
  }
}

/** A timer with more than this fires at once. */
const mostMs = 2 ** 31 - 1;

function checkNumbers(holder: object): void {
  for (const [name, value] of Object.entries(holder)) {
    if (typeof value !== "number") continue;
    if (!(value >= 0 && value <= mostMs)) throw new TypeError(`${name} must be a number from 0 to ${mostMs}`);
  }
}
