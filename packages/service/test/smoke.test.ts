import assert from "node:assert/strict";
import { test } from "node:test";
import { startApp } from "./support/app.ts";
import { onBothStores } from "./support/stores.ts";

onBothStores("smoke", (open) => {
  test("serves", async () => {
    const app = await startApp({ open });
    try {
      const answer = await fetch(`${app.url}/api/products`);
      assert.equal(answer.status, 200);
      assert.equal(((await answer.json()) as { totalCount: number }).totalCount, 3);
    } finally {
      await app.stop();
    }
  });
});
