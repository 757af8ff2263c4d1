import assert from "node:assert/strict";
import { test } from "node:test";
import { answersToSend } from "../../src/orders/answers.ts";

test("an answer that is left out keeps the place of its traveller", () => {
  const asked = ["passenger-weight", "own-swim"].flatMap((code) =>
    [0, 1].map((n) => ({ code, n, passenger: n + 1, title: "" })),
  );
  const order = { code: "hotel-name", n: 0, passenger: null, title: "" };
  assert.deepEqual(answersToSend([...asked, order], { "passenger-weight.1": "70", "own-swim.1": "yes" }), [
    { code: "passenger-weight", value: " " },
    { code: "passenger-weight", value: "70" },
    { code: "own-swim", value: "-" },
    { code: "own-swim", value: "yes" },
  ]);
});
