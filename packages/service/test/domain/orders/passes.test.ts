import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parseShortCode, passesForParty } from "../../../src/domain/visits/passes.ts";

describe("a short code", () => {
  test("is read in any case, with spaces and hyphens, and has no characters that look alike", () => {
    for (const text of ["abcd-efgh", "ABCDEFGH", " ab cd - ef gh ", "ABCD–EFGH"])
      assert.equal(parseShortCode(text), "ABCDEFGH");
    for (const text of ["ABCDEFG", "ABCDEFGHJ", "", ..."01OILU".split("").map((one) => `ABCDEFG${one}`)])
      assert.equal(parseShortCode(text), null, text);
  });

  test("admits the party, or each of its people", () => {
    const tickets = [
      { code: "ADULT", quantity: 2 },
      { code: "CHILD", quantity: 1 },
    ];
    const party = { tickets, people: 3, agreed: { tickets: [] } };
    assert.deepEqual(passesForParty(party, false), [{ n: 1, ticketCode: null, people: 3 }]);
    assert.deepEqual(
      passesForParty(party, true).map(({ n, ticketCode, people }) => [n, ticketCode, people]),
      [
        [1, "ADULT", 1],
        [2, "ADULT", 1],
        [3, "CHILD", 1],
      ],
    );
    const van = {
      tickets: [{ code: "VAN", quantity: 1 }],
      people: 0,
      agreed: { tickets: [{ code: "VAN", people: 0, prices: [] }] },
    };
    assert.deepEqual(passesForParty(van, true), [{ n: 1, ticketCode: null, people: 0 }]);
  });
});
