import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { marked } from "marked";
import { markdownProblem } from "../../../src/domain/editing/markdown.ts";
import { hostileMarkdown } from "../../support/samples/hostile-markdown.ts";

/** The Markdown of descriptions: what is allowed, and hostile texts. */

const allowed = [
  "One paragraph.\n\nAnother, **bold**, *italic* and ***both***.",
  "### A heading\n\n- a bullet\n- another\n  - one below it",
  "[a page](https://www.example.com/a?b=c&d=%20) and [a mailbox](mailto:day@example.com)",
  "5 < 6 & 7 > 6, 2*3*4, snake_case_name, 100 % ~ ñ € 😀",
  "A line\nand the next  \nafter a break",
  "Escaped \\*stars\\* and \\[brackets\\]",
];

describe("the Markdown of a description", () => {
  for (const text of allowed)
    test(`allows ${JSON.stringify(text)}`, () => assert.equal(markdownProblem(text), undefined));

  for (const [text, detail] of hostileMarkdown)
    test(`refuses ${JSON.stringify(text)}`, () => assert.match(markdownProblem(text) ?? "", detail));

  test("whatever it allows has no tag but those of the subset, and no other scheme, with all extensions too", () => {
    const harmless = [
      ...allowed,
      "~~struck~~",
      "| a |\n|---|\n| b |",
      "www.example.com",
      "&lt;script&gt;",
      "[x](y z)",
      "- [ ] done",
    ];
    for (const text of harmless) {
      assert.equal(markdownProblem(text), undefined, text);
      const html = marked.parse(text) as string;
      assert.ok(!/<(script|img|iframe|svg|style|object|form)/i.test(html), html);
      assert.ok(!/href="(?!https?:|mailto:)/i.test(html), html);
      assert.ok(!/ on\w+=/i.test(html), html);
    }
  });

  test("texts of full length that are made to be slow take little processor time", () => {
    const most = 10_000;
    for (const part of ["*a ", "[", "[x](", "**a", "_a_ ", ">", "- ", "  - a\n", "![", "\\", "&#", "`", "[a]:", "*_"]) {
      const text = part.repeat(most).slice(0, most);
      const before = process.cpuUsage();
      markdownProblem(text);
      // At most 160 ms, measured.
      const { user, system } = process.cpuUsage(before);
      assert.ok(user + system < 2_000_000, `${part} took ${user + system} µs`);
    }
  });
});
