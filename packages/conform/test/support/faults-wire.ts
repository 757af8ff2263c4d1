import { everyAnswer, instead, problem, rewritten } from "./broken-service.ts";
import type { FaultCase } from "./faults-reads.ts";

/** What a service does wrong around its answers: failures, forms, caching and keys. */

const failures: FaultCase[] = [
  {
    what: "failures without problem details",
    check: "problems.unknown-id",
    fault: everyAnswer("", (answered) => {
      if (answered.status !== 404) return;
      answered.headers["content-type"] = "text/html";
      answered.bytes = Buffer.from("<h1>Not Found</h1>");
    }),
  },
  {
    what: "problem details without a code",
    check: "problems.unknown-path",
    fault: everyAnswer("", (answered) => {
      if (answered.status === 404) answered.bytes = Buffer.from('{"type":"a","title":"b","status":404,"detail":"c"}');
    }),
  },
  {
    what: "a 200 for an unknown product",
    check: "problems.unknown-id",
    fault: everyAnswer("/api/product/", (answered) => {
      answered.status = 200;
    }),
  },
  {
    what: "a 404 for a malformed identifier",
    check: "problems.malformed-id",
    fault: everyAnswer("", (answered) => {
      if (answered.status === 400) Object.assign(answered, problem(404));
    }),
  },
  {
    what: "a language that is not offered",
    check: "problems.unknown-language",
    fault: rewritten((path) => path.replace("/api/en/", "/api/es/")),
  },
  {
    what: "a 405 without Allow",
    check: "problems.method",
    fault: everyAnswer("", ({ headers }) => {
      delete headers.allow;
    }),
  },
  {
    what: "page=0 taken for page 1",
    check: "problems.bad-parameter",
    fault: rewritten((path) => path.replace("page=0", "page=1")),
  },
  {
    what: "identifiers read in lower case only",
    check: "problems.ids-in-any-case",
    fault: instead("/api/product/", ({ path }) => (path === path.toLowerCase() ? undefined : problem(404))),
  },
];

const wire: FaultCase[] = [
  {
    what: "q-values that are not read",
    check: "negotiation.accept",
    fault: {
      asks: (asked) => {
        asked.headers.accept = asked.headers.accept?.replace(/;q=[\d.]+/g, "");
        return undefined;
      },
    },
  },
  {
    what: "an answer that nobody accepts",
    check: "negotiation.not-acceptable",
    fault: {
      asks: (asked) => {
        if (asked.headers.accept === "text/html") asked.headers.accept = "*/*";
        return undefined;
      },
    },
  },
  {
    what: "any Content-Type read as JSON",
    check: "negotiation.content-type",
    fault: {
      asks: (asked) => {
        asked.headers["content-type"] = "application/json";
        return undefined;
      },
    },
  },
  {
    what: "no Vary",
    check: "negotiation.vary",
    fault: everyAnswer("", ({ headers }) => {
      delete headers.vary;
    }),
  },
  {
    what: "one ETag for both forms",
    check: "caching.etag",
    fault: everyAnswer("", ({ headers }) => {
      headers.etag = '"the-same"';
    }),
  },
  {
    what: "If-None-Match that is not read",
    check: "caching.not-modified",
    fault: {
      asks: (asked) => {
        delete asked.headers["if-none-match"];
        return undefined;
      },
    },
  },
  { what: "no HEAD", check: "caching.head", fault: instead(/^HEAD/, () => problem(405)) },
  {
    what: "no compression",
    check: "caching.compressed",
    fault: {
      asks: (asked) => {
        delete asked.headers["accept-encoding"];
        return undefined;
      },
    },
  },
  {
    what: "a bad key on a read that is not looked at",
    check: "keys.header",
    fault: {
      asks: (asked) => {
        delete asked.headers["x-api-key"];
        return undefined;
      },
    },
  },
  {
    what: "a good key on a read that is refused",
    check: "keys.accepted",
    fault: instead(/^GET/, ({ headers }) => (headers.authorization ? problem(401) : undefined)),
  },
];
export const wireFaults: FaultCase[] = [...failures, ...wire];
