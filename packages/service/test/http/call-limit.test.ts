import assert from "node:assert/strict";
import { test } from "node:test";
import { CallLimit } from "../../src/web/call-limit.ts";
import { ProblemError } from "../../src/web/problems.ts";

/** The counter behind every limit of guesses and calls: whom it counts, and what it forgets. */

const now = new Date("2026-06-16T18:00:00Z");

/** Whether a call of this caller is still allowed. */
function allowed(limit: CallLimit, caller: string, at = now): boolean {
  try {
    limit.count({ rateLimit: [] }, caller, at);
    return true;
  } catch (error) {
    assert.ok(error instanceof ProblemError && error.status === 429);
    return false;
  }
}

test("all addresses of an IPv6 /64 are one caller, in every spelling, and an IPv4 address is one in both families", () => {
  const limit = new CallLimit("guesses", 3);
  const network = ["2001:db8:1:2::1", "2001:0DB8:1:2:ffff::", "2001:db8:1:2:3:4:192.0.2.1", "2001:db8:1:2::99"];
  assert.deepEqual(
    network.map((address) => allowed(limit, address)),
    [true, true, true, false],
  );
  assert.ok(allowed(limit, "2001:db8:1:3::1"), "the next network");
  const mapped = ["192.0.2.7", "::ffff:192.0.2.7", "::ffff:c000:207", "192.0.2.7"];
  assert.deepEqual(
    mapped.map((address) => allowed(limit, address)),
    [true, true, true, false],
  );
  assert.ok(allowed(limit, "192.0.2.8"), "the next address");
});

test("a flood of other callers does not give a refused caller new guesses", () => {
  const limit = new CallLimit("guesses", 3);
  for (let n = 0; n < 3; n++) assert.ok(allowed(limit, "guesser"));
  for (let n = 0; n < 25_000; n++) {
    allowed(limit, `caller ${n}`);
    if (n % 5_000 === 0) assert.ok(!allowed(limit, "guesser"), `after ${n} others`);
  }
  assert.ok(!allowed(limit, "guesser"));
  assert.ok(allowed(limit, "guesser", new Date(now.getTime() + 60_000)), "in the next minute");
});
