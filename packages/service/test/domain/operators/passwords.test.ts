import assert from "node:assert/strict";
import { test } from "node:test";
import { hashPassword, passwordLength, passwordMatches } from "../../../src/domain/operators/passwords.ts";
import { newToken } from "../../../src/domain/operators/tokens.ts";

test("a password is stored as argon2id with 19 MiB and two passes, and two hashes of it differ", async () => {
  const hashes = [await hashPassword("correct horse"), await hashPassword("correct horse")];
  for (const hash of hashes) assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  assert.notEqual(hashes[0], hashes[1]);
});

test("a password counts as typed, with case, spaces and every one of 64 characters", async () => {
  assert.ok(passwordLength.least >= 8 && passwordLength.most >= 64);
  const typed = ` ${"Aé ".repeat(21)}`;
  assert.equal(typed.length, 64);
  const hash = await hashPassword(typed);
  assert.ok(await passwordMatches(typed, hash));
  assert.ok(await passwordMatches(typed.normalize("NFD"), hash), "typed on another keyboard");
  for (const other of [typed.trim(), typed.toLowerCase(), `${typed.slice(0, -1)}x`, typed.slice(0, -1)])
    assert.ok(!(await passwordMatches(other, hash)), other);
});

test("a token of a session or a link has 256 random bits", () => {
  const tokens = Array.from({ length: 100 }, newToken);
  for (const token of tokens) assert.equal(Buffer.from(token, "base64url").length, 32);
  assert.equal(new Set(tokens).size, tokens.length);
});
