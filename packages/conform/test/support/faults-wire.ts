import { everyAnswer, instead, problem, rewritten } from "./broken-service.ts";
import type { ServiceFault } from "./fault-case.ts";

/** Faults of a service in its answers: failures, formats, caching and keys. */

const failures: ServiceFault[] = [
  {
    what: "failures without problem details",
    finds: "problems.unknown-id",
    fault: everyAnswer("", (answered) => {
      if (answered.status !== 404) return;
      answered.headers["content-type"] = "text/html";
      answered.bytes = Buffer.from("<h1>Not Found</h1>");
    }),
  },
  {
    what: "problem details without a code",
    finds: "problems.unknown-path",
    fault: everyAnswer("", (answered) => {
      if (answered.status === 404) answered.bytes = Buffer.from('{"type":"a","title":"b","status":404,"detail":"c"}');
    }),
  },
  {
    what: "a 200 for an unknown product",
    finds: "problems.unknown-id",
    fault: everyAnswer("/api/product/", (answered) => {
      answered.status = 200;
    }),
  },
  {
    what: "a 404 for a malformed identifier",
    finds: "problems.malformed-id",
    fault: everyAnswer("", (answered) => {
      if (answered.status === 400) Object.assign(answered, problem(404));
    }),
  },
  {
    what: "a language that is not offered",
    finds: "problems.unknown-language",
    fault: rewritten((path) => path.replace("/api/xx/", "/api/es/")),
  },
  {
    what: "a 405 without Allow",
    finds: "problems.method",
    fault: everyAnswer("", ({ headers }) => {
      delete headers.allow;
    }),
  },
  {
    what: "page=0 taken for page 1",
    finds: "problems.bad-parameter",
    fault: rewritten((path) => path.replace("page=0", "page=1")),
  },
  {
    what: "identifiers read in lower case only",
    finds: "problems.ids-in-any-case",
    fault: instead("/api/product/", ({ path }) => (path === path.toLowerCase() ? undefined : problem(404))),
  },
];

const wire: ServiceFault[] = [
  {
    what: "q-values that are not read",
    finds: "negotiation.accept",
    fault: {
      onRequest: (request) => {
        request.headers.accept = request.headers.accept?.replace(/;q=[\d.]+/g, "");
        return undefined;
      },
    },
  },
  {
    what: "a request in XML that is answered in JSON without Accept",
    finds: "negotiation.own-format",
    fault: {
      onRequest: (request) => {
        if (request.method === "POST") request.headers.accept ??= "application/json";
        return undefined;
      },
    },
  },
  {
    what: "an answer that nobody accepts",
    finds: "negotiation.not-acceptable",
    fault: {
      onRequest: (request) => {
        if (request.headers.accept === "text/html") request.headers.accept = "*/*";
        return undefined;
      },
    },
  },
  {
    what: "any Content-Type read as JSON",
    finds: "negotiation.content-type",
    fault: {
      onRequest: (request) => {
        request.headers["content-type"] = "application/json";
        return undefined;
      },
    },
  },
  {
    what: "no Vary",
    finds: "negotiation.vary",
    fault: everyAnswer("", ({ headers }) => {
      delete headers.vary;
    }),
  },
  {
    what: "one ETag for both formats",
    finds: "caching.etag",
    fault: everyAnswer("", ({ headers }) => {
      headers.etag = '"the-same"';
    }),
  },
  {
    what: "If-None-Match that is not read",
    finds: "caching.not-modified",
    fault: {
      onRequest: (request) => {
        delete request.headers["if-none-match"];
        return undefined;
      },
    },
  },
  { what: "no HEAD", finds: "caching.head", fault: instead(/^HEAD/, () => problem(405)) },
  {
    what: "no compression",
    finds: "caching.compressed",
    fault: {
      onRequest: (request) => {
        delete request.headers["accept-encoding"];
        return undefined;
      },
    },
  },
  {
    what: "a bad key on a read that is not looked at",
    finds: "keys.header",
    fault: {
      onRequest: (request) => {
        delete request.headers["x-api-key"];
        return undefined;
      },
    },
  },
  {
    what: "a good key on a read that is refused",
    finds: "keys.accepted",
    fault: instead(/^GET/, ({ headers }) => (headers.authorization ? problem(401) : undefined)),
  },
];
export const wireFaults: ServiceFault[] = [...failures, ...wire];
