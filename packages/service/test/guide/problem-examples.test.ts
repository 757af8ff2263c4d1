import assert from "node:assert/strict";
import { request } from "node:http";
import { after, before, test } from "node:test";
import { problemExamples } from "../../src/http/site/documentation/problem-examples.ts";
import { Demo } from "./demo.ts";

/** The requests on the pages of error codes get the answers that these pages show, from the service of the quick start. */

let demo: Demo;
before(async () => {
  demo = await Demo.make();
  await demo.run();
});
after(() => demo?.close());

const reproducible = [...problemExamples].filter(([, { request }]) => request !== undefined);

test("most problems that one request can cause have that request", () => {
  assert.ok(reproducible.length >= 12, `${reproducible.length}`);
});

for (const [code, { problem, request }] of reproducible)
  test(`the request on the page of ${code} is answered as the page shows`, async () => {
    const { status, body } = await send(request!);
    assert.deepEqual({ status, ...JSON.parse(body) }, problem);
    assert.equal(status, problem.status);
  });

/** fetch would repair a malformed path. */
function send({
  method,
  path,
  headers = {},
  body = "",
}: {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    request({ host: "127.0.0.1", port: demo.port, method, path, headers, agent: false }, async (response) => {
      const chunks = await response.toArray();
      resolve({ status: response.statusCode!, body: Buffer.concat(chunks).toString() });
    })
      .on("error", reject)
      .end(body);
  });
}
