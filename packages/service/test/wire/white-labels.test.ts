import assert from "node:assert/strict";
import { test } from "node:test";
import { startApp } from "../support/app.ts";
import { onPostgres } from "../support/servers/stores.ts";

onPostgres("the pages of a white label", (open) => {
  test("follow the white label's changes, which make a new version", async () => {
    const app = await startApp({ open });
    const names = async () => {
      const answer = await fetch(`${app.url}/api/es/pages?whitelabelcode=shop`);
      return ((await answer.json()) as { values: { name: string }[] }).values.map(({ name }) => name);
    };
    const version = async () =>
      ((await (await fetch(`${app.url}/api/productversion`)).json()) as { updateVersion: number }).updateVersion;
    try {
      assert.deepEqual(await names(), []);
      const before = await version();
      const shop = { externalId: "shop", name: "Shop", whiteLabels: [{ code: "SHOP", name: "Shop" }] };
      await app.import({ partners: [shop] });
      assert.deepEqual(await names(), ["Madrid", "Espectáculos"]);
      assert.equal(await version(), before + 1);
      await app.import({ partners: [{ ...shop, name: "Shop renamed" }] });
      assert.equal(await version(), before + 1);
      await app.import({ partners: [{ ...shop, whiteLabels: [] }] });
      assert.deepEqual(await names(), []);
      assert.equal(await version(), before + 2);
    } finally {
      await app.stop();
    }
  });
});
