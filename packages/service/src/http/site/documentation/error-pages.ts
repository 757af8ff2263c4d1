import type { Hint } from "../../../texts/hints/hint.ts";
import { problemHints } from "../../../texts/hints/problem-hints.ts";
import { refusalHints } from "../../../texts/hints/refusal-hints.ts";
import type { RefusalCode } from "../../../texts/refusals.ts";
import { errorWords } from "../../../texts/site/error-words.ts";
import type { SiteLanguage } from "../../../texts/site/frame-words.ts";
import { type ExampleRequest, exampleMessage, problemExamples } from "./problem-examples.ts";
import { documentAddress, type GuideSource } from "./sources.ts";

/**
 * A page for each problem and refusal code: cause, fix and an example. It is made from the tables of the guide's page
 * of errors, the hints that operators see beside a partner's errors, and the messages of refusals.
 */

export function errorPages(lang: SiteLanguage, errors: string): GuideSource[] {
  return [
    ...problemRows(errors).map((row) => problemPage(lang, row)),
    ...refusalRows(errors).map((row) => refusalPage(lang, row)),
  ];
}

/** Reads the codes in the guide's tables. */
export const errorCodesIn = (errors: string): string[] =>
  [...problemRows(errors), ...refusalRows(errors)].map(({ code }) => code);

interface Row {
  code: string;
  meaning: string;
  fix: string;
}

const problemRows = (errors: string): (Row & { status: string })[] =>
  sameResolved(
    rowsOf(errors, "problems").map(([status, code, meaning, fix]) => ({ status: status!, ...row(code, meaning, fix) })),
  );

const refusalRows = (errors: string): (Row & { where: string[] })[] =>
  sameResolved(
    rowsOf(errors, "refusals").map(([code, where, meaning, fix]) => ({
      where: where!.split(" "),
      ...row(code, meaning, fix),
    })),
  );

const row = (code = "", meaning = "", fix = ""): Row => ({ code: code.replaceAll("`", ""), meaning, fix });

/** Replaces the fix "The same" by the fix of the row above. */
function sameResolved<T extends Row>(rows: T[]): T[] {
  const isSame = (fix: string) => Object.values(errorWords).some(({ theSame }) => theSame === fix);
  let last = "";
  return rows.map((one) => {
    last = isSame(one.fix) ? last : one.fix;
    return { ...one, fix: last };
  });
}

/** Reads the cells of the table that follows a marker. */
function rowsOf(errors: string, marker: string): string[][] {
  const [, table = ""] = new RegExp(`<!-- table: ${marker} -->\\n((?:\\|.*\\n)+)`).exec(errors) ?? [];
  return table
    .trimEnd()
    .split("\n")
    .slice(2)
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );
}

function problemPage(lang: SiteLanguage, { code, status, meaning, fix }: Row & { status: string }): GuideSource {
  const words = errorWords[lang];
  const { problem, request } = problemExamples.get(code)!;
  const hint = (problemHints as Record<string, Hint>)[code];
  return page(
    lang,
    { code, meaning, fix, hint },
    [
      [words.kind, words.problem(`${status} ${problem.title}`)],
      [words.type, `\`${problem.type}\``],
      ...(hint ? [[words.whose, words.sides[hint.whose]] as [string, string]] : []),
    ],
    [
      ...(request ? [words.request, fence("sh", curl(request)), words.answer] : []),
      fence("json", JSON.stringify(problem, null, 2)),
    ],
  );
}

function refusalPage(lang: SiteLanguage, { code, where, meaning, fix }: Row & { where: string[] }): GuideSource {
  const words = errorWords[lang];
  const hint = refusalHints[code as RefusalCode];
  const operations = where.map((letter) => `\`${operationOf[letter]}\``);
  const answer = { isValid: false, errors: [{ code, message: exampleMessage(code as RefusalCode, lang) }] };
  return page(
    lang,
    { code, meaning, fix, hint },
    [
      [words.kind, words.refusal],
      [words.operations, operations.join(", ")],
      [words.whose, words.sides[hint.whose]],
    ],
    [words.excerpt(operationOf[where[0]!]!), fence("json", JSON.stringify(answer, null, 2))],
  );
}

/** The operation for each letter in the guide's table. */
const operationOf: Record<string, string> = {
  V: "eventvalidate",
  H: "eventhold",
  B: "eventbook",
  C: "ordercancel",
  X: "orderamend",
  E: "holdextend",
  R: "holdrelease",
};

function page(
  lang: SiteLanguage,
  { code, meaning, fix, hint }: Row & { hint: Hint | undefined },
  facts: [string, string][],
  example: string[],
): GuideSource {
  const words = errorWords[lang];
  const parts = [
    `# \`${code}\``,
    `${meaning.replace(/[.;]$/, "")}.`,
    [`| ${words.fact} | |`, "|---|---|", ...facts.map(([name, value]) => `| ${name} | ${value} |`)].join("\n"),
    `## ${words.fix}`,
    `${fix.replace(/\.$/, "")}.`,
    ...(hint ? [hint[lang]] : []),
    `## ${words.example}`,
    ...example,
    words.more(documentAddress(lang, "errors")),
  ];
  return { lang, slug: `errors/${code}`, group: "reference", markdown: `${parts.join("\n\n")}\n` };
}

const fence = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

/** Returns the command that sends a request to the service of the quick start. */
function curl({ method, path, headers = {}, body }: ExampleRequest): string {
  const parts = [
    `curl -s${method === "DELETE" ? " -X DELETE" : ""} 'http://127.0.0.1:8080${path}'`,
    ...Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`),
    ...(body === undefined ? [] : [`-d '${body}'`]),
  ];
  return parts.join(" \\\n  ");
}
