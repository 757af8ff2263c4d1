import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { Exchange } from "../../../wire/exchange.ts";
import type { Check, Findings } from "../../check.ts";
import { anySale } from "../../sales.ts";
import { forms, mediaTypes, type Site } from "../../tested-service.ts";

/** Catalogue reads can be kept and asked for again at no cost; what is private is kept nowhere. */

const catalogueReads = (site: Site): string[] => [
  site.path("products"),
  site.path("productversion"),
  site.path("productsdeleted"),
  site.path("events"),
  site.path("pages"),
  site.path("currencies"),
];

const decompress = { gzip: gunzipSync, br: brotliDecompressSync } as const;

/** The bytes of an answer whose Content-Encoding is this one; undefined, and told, when they are not in it. */
function plainBytes(exchange: Exchange, encoding: "gzip" | "br", findings: Findings): Buffer | undefined {
  const said = exchange.headers["content-encoding"] ?? "none";
  if (!findings.holds(said === encoding, `Content-Encoding is ${said}, not ${encoding}`, exchange)) return undefined;
  try {
    return decompress[encoding](exchange.bytes);
  } catch {
    findings.wrong(`the body is not in ${encoding}`, exchange);
    return undefined;
  }
}

export const caching: Check[] = [
  {
    id: "caching.etag",
    says: "Every catalogue read carries an ETag, which differs by form",
    clause: "decision 4",
    run: async (site, findings) => {
      for (const path of catalogueReads(site)) {
        const [json, xml] = [await site.get(path), await site.get(path, "xml")];
        for (const exchange of [json, xml])
          findings.holds(/^(W\/)?"[^"]*"$/.test(exchange.headers.etag ?? ""), "the answer has no ETag", exchange);
        findings.holds(json.headers.etag !== xml.headers.etag, "JSON and XML have the same ETag", xml);
      }
    },
  },
  {
    id: "caching.not-modified",
    says: "A read with If-None-Match of its own ETag is a 304 without a body",
    clause: "decision 4",
    run: async (site, findings) => {
      for (const path of catalogueReads(site)) {
        for (const form of forms) {
          const first = await site.get(path, form);
          const { etag } = first.headers;
          if (etag === undefined) {
            findings.wrong("the answer has no ETag", first);
            continue;
          }
          let again = await site.get(path, form, { "if-none-match": `"another", ${etag}` });
          // A catalogue may change between two reads; it does not do so twice in a row.
          if (again.status === 200 && again.headers.etag !== etag)
            again = await site.get(path, form, { "if-none-match": again.headers.etag! });
          if (findings.status(again, 304, "If-None-Match has the answer's own ETag"))
            findings.holds(again.bytes.length === 0, "a 304 has a body", again);
        }
      }
    },
  },
  {
    id: "caching.head",
    says: "HEAD has the status and the headers of GET, and no body",
    clause: "decision 4",
    run: async (site, findings) => {
      for (const path of [...catalogueReads(site), site.path("products", { page: 0 })]) {
        const get = await site.get(path);
        const head = await site.send("HEAD", path, { accept: mediaTypes.json, ...site.readHeaders });
        if (!findings.status(head, get.status, "GET answers so")) continue;
        findings.holds(head.bytes.length === 0, "HEAD has a body", head);
        findings.equal(head.headers["content-type"], get.headers["content-type"], "Content-Type of HEAD", head);
      }
    },
  },
  {
    id: "caching.compressed",
    says: "Catalogue reads come in gzip and in brotli to those who ask for it, and hold the same",
    clause: "decision 4",
    run: async (site, findings) => {
      for (const form of forms) {
        for (const encoding of ["gzip", "br"] as const) {
          const path = site.path("products");
          const packed = await site.get(path, form, { "accept-encoding": encoding });
          if (!findings.status(packed, 200)) continue;
          const bytes = plainBytes(packed, encoding, findings);
          if (bytes === undefined) continue;
          const plain = await site.get(path, form);
          const unchanged =
            bytes.equals(plain.bytes) || plain.headers.etag !== (await site.get(path, form)).headers.etag;
          findings.holds(unchanged, `the ${encoding} body holds something else than the plain one`, packed);
        }
      }
    },
  },
  {
    id: "caching.private",
    says: "What is private is stored nowhere: validate and book answer Cache-Control: no-store",
    clause: "decision 4",
    needs: "key",
    run: async (site, findings) => {
      const { exchange } = await anySale(site);
      const control = exchange.headers["cache-control"] ?? "";
      findings.holds(/\bno-store\b/.test(control), `Cache-Control is "${control}", not no-store`, exchange);
    },
  },
];
