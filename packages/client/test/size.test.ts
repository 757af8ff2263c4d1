import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { Webhook } from "standardwebhooks";

/** What the client adds to a partner's site: bundled, minified and compressed with everything that it imports. */

const root = fileURLToPath(new URL("../../../", import.meta.url));
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "paseo-size-"));
});
after(() => rm(folder, { recursive: true, force: true }));

/** Bundles a module as a site would. Returns the compressed size, and the running bundle. */
async function bundled(source: string) {
  // Below the project, so that the packages are found.
  const entry = join(root, "packages/client/test", `size-${process.pid}.virtual.js`);
  const bundle = await rolldown({
    input: entry,
    plugins: [
      { name: "entry", load: (id) => (id === entry ? source : null), resolveId: (id) => (id === entry ? id : null) },
    ],
  });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  await bundle.close();
  const [chunk, ...others] = output;
  assert.deepEqual([others.length, chunk.imports, chunk.dynamicImports], [0, [], []], "the bundle is complete");
  const file = join(folder, `${chunk.code.length}.mjs`);
  await writeFile(file, chunk.code);
  return { bytes: gzipSync(chunk.code, { level: 9 }).length, exports: await import(file) };
}

test("the client is smaller than 30 KB compressed, with both formats", async () => {
  const { bytes, exports } = await bundled('export { PaseoClient } from "@paseo/client";');
  const xml = '<Response xmlns="urn:paseo:partner"><TotalCount>0</TotalCount><Values></Values></Response>';
  for (const format of ["json", "xml"]) {
    const body = format === "xml" ? xml : '{"totalCount":0,"values":[]}';
    const fetch = async () => new Response(body, { headers: { "content-type": `application/${format}` } });
    const client = new exports.PaseoClient({ baseUrl: "https://partners.example.com", format, fetch });
    assert.deepEqual(await client.currencies(), { totalCount: 0, values: [] });
  }
  // Measured 26.2 KB. esbuild needs an eighth more than this bundler.
  assert.ok(bytes * 1.125 < 30_000, `${bytes} bytes`);
});

test("the verification of callbacks is smaller than 10 KB compressed", async () => {
  const { bytes, exports } = await bundled('export * from "@paseo/client/callback";');
  const secret = "whsec_c2VjcmV0IG9mIHRoZSB0ZXN0";
  const data = { orderId: "f4b81c6d-07e9-4a52-8d3f-1e5a62c9b770", status: "complete", sequence: 1 };
  const body = JSON.stringify({ type: "order.status", timestamp: new Date().toISOString(), data });
  const headers = {
    "webhook-id": "a",
    "webhook-timestamp": `${Math.floor(Date.now() / 1000)}`,
    "webhook-signature": new Webhook(secret).sign("a", new Date(), body),
  };
  assert.deepEqual((await exports.verifyCallback({ headers, body }, secret)).data, data);
  await assert.rejects(exports.verifyCallback({ headers, body: `${body} ` }, secret), exports.CallbackRefused);
  // Measured 1.3 KB: a schema or a codec would be several.
  assert.ok(bytes < 3_000, `${bytes} bytes`);
});
