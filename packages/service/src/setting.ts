import { isIP } from "node:net";
import { contractLanguages, type Language, languages } from "@paseo/contract/codes";

/** The kinds of settings: what each accepts, and how its text is read. config.ts has the settings themselves. */

export interface Setting<T> {
  /** Value when the variable is unset or empty; undefined means that nothing is set. */
  default: T;
  /** What is accepted, as the end of a sentence. */
  accepts: string;
  description: string;
  /** The value read from a text that is not empty, or undefined when it is not accepted. */
  read(text: string): T | undefined;
  /** True for values that may hold a password: they are never shown. */
  secret?: true;
}

export function setting<T>(described: Setting<T>): Setting<T> {
  return described;
}

export function whole(value: number, least: number, most: number, description: string): Setting<number> {
  return {
    default: value,
    accepts: `a whole number from ${least} to ${most}`,
    description,
    read: (text) =>
      /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined,
  };
}

export function yesOrNo(description: string): Setting<boolean> {
  return {
    default: false,
    accepts: "true or false",
    description,
    read: (text) => (text === "true" ? true : text === "false" ? false : undefined),
  };
}

export function readServer(text: string): string | undefined {
  return /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? "") ? text : undefined;
}

export function isPublicUrl(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !/[?#]/.test(text)
  );
}

export function choice<T extends string>(value: T, values: readonly T[], description: string): Setting<T> {
  return {
    default: value,
    accepts: `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`,
    description,
    read: (text) => values.find((word) => word === text),
  };
}

export function isNamespace(text: string): boolean {
  // The two namespaces of XML itself cannot be bound to our elements.
  return (
    /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`\p{Cc}]+$/u.test(text) &&
    text.length <= 255 &&
    !/^http:\/\/www\.w3\.org\/(XML\/1998\/namespace|2000\/xmlns\/)$/.test(text)
  );
}

/** Groups of addresses that a proxy is often at, by the names that Fastify knows. */
const namedNetworks = ["loopback", "linklocal", "uniquelocal"];

export function readProxies(text: string): string[] | number | undefined {
  if (/^\d+$/.test(text)) return Number(text) >= 1 && Number(text) <= 32 ? Number(text) : undefined;
  const proxies = text.split(",").map((proxy) => proxy.trim());
  return proxies.every((proxy) => namedNetworks.includes(proxy) || isNetwork(proxy)) ? proxies : undefined;
}

/** An IP address, or one with the length of its network's prefix. */
function isNetwork(text: string): boolean {
  const [address, prefix, ...more] = text.split("/");
  const version = isIP(address!);
  if (version === 0 || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

/** Languages in the order of the contract. */
export function readLanguages(text: string): readonly Language[] | undefined {
  const given = text.split(",").map((part) => part.trim().toLowerCase());
  const isKnown = given.every((part) => languages.some((lang) => lang === part));
  return isKnown && contractLanguages.every((lang) => given.includes(lang))
    ? languages.filter((lang) => given.includes(lang))
    : undefined;
}

const keyBytes = 32;

/** Keys in base64, also the kind for URLs, with commas between them. */
export function readKeys(text: string): Buffer[] | undefined {
  const keys = text.split(",").map((part) => {
    const key = part.trim();
    return /^[A-Za-z0-9+/_-]{43}=?$/.test(key) ? Buffer.from(key, "base64") : undefined;
  });
  return keys.every((key) => key?.length === keyBytes) ? (keys as Buffer[]) : undefined;
}

/** Origins as browsers send them: scheme, host and port. */
export function readOrigins(text: string): string[] | undefined {
  const origins = text.split(",").map((origin) => origin.trim());
  const isOrigin = (origin: string) => /^https?:/.test(origin) && URL.parse(origin)?.origin === origin;
  return origins.every((origin) => origin === "*" || isOrigin(origin)) ? origins : undefined;
}
