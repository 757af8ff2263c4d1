import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sql } from "kysely";
import { assertProblem } from "../../support/wire.ts";
import { json, openShop } from "./shop.ts";

/** Negotiation of formats that must not change anything. paseo-conform checks its answers. */

const { app, post, booking } = openShop();

describe("the format of the answer", () => {
  test("an order is not placed if its answer's format is not acceptable", async () => {
    const body = JSON.stringify(booking());
    assertProblem(
      await post("/api/es/eventbook", body, { ...json, accept: "text/html" }),
      406,
      "not-acceptable",
      "json",
    );
    const { rows } = await sql<{ n: number }>`select count(*) as n from orders`.execute(app().store.database.db);
    assert.equal(rows[0]!.n, 0);
  });
});
