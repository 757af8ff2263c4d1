import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join, normalize } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { clientVersion } from "../src/index.ts";

/** The client runs wherever fetch does: nothing that its index imports needs Node. */

const folder = fileURLToPath(new URL("../", import.meta.url));

/** Every file that the index imports, by its path in the package. */
async function reached(path: string, files = new Map<string, string>()): Promise<Map<string, string>> {
  if (files.has(path)) return files;
  const source = await readFile(join(folder, path), "utf8");
  files.set(path, source);
  for (const [, specifier] of source.matchAll(/\bfrom "(\.[^"]+)"/g)) {
    await reached(normalize(join(path, "..", specifier!)), files);
  }
  return files;
}

const sources = await reached("src/markup.ts", await reached("src/index.ts"));

test("the client imports the contract and nothing else", () => {
  for (const file of ["client", "sending", "errors", "lists", "callback", "markup", "exchange", "options"]) {
    assert.ok(sources.has(`src/${file}.ts`), file);
  }
  const packages = [...sources.values()].flatMap((source) =>
    [...source.matchAll(/(?:\bfrom |\bimport\(|\bimport )"([^."][^"]*)"/g)].map(([, specifier]) => specifier),
  );
  assert.deepEqual([...new Set(packages)].sort(), [
    "@paseo/contract",
    "@paseo/contract/codes",
    "@paseo/contract/messages",
  ]);
});

test("the client uses no global that only Node has", () => {
  const ofNode = /\b(process|Buffer|require|__dirname|__filename|setImmediate|global)\b(?=[.(\s[])/;
  for (const [path, source] of sources) {
    const code = source
      .replace(/\/\*.*?\*\//gs, "")
      .replace(/\/\/.*$/gm, "")
      .replace(/"[^"\n]*"/g, '""');
    assert.equal(ofNode.exec(code)?.[0], undefined, path);
  }
});

test("the version in the User-Agent is the package's", async () => {
  const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  assert.equal(clientVersion, version);
});
