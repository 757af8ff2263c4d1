import assert from "node:assert/strict";
import { test } from "node:test";
import { snippetsOf } from "./pages.ts";
import { assertShown } from "./shown.ts";

/** Tests which differences between the guide and the service the comparison accepts, and which it reports. */

const holds = (shown: object, real: object) =>
  assertShown(JSON.stringify(shown), JSON.stringify(real), "json", "the answer");
const order = {
  id: "8c1f4e0a-52b7-4d3e-9a61-0f6d2b7c9e14",
  reference: "TEST-SJ8-PKB-5XH-ES",
  eventOn: "2026-12-05T10:30:00",
  total: 35.94,
  totalCount: 3,
  values: [{ code: "ADULT" }, { code: "CHILD" }],
};

test("identifiers, dates, references and counts may differ, and lists may be cut", () => {
  holds(
    { ...order, values: [{ code: "ADULT" }] },
    {
      ...order,
      id: "2d9a7b36-1c48-4f05-8e72-6b3a90d5c1f8",
      reference: "TEST-ABR-7NJ-64J-ES",
      eventOn: "2027-01-09T10:30:00",
      totalCount: 4,
    },
  );
});

test("everything else must match the page", () => {
  const { total: _, ...withoutTotal } = order;
  const others = [
    { ...order, total: 36 },
    { ...order, id: "42" },
    { ...order, reference: "SJ8-PKB-5XH-ES" },
    { ...order, eventOn: "2026-12-05T11:00:00" },
    { ...order, totalCount: "3" },
    { ...order, values: [{ code: "CHILD" }] },
    { ...order, values: [] },
    { ...order, more: null },
    withoutTotal,
  ];
  for (const real of others) assert.throws(() => holds(order, real), assert.AssertionError, JSON.stringify(real));
});

test("XML and text are compared line by line, whatever is between the elements", () => {
  assertShown("<A>\n  <B>1</B>\n</A>\n", "<A><B>1</B></A>", "xml", "the answer");
  assert.throws(() => assertShown("<A><B>1</B></A>", "<A><B>2</B></A>", "xml", "the answer"), assert.AssertionError);
  assertShown("at version 3\n", "at version 41", "text", "the answer");
  assert.throws(() => assertShown("142 products", "140 products", "text", "the answer"), assert.AssertionError);
});

test("a block that no marker runs is an error", () => {
  const page = (text: string) => ({ name: "page.md", text });
  const block = "```sh\ntrue\n```\n";
  assert.equal(snippetsOf(page(`<!-- run: it -->\n${block}`)).length, 1);
  for (const text of [
    block,
    `<!-- note -->\n${block}`,
    `<!-- run: it -->\n\n${block}`,
    "- one\n  ```sh\n  true\n  ```\n",
  ])
    assert.throws(() => snippetsOf(page(text)), /page\.md has a block/, text);
});
