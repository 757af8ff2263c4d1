import assert from "node:assert/strict";
import { test } from "node:test";
import { SometimesAssertions } from "../faults/sometimes.ts";
import { statementName } from "../faults/statements.ts";

test("a run without one of the races is inconclusive and fails", () => {
  const sometimes = new SometimesAssertions(["a race", "another race"]);
  sometimes.saw("a race");
  assert.deepEqual(
    sometimes.findings.map(({ title }) => title),
    ["blind: the run never saw another race"],
  );
  assert.throws(() => sometimes.saw("what nobody expects"));
});

test("statements are named as they were prepared, or by the first words of their text", () => {
  const message = (type: string, ...texts: string[]) => `${type}\0\0\0\x10${texts.map((text) => `${text}\0`).join("")}`;
  assert.deepEqual(
    [
      message("Q", "commit"),
      message("P", "book-hold-2026", "with booked as (…"),
      message("P", "", "  select 1\n from hold where id = $1"),
      message("B", "", "book-hold-2026"),
      message("S"),
      "\0\0\0\x08\x04\xd2\x16/",
    ].map(statementName),
    ["commit", "book-hold-2026", "select 1 from hold where", "book-hold-2026", undefined, undefined],
  );
});
