import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startPostgres, type TestServer } from "../../packages/service/test/support/servers/postgres.ts";
import { controls } from "../history/controls.ts";
import { isCaught } from "../history/index.ts";

/** The checker detects services without a guard. faults.test.ts shows that it accepts the service as it is. */

let own: TestServer | undefined;
let server: string;
before(async () => {
  own = process.env.TEST_POSTGRES_URL ? undefined : await startPostgres();
  server = process.env.TEST_POSTGRES_URL ?? own!.url;
});
after(() => own?.stop());

for (const [title, control] of Object.entries(controls))
  test(`the checker catches a service where ${title}`, async () => {
    assert.equal(await isCaught(server, 1, control, 60_000), true);
  });
