import { checks } from "../../src/service/checks/index.ts";
import { everyAnswer, inJson, instead, inText, problem, rewritten } from "./broken-service.ts";
import type { FaultCase } from "./faults-reads.ts";

/** What a service does wrong when it validates, refuses, and checks keys. */

const validate = "/eventvalidate";
const book = "/eventbook";

/** Those that only the counterpart has events for. */
const beyondTheDemo = ["refusals.event-removed", "refusals.event-past", "refusals.item-unpublished"];

/** Every refusal under another code. */
const renamed = checks
  .filter(({ id }) => /^refusals\.(?!one-for-each)|^booking\.refuses\./.test(id))
  .map(
    ({ id }): FaultCase => ({
      what: `a refusal under another code than ${id.split(".").at(-1)}`,
      check: id,
      fault: inJson(id.startsWith("booking") ? book : validate, (value) => {
        for (const error of value.errors ?? []) error.code = "refused";
      }),
      ...(beyondTheDemo.includes(id) && { at: "counterpart" as const }),
    }),
  );

export const sellingFaults: FaultCase[] = [
  ...renamed,
  {
    what: "a field too many in a validation",
    check: "validate.shape.json",
    fault: inJson(validate, (value) => {
      value.capacityLeft = 12;
    }),
  },
  {
    what: "TotalUsd before Errors no more, in XML",
    check: "validate.shape.xml",
    fault: inText(validate, "xml", (text) =>
      text.replace(/(<TotalUsd.*?<\/TotalUsd>)(<IsValid>\w+<\/IsValid>)/, "$2$1"),
    ),
  },
  {
    what: "a validation that fails",
    check: "validate.valid",
    fault: instead(validate, () => problem(500)),
  },
  {
    what: "a total that is rounded",
    check: "validate.total",
    fault: inJson(validate, (value) => {
      if (value.totalUsd) value.totalUsd.value = Math.ceil(value.totalUsd.value) + 1;
    }),
  },
  {
    what: "questions that are not asked",
    check: "validate.questions",
    fault: inJson(validate, (value) => {
      value.questions = value.questions.filter(({ code }: { code: string }) => !/hotel|flight/.test(code));
    }),
  },
  {
    what: "passengers who are asked once for all",
    check: "validate.questions-per-passenger",
    fault: inJson(validate, (value) => {
      const asked = value.questions.map(({ code }: { code: string }) => code);
      value.questions = value.questions.filter(({ code }: { code: string }, at: number) => asked.indexOf(code) === at);
    }),
  },
  {
    what: "another total in XML",
    check: "validate.forms",
    fault: inText(validate, "xml", (text) => text.replace(/<Value>/, "<Value>1")),
  },
  {
    what: "event identifiers read in lower case only",
    check: "validate.id-in-any-case",
    fault: instead(validate, ({ body }) => (/"id":"[^"]*[A-F]/.test(body) ? problem(400) : undefined)),
  },
  {
    what: "Spanish for everyone",
    check: "validate.languages",
    fault: rewritten((path) => path.replace("/pt/", "/es/")),
  },
  {
    what: "errors that point at nothing",
    check: "validate.malformed",
    fault: everyAnswer(validate, (answered) => {
      if (answered.status === 400) Object.assign(answered, problem(400));
    }),
  },
  {
    what: "what the business refuses as a failed request",
    check: "refusals.event-unknown",
    fault: everyAnswer(validate, (answered) => {
      if (answered.bytes.includes("event-unknown")) Object.assign(answered, problem(422));
    }),
  },
  {
    what: "the first problem alone",
    check: "refusals.one-for-each",
    fault: inJson(validate, (value) => {
      value.errors = value.errors.slice(0, 1);
    }),
  },
  {
    what: "validations that may be stored",
    check: "caching.private",
    fault: everyAnswer(validate, ({ headers }) => {
      headers["cache-control"] = "max-age=60";
    }),
  },
  {
    what: "a prefix that is not read",
    check: "xml.request-prefix",
    fault: instead(validate, ({ body }) => (body.includes("<p:Event") ? problem(400) : undefined)),
  },
  {
    what: "any namespace taken for the right one",
    check: "xml.request-namespace",
    fault: {
      asks: (asked) => {
        asked.body = asked.body.replace("urn:another", "urn:paseo:partner");
        return undefined;
      },
    },
  },
  {
    what: "an unknown encoding taken for UTF-8",
    check: "xml.request-encoding",
    fault: {
      asks: (asked) => {
        asked.body = asked.body.replace("x-no-such-encoding", "utf-8");
        return undefined;
      },
    },
  },
  {
    what: "a 500 for a body that is not well-formed",
    check: "xml.request-malformed",
    fault: everyAnswer(validate, (answered) => {
      if (answered.status === 400) answered.status = 500;
    }),
  },
  {
    what: "the answer in the request's form",
    check: "xml.request-xml-answer-json",
    fault: {
      asks: (asked) => {
        asked.headers.accept = asked.headers["content-type"];
        return undefined;
      },
    },
  },
  {
    what: "an unknown property that is refused",
    check: "xml.unknown-property",
    fault: instead(validate, ({ body }) => (body.includes('"conformance"') ? problem(400) : undefined)),
  },
  {
    what: "a 403 for a wrong key",
    check: "keys.body",
    fault: everyAnswer("", (answered) => {
      if (answered.status === 401) Object.assign(answered, problem(403));
    }),
  },
  {
    what: "a missing key that is a 401",
    check: "keys.missing",
    fault: everyAnswer(validate, (answered) => {
      if (answered.status === 400) Object.assign(answered, problem(401));
    }),
  },
  {
    what: "the key in a refusal",
    check: "keys.never-echoed",
    fault: everyAnswer(validate, (answered, { body }) => {
      const key = /"apiKey":"([^"]*)"/.exec(body)?.[1];
      if (key) answered.headers["x-debug-key"] = key;
    }),
  },
];
