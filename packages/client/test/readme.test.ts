import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { PaseoClient } from "../src/index.ts";

/** The README says that every operation is a typed method, and lists the methods. */

test("the README lists every method of the client", async () => {
  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
  const [, section] = /^## Methods\n(.*?)^## /ms.exec(readme)!;
  const listed = [...section!.matchAll(/^\| `(\w+)\(/gm)].map(([, name]) => name!);
  const members = Object.entries(Object.getOwnPropertyDescriptors(PaseoClient.prototype));
  const methods = members.filter(([name, { value }]) => name !== "constructor" && typeof value === "function");
  assert.deepEqual(listed.toSorted(), methods.map(([name]) => name).toSorted());
});
