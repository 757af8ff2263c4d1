import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { packagesPage } from "../../../src/http/site/documentation/packages-page.ts";
import { registerKit } from "../../../src/http/site/kit.ts";
import { startHttp } from "../../support/http.ts";

/** The packages for partners below `/kit/`. project/installed.deep.test.ts installs the real ones. */

const bytes = Buffer.from("the bytes of a tarball");
const sha256 = createHash("sha256").update(bytes).digest("hex");
const packages = ["client", "mirror"].map((name) => ({
  name: `@paseo/${name}`,
  version: "1.2.3",
  description: `What ${name} does`,
  file: `paseo-${name}-1.2.3.tgz`,
  bytes: bytes.length,
  sha256,
}));

async function serve(t: TestContext, { isRelease = true, isBuilt = true } = {}) {
  const folder = await mkdtemp(join(tmpdir(), "paseo-kit-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  if (isBuilt) {
    await writeFile(join(folder, "kit.json"), JSON.stringify({ madeOf: "sources", packages }));
    for (const { file } of packages) await writeFile(join(folder, file), bytes);
    await writeFile(join(folder, "other.txt"), "not in the list");
  }
  return startHttp(t, (app) => registerKit(app, `${folder}/`, isRelease));
}

test("the page lists each package with its version, size, checksum and the commands that install it", () => {
  const { markdown } = packagesPage("es", "https://partners.example.test", packages);
  for (const { name, file } of packages) {
    for (const part of [`## ${name} 1.2.3`, `[${file}](/kit/${file}), 1 KB`, sha256])
      assert.ok(markdown.includes(part), part);
    const command = name.replace("@paseo/", "paseo-");
    assert.ok(
      markdown.includes(`curl -fsSLO https://partners.example.test/kit/${command}.tgz\nnpm install ./${command}.tgz`),
    );
  }
  assert.match(packagesPage("en", "http://127.0.0.1", null).markdown, /started without its packages/);
});

test("/kit and /kit/ lead to the page in the reader's language", async (t) => {
  const { ask } = await serve(t);
  for (const path of ["/kit", "/kit/"]) {
    const { status, headers } = await ask(path, { headers: { "accept-language": "pt-BR,pt;q=0.9" } });
    assert.deepEqual([status, headers.location], [302, "/docs/pt/packages"]);
  }
});

test("kit.json is the same list for programs", async (t) => {
  const { ask } = await serve(t);
  const list = await ask("/kit/kit.json");
  assert.equal(list.headers["content-type"], "application/json; charset=utf-8");
  assert.equal(list.headers["cache-control"], "public, no-cache");
  assert.deepEqual(JSON.parse(list.text), { packages });
});

test("a tarball of a release is cached for ever; its name without a version leads to it and is not cached", async (t) => {
  const { ask } = await serve(t);
  const { status, headers } = await ask("/kit/paseo-client.tgz");
  assert.deepEqual([status, headers.location, headers["cache-control"]], [302, packages[0]!.file, "public, no-cache"]);
  const tarball = await ask(`/kit/${packages[0]!.file}`);
  assert.equal(tarball.status, 200);
  assert.deepEqual(tarball.body, bytes);
  assert.equal(tarball.headers["content-type"], "application/gzip");
  assert.equal(tarball.headers["content-encoding"], undefined);
  assert.equal(tarball.headers["cache-control"], "public, max-age=31536000, immutable");
  const again = { headers: { "if-none-match": tarball.headers.etag! } };
  assert.equal((await ask(`/kit/${packages[0]!.file}`, again)).status, 304);
  const head = await ask(`/kit/${packages[0]!.file}`, { method: "HEAD" });
  assert.deepEqual([head.status, head.headers["content-length"]], [200, `${bytes.length}`]);
});

test("in the repository, where a version can change, a tarball is revalidated", async (t) => {
  const { ask } = await serve(t, { isRelease: false });
  assert.equal((await ask(`/kit/${packages[0]!.file}`)).headers["cache-control"], "public, no-cache");
});

test("nothing but the listed packages is served", async (t) => {
  const { ask } = await serve(t);
  for (const path of ["other.txt", "paseo-client-1.2.2.tgz", "..%2fkit.json", "%2e%2e/kit.json", "kit.json/x"]) {
    const { status, text } = await ask(`/kit/${path}`);
    assert.equal(status, 404, path);
    assert.doesNotMatch(text, /not in the list/);
  }
  assert.match((await ask("/kit/paseo-client-1.2.2.tgz")).text, /paseo-client-1\.2\.3\.tgz/);
});

test("where no package was built, the answer says how to build them", async (t) => {
  const { ask } = await serve(t, { isBuilt: false });
  for (const path of ["/kit/kit.json", "/kit/paseo-client.tgz"]) {
    const { status, text } = await ask(path);
    assert.equal(status, 404);
    assert.match(text, /`npm run kit` builds them/);
  }
});
