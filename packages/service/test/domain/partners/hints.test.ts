import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { addHints, mistakeCodes } from "../../../src/domain/partners/hints.ts";
import { problemHints } from "../../../src/texts/hints/problem-hints.ts";
import { refusalHints } from "../../../src/texts/hints/refusal-hints.ts";

const source = fileURLToPath(new URL("../../../src/", import.meta.url));

/** Codes of pages for customers, suppliers and payment providers, who have no key, and the documentation's examples of all codes. */
const othersPages = [
  "http/routes/vouchers.ts",
  "http/routes/payments.ts",
  "http/routes/supplier-answers.ts",
  "http/site/supplier-page.ts",
  "http/site/documentation/problem-examples.ts",
];

test("every problem of the partner interface has a hint", async () => {
  const codes = new Set<string>();
  for await (const path of glob("{http,web}/**/*.ts", { cwd: source })) {
    if (othersPages.includes(path)) continue;
    const text = await readFile(`${source}${path}`, "utf8");
    const made = text.matchAll(
      /(?:new ProblemError\(\s*\d+,\s*|(?:badRequest|conflict|gone|unprocessable)\(\s*)"([a-z-]+)"/g,
    );
    for (const [, code] of made) codes.add(code!);
  }
  assert.ok(codes.size >= 15, [...codes].join(" "));
  // The type of the table covers the codecs' codes.
  const codecs = ["malformed-body", "bad-encoding", "wrong-root", "wrong-namespace", "invalid-field"];
  assert.deepEqual([...new Set([...codes, ...codecs])].sort(), Object.keys(problemHints).sort());
});

test("each hint differs in every language, and is short enough to send", () => {
  const all = Object.entries({ ...problemHints, ...refusalHints });
  for (const lang of ["en", "es", "pt"] as const) {
    assert.equal(new Set(all.map(([, hint]) => hint[lang])).size, all.length, lang);
    for (const [code, hint] of all) assert.match(hint[lang], /^\p{Lu}.{30,160}\.$/u, `${code} ${lang}`);
  }
  for (const [code, { en, es, pt }] of all) assert.equal(new Set([en, es, pt]).size, 3, code);
});

test("shares are of all counted requests, and normal business is not a mistake", () => {
  const counts = [
    { code: "capacity", count: 1 },
    { code: "invalid-field", count: 2 },
  ];
  const rows = addHints(counts, "en");
  assert.deepEqual(
    (["en", "es", "pt"] as const).map((lang) => addHints(counts, lang)[0]!.name),
    ["Not enough seats", "Plazas insuficientes", "Vagas insuficientes"],
  );
  assert.deepEqual(
    rows.map(({ code, kind, whose, share }) => [code, kind, whose, share]),
    [
      ["capacity", "refusal", "course", 1 / 3],
      ["invalid-field", "problem", "partner", 2 / 3],
    ],
  );
  assert.ok(mistakeCodes.includes("invalid-field") && !mistakeCodes.includes("capacity"));
  assert.ok(!mistakeCodes.includes("internal-error"));
});
