import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { exampleIds, exampleParameters, exampleRequests, type Operation, operations } from "@paseo/contract";
import { launchChromium, pageLimitMs } from "../../../console/test/support/chromium.ts";
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
    // With this run's product and order, every disabled parameter is valid too; the test sends them one at a time. A request
    // may be refused then.
    const ofRun = [...runner.variables];
    for (const item of folder.item) {
      const off = [...(item.request.url.query ?? []), ...item.request.header].filter(({ disabled }: Pair) => disabled);
      for (const { key } of off) {
        for (const [name, value] of ofRun) runner.variables.set(name, value);
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

test("the published examples work in the demo as they are", async () => {
  // The demo's partner has no terms and no statements, and no payment.
  const { terms, statements, statement, payment, ...others } = operations;
  const all: Operation[] = Object.values(others);
  for (const { id, method, path, request, parameters } of all) {
    const known = exampleParameters[id] ?? {};
    const query = parameters.filter((parameter) => parameter.in === "query" && known[parameter.name]);
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => known[name]!);
    const address = `${filled}?${query.map(({ name }) => `${name}=${known[name]}`).join("&")}`;
    const body = request && JSON.stringify(exampleRequests[id as keyof typeof exampleRequests]);
    const headers = { "X-Api-Key": "pk_demo", ...(body && { "Content-Type": "application/json" }) };
    const response = await fetch(demo.url + address, { method, headers, ...(body && { body }) });
    const answer = (await response.json()) as { id?: string; isValid?: boolean; values?: unknown[] };
    assert.equal(response.status, 200, `${id}: ${JSON.stringify(answer)}`);
    if ("isValid" in answer) assert.equal(answer.isValid, true, JSON.stringify(answer));
    if ("values" in answer) assert.ok(answer.values!.length > 0, id);
    if (id === "order" || id === "product") assert.equal(answer.id, exampleIds[id]);
  }
});

test("Test Request in the reference page sends the example of eventvalidate and eventbook, and both succeed", async () => {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(pageLimitMs);
    await page.goto(`${demo.url}/docs/reference`);
    for (const operation of ["eventvalidate", "eventbook"]) {
      // The page shows an operation when it is scrolled to.
      await page.locator(`a[href$="/${operation}"]`).first().click();
      await page.getByRole("button", { name: new RegExp(`^Test Request.*/${operation}`) }).click();
      const dialog = page.getByRole("dialog");
      const answered = page.waitForResponse((response) => response.request().method() === "POST");
      await dialog.getByRole("button", { name: /^Send/ }).first().click();
      const answer = await answered;
      const text = await answer.text();
      assert.deepEqual(
        [answer.status(), new URL(answer.url()).pathname, JSON.parse(text).isValid],
        [200, `/api/es/${operation}`, true],
        text,
      );
      assert.match(answer.request().postData()!, /"apiKey":"pk_demo"/);
      await dialog.getByText("200 OK").first().waitFor();
      await dialog.getByRole("button", { name: "Close Client" }).first().click();
      await dialog.waitFor({ state: "hidden" });
    }
  } finally {
    await browser.close();
  }
});
