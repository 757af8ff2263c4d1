import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedPostgres } from "../../../packages/service/test/support/servers/stores.ts";
import { seededDefects } from "../../history/controls.ts";
import { isDefectCaught } from "../../history/index.ts";

/** The checker detects services without a guard. faults.deep.test.ts shows that it accepts the service itself. */

for (const [title, control] of Object.entries(seededDefects))
  test(`the checker catches a service where ${title}`, async () => {
    assert.equal(await isDefectCaught(await sharedPostgres(), 1, control, 60_000), true);
  });
