import { serviceChecks } from "../../src/service/checks/index.ts";
import { changeJson, everyAnswer, instead, inText, problem, rewritten } from "./broken-service.ts";
import type { ServiceFault } from "./fault-case.ts";

/** Faults of a service in validation, refusals and keys. */

const validate = "/eventvalidate";
const book = "/eventbook";

/** Faults that need events which the demo lacks. */
const beyondTheDemo = ["refusals.event-removed", "refusals.event-past", "refusals.item-unpublished"];

/** Every refusal with another code. */
const renamed = serviceChecks
  .filter(({ id }) => /^refusals\.(?!one-for-each)|^booking\.refuses\./.test(id))
  .map(
    ({ id }): ServiceFault => ({
      what: `a refusal under another code than ${id.split(".").at(-1)}`,
      finds: id,
      fault: changeJson(id.startsWith("booking") ? book : validate, (value) => {
        for (const error of value.errors ?? []) error.code = "refused";
      }),
      ...(beyondTheDemo.includes(id) && { at: "target" as const }),
    }),
  );

export const sellingFaults: ServiceFault[] = [
  ...renamed,
  {
    what: "a field too many in a validation",
    finds: "validate.shape.json",
    fault: changeJson(validate, (value) => {
      value.capacityLeft = 12;
    }),
  },
  {
    what: "TotalUsd before Errors no more, in XML",
    finds: "validate.shape.xml",
    fault: inText(validate, "xml", (text) =>
      text.replace(/(<TotalUsd.*?<\/TotalUsd>)(<IsValid>\w+<\/IsValid>)/, "$2$1"),
    ),
  },
  {
    what: "a validation that fails",
    finds: "validate.valid",
    fault: instead(validate, () => problem(500)),
  },
  {
    what: "a total that is rounded",
    finds: "validate.total",
    fault: changeJson(validate, (value) => {
      if (value.totalUsd) value.totalUsd.value = Math.ceil(value.totalUsd.value) + 1;
    }),
  },
  {
    what: "missing questions",
    finds: "validate.questions",
    fault: changeJson(validate, (value) => {
      value.questions = value.questions.filter(({ code }: { code: string }) => !/hotel|flight/.test(code));
    }),
  },
  {
    what: "questions that are not repeated for each passenger",
    finds: "validate.questions-per-passenger",
    fault: changeJson(validate, (value) => {
      const request = value.questions.map(({ code }: { code: string }) => code);
      value.questions = value.questions.filter(
        ({ code }: { code: string }, at: number) => request.indexOf(code) === at,
      );
    }),
  },
  {
    what: "an optional question that every client must answer",
    finds: "validate.own-questions",
    fault: changeJson(validate, (value) => {
      if (value.questions.some(({ code }: { code: string }) => code.startsWith("own-")))
        value.questions.push({ code: "own-note", title: "Nota", type: "string" });
    }),
  },
  {
    what: "another total in XML",
    finds: "validate.formats",
    fault: inText(validate, "xml", (text) => text.replace(/<Value>/, "<Value>1")),
  },
  {
    what: "event identifiers read in lower case only",
    finds: "validate.id-in-any-case",
    fault: instead(validate, ({ body }) => (/"id":"[^"]*[A-F]/.test(body) ? problem(400) : undefined)),
  },
  {
    what: "Spanish for everyone",
    finds: "validate.languages",
    fault: rewritten((path) => path.replace("/pt/", "/es/")),
  },
  {
    what: "errors that point at nothing",
    finds: "validate.malformed",
    fault: everyAnswer(validate, (answered) => {
      if (answered.status === 400) Object.assign(answered, problem(400));
    }),
  },
  {
    what: "a refusal answered as a failed request",
    finds: "refusals.event-unknown",
    fault: everyAnswer(validate, (answered) => {
      if (answered.bytes.includes("event-unknown")) Object.assign(answered, problem(422));
    }),
  },
  {
    what: "the first problem alone",
    finds: "refusals.one-for-each",
    fault: changeJson(validate, (value) => {
      value.errors = value.errors.slice(0, 1);
    }),
  },
  {
    what: "validations that may be stored",
    finds: "caching.private",
    fault: everyAnswer(validate, ({ headers }) => {
      headers["cache-control"] = "max-age=60";
    }),
  },
  {
    what: "a prefix that is not read",
    finds: "xml.request-prefix",
    fault: instead(validate, ({ body }) => (body.includes("<p:Event") ? problem(400) : undefined)),
  },
  {
    what: "any namespace taken for the right one",
    finds: "xml.request-namespace",
    fault: {
      onRequest: (request) => {
        request.body = request.body.replace("urn:another", "urn:paseo:partner");
        return undefined;
      },
    },
  },
  {
    what: "an unknown encoding taken for UTF-8",
    finds: "xml.request-encoding",
    fault: {
      onRequest: (request) => {
        request.body = request.body.replace("x-no-such-encoding", "utf-8");
        return undefined;
      },
    },
  },
  {
    what: "a 500 for a body that is not well-formed",
    finds: "xml.request-malformed",
    fault: everyAnswer(validate, (answered) => {
      if (answered.status === 400) answered.status = 500;
    }),
  },
  {
    what: "the answer in the request's format",
    finds: "xml.request-xml-answer-json",
    fault: {
      onRequest: (request) => {
        request.headers.accept = request.headers["content-type"];
        return undefined;
      },
    },
  },
  {
    what: "an unknown property that is refused",
    finds: "xml.unknown-property",
    fault: instead(validate, ({ body }) => (body.includes('"conformance"') ? problem(400) : undefined)),
  },
  {
    what: "a 403 for a wrong key",
    finds: "keys.body",
    fault: everyAnswer("", (answered) => {
      if (answered.status === 401) Object.assign(answered, problem(403));
    }),
  },
  {
    what: "a missing key that is a 401",
    finds: "keys.missing",
    fault: everyAnswer(validate, (answered) => {
      if (answered.status === 400) Object.assign(answered, problem(401));
    }),
  },
  {
    what: "the key in a refusal",
    finds: "keys.never-echoed",
    fault: everyAnswer(validate, (answered, { body }) => {
      const key = /"apiKey":"([^"]*)"/.exec(body)?.[1];
      if (key) answered.headers["x-debug-key"] = key;
    }),
  },
];
