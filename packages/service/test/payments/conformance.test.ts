import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { paymentBenches } from "./benches.ts";
import { conformance, markdownOf } from "./conformance.ts";

const table = conformance(paymentBenches);

test("docs/reference/payments.md has the table of these cases", async () => {
  const page = await readFile(new URL("../../../../docs/reference/payments.md", import.meta.url), "utf8");
  const markdown = markdownOf(table, paymentBenches);
  assert.ok(page.includes(`<!-- conformance -->\n${markdown}<!-- /conformance -->`), "copy the table that is printed");
});
