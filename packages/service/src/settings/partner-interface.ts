import { isIP } from "node:net";
import { contractLanguages, type Language, languages } from "@paseo/contract/codes";
import { defineSetting, oneOfSetting, wholeNumberSetting } from "./setting.ts";

const readAccesses = ["open", "key"] as const;
const orderAccesses = ["masked", "open", "key"] as const;

/** Settings of the partner interface: page cache, formats, access and limits. */
export const partnerInterfaceSettings = {
  PAGE_CACHE_MB: wholeNumberSetting(
    64,
    1,
    8192,
    "Size of the page cache of each process, in MiB. Pages that were not used recently are evicted first.",
  ),
  XML_NAMESPACE: defineSetting<string>({
    default: "urn:paseo:partner",
    accepts: "an absolute URI of at most 255 characters",
    description:
      "Namespace of every XML element in requests and answers. When you replace a service, set its namespace.",
    read: (text) => (isNamespace(text) ? text : undefined),
  }),
  OFFERED_LANGUAGES: defineSetting<readonly Language[]>({
    default: languages,
    accepts: `${contractLanguages.join(" and ")}, and further ones of ${languages.join(", ")}, separated by commas`,
    description: "Languages that the service offers in `/api/{lang}/…`. Any other is a 404.",
    read: readLanguages,
  }),
  READ_ACCESS: oneOfSetting(
    "open",
    readAccesses,
    "`open`: catalogue reads need no key. `key`: every read needs a partner key.",
  ),
  ORDER_ACCESS: oneOfSetting(
    "masked",
    orderAccesses,
    "Reading an order without its partner's key. `masked`: personal data are hidden. `open`: everything is shown. `key`: the answer is 401.",
  ),
  TRUST_PROXY: defineSetting<string[] | number | undefined>({
    default: undefined,
    accepts: "addresses and networks (10.0.0.0/8), separated by commas, or a number of proxies from 1 to 32",
    description:
      "Proxies whose `X-Forwarded-For` is trusted, or the number of proxies in front. Limits then count each client separately.",
    read: readProxies,
  }),
  CORS_ORIGINS: defineSetting<string[] | undefined>({
    default: undefined,
    accepts: "origins such as https://shop.example.com, separated by commas, or *",
    description: "Sites whose pages may read the catalogue from a browser. Keys and orders stay out of their reach.",
    read: readOrigins,
  }),
  PARTNER_REQUESTS_PER_MINUTE: wholeNumberSetting(
    0,
    0,
    1_000_000,
    "Requests with a key that each partner may send within a minute, counted by each process. 0: no limit.",
  ),
};

function isNamespace(text: string): boolean {
  // The two namespaces of XML itself cannot be the namespace of our elements.
  return (
    /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`\p{Cc}]+$/u.test(text) &&
    text.length <= 255 &&
    !/^http:\/\/www\.w3\.org\/(XML\/1998\/namespace|2000\/xmlns\/)$/.test(text)
  );
}

/** Languages in the order of the contract. */
function readLanguages(text: string): readonly Language[] | undefined {
  const given = text.split(",").map((part) => part.trim().toLowerCase());
  const isKnown = given.every((part) => languages.some((lang) => lang === part));
  return isKnown && contractLanguages.every((lang) => given.includes(lang))
    ? languages.filter((lang) => given.includes(lang))
    : undefined;
}

/** Names that Fastify knows for groups of addresses at which proxies often are. */
const namedNetworks = ["loopback", "linklocal", "uniquelocal"];

function readProxies(text: string): string[] | number | undefined {
  if (/^\d+$/.test(text)) return Number(text) >= 1 && Number(text) <= 32 ? Number(text) : undefined;
  const proxies = text.split(",").map((proxy) => proxy.trim());
  return proxies.every((proxy) => namedNetworks.includes(proxy) || isNetwork(proxy)) ? proxies : undefined;
}

/** Returns whether a text is an IP address, or a network with its prefix length. */
function isNetwork(text: string): boolean {
  const [address, prefix, ...more] = text.split("/");
  const version = isIP(address!);
  if (version === 0 || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

/** Origins as browsers send them: scheme, host and port. */
function readOrigins(text: string): string[] | undefined {
  const origins = text.split(",").map((origin) => origin.trim());
  const isOrigin = (origin: string) => /^https?:/.test(origin) && URL.parse(origin)?.origin === origin;
  return origins.every((origin) => origin === "*" || isOrigin(origin)) ? origins : undefined;
}
