import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Demo, root } from "./demo.ts";
import { type Pair, Postman, type PostmanCollection } from "./postman.ts";

/** The request collection, run against the demo service as a partner would run it. */

const collection: PostmanCollection = JSON.parse(
  await readFile(join(root, "packages/contract/generated/collection.json"), "utf8"),
);

let demo: Demo;
before(async () => {
  demo = await Demo.make();
  await demo.run();
});
after(() => demo?.close());

const postman = () => new Postman(collection, { baseUrl: demo.url });

for (const folder of collection.item) {
  test(`the folder ${folder.name} runs from top to bottom, and books and cancels a test order`, async () => {
    const runner = postman();
    for (const item of folder.item) {
      const { status, text, passed, failed } = await runner.send(item);
      assert.deepEqual(failed, [], `${item.name}: ${text.slice(0, 500)}`);
      assert.deepEqual([status, passed[0]], [200, "The answer is a 200"], item.name);
    }
    const unset = [...runner.variables]
      .filter(([name, value]) => value === "" && !name.endsWith("Xml"))
      .map(([name]) => name);
    assert.deepEqual(unset, folder.name === "XML" ? ["tickets", "answers"] : []);
    // With this run's product, every disabled parameter is valid too, one at a time.
    for (const item of folder.item) {
      const off = [...(item.request.url.query ?? []), ...item.request.header].filter(({ disabled }: Pair) => disabled);
      for (const { key } of off) {
        const { status, text } = await runner.send(item, [key]);
        assert.equal(status, 200, `${item.name} with ${key}: ${text.slice(0, 500)}`);
      }
    }
  });
}

test("a script detects a failed request", async () => {
  const runner = new Postman(collection, { baseUrl: demo.url, apiKey: "pk_nobody" });
  const { status, failed } = await runner.send(collection.item[0]!.item[0]!);
  assert.equal(status, 401);
  assert.match(failed[0]!, /^The answer is a 200: expected 401 to equal 200/);
});
