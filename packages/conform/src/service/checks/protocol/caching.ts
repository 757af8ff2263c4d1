import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { Exchange } from "../../../wire/exchange.ts";
import type { Check, Findings } from "../../check.ts";
import { findAnySale } from "../../sales.ts";
import { formats, mediaTypes, type TestedService } from "../../tested-service.ts";

/** Catalogue reads can be cached and revalidated; private answers must not be stored. */

const catalogueReads = (service: TestedService): string[] => [
  service.path("products"),
  service.path("productversion"),
  service.path("productsdeleted"),
  service.path("events"),
  service.path("pages"),
  service.path("currencies"),
];

const decompress = { gzip: gunzipSync, br: brotliDecompressSync } as const;

/** The decompressed body of an answer; undefined, with a finding, when it does not have this Content-Encoding. */
function plainBytes(exchange: Exchange, encoding: "gzip" | "br", findings: Findings): Buffer | undefined {
  const given = exchange.headers["content-encoding"] ?? "none";
  if (!findings.holds(given === encoding, `Content-Encoding is ${given}, not ${encoding}`, exchange)) return undefined;
  try {
    return decompress[encoding](exchange.bytes);
  } catch {
    findings.wrong(`the body is not in ${encoding}`, exchange);
    return undefined;
  }
}

export const cachingChecks: Check[] = [
  {
    id: "caching.etag",
    says: "Every catalogue read has an ETag, which differs by format",
    clause: "decision 4",
    run: async (service, findings) => {
      for (const path of catalogueReads(service)) {
        const [json, xml] = [await service.get(path), await service.get(path, "xml")];
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
    run: async (service, findings) => {
      for (const path of catalogueReads(service)) {
        for (const format of formats) {
          const first = await service.get(path, format);
          const { etag } = first.headers;
          if (etag === undefined) {
            findings.wrong("the answer has no ETag", first);
            continue;
          }
          let again = await service.get(path, format, { "if-none-match": `"another", ${etag}` });
          // The catalogue may change between two reads, but hardly twice in a row.
          if (again.status === 200 && again.headers.etag !== etag)
            again = await service.get(path, format, { "if-none-match": again.headers.etag! });
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
    run: async (service, findings) => {
      for (const path of [...catalogueReads(service), service.path("products", { page: 0 })]) {
        const get = await service.get(path);
        const head = await service.send("HEAD", path, { accept: mediaTypes.json, ...service.readHeaders });
        if (!findings.status(head, get.status, "the status of GET")) continue;
        findings.holds(head.bytes.length === 0, "HEAD has a body", head);
        findings.equal(head.headers["content-type"], get.headers["content-type"], "Content-Type of HEAD", head);
      }
    },
  },
  {
    id: "caching.compressed",
    says: "Catalogue reads are available in gzip and brotli, with the same content",
    clause: "decision 4",
    run: async (service, findings) => {
      for (const format of formats) {
        for (const encoding of ["gzip", "br"] as const) {
          const path = service.path("products");
          const compressed = await service.get(path, format, { "accept-encoding": encoding });
          if (!findings.status(compressed, 200)) continue;
          const bytes = plainBytes(compressed, encoding, findings);
          if (bytes === undefined) continue;
          const plain = await service.get(path, format);
          const unchanged =
            bytes.equals(plain.bytes) || plain.headers.etag !== (await service.get(path, format)).headers.etag;
          findings.holds(unchanged, `the ${encoding} body differs from the uncompressed one`, compressed);
        }
      }
    },
  },
  {
    id: "caching.private",
    says: "Private answers are not cached: validate and book answer Cache-Control: no-store",
    clause: "decision 4",
    needs: "key",
    run: async (service, findings) => {
      const { exchange } = await findAnySale(service);
      const control = exchange.headers["cache-control"] ?? "";
      findings.holds(/\bno-store\b/.test(control), `Cache-Control is "${control}", not no-store`, exchange);
    },
  },
];
