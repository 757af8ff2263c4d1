import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startPostgres, type TestServer } from "../../packages/service/test/support/servers/postgres.ts";
import { controls } from "../history/controls.ts";
import { isCaught } from "../history/index.ts";

/** The checker catches services with a guard removed, and only those. */

let own: TestServer | undefined;
let server: string;
before(async () => {
  own = process.env.TEST_POSTGRES_URL ? undefined : await startPostgres();
  server = process.env.TEST_POSTGRES_URL ?? own!.url;
});
after(() => own?.stop());

for (const [title, control] of Object.entries(controls))
  test(`the checker catches a service where ${title}`, async () => {
    assert.equal(await isCaught(server, 1, control, 2_500), true);
  });

test("the same load on the service as it is breaks no rule", async () => {
  const caughtBy = [...new Set(Object.values(controls).flatMap((control) => control.caughtBy))];
  assert.equal(await isCaught(server, 1, { caughtBy, sabotage: async () => {} }, 2_500), false);
});
