import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { addOrderToUrl } from "../../src/domain/callbacks/callbacks.ts";

/** `orderid` and `status` are at the end of a CallbackUrl's query, even if the partner's URL contains them. */

const id = "0b0e5f0c-6d7e-4b52-9f43-5c1f3f5a7a10";
const pair = `orderid=${id}&status=complete`;

for (const [url, expected] of [
  ["https://shop.example", `https://shop.example?${pair}`],
  ["https://shop.example/", `https://shop.example/?${pair}`],
  ["https://shop.example/notify?", `https://shop.example/notify?${pair}`],
  ["https://shop.example/notify?a=1", `https://shop.example/notify?a=1&${pair}`],
  ["https://shop.example/notify?a=1&", `https://shop.example/notify?a=1&${pair}`],
  ["https://shop.example/notify?a=%20+b&c", `https://shop.example/notify?a=%20+b&c&${pair}`],
  ["https://shop.example/notify?a=b?c", `https://shop.example/notify?a=b?c&${pair}`],
  ["https://shop.example/notify?a=b?", `https://shop.example/notify?a=b?&${pair}`],
  ["https://shop.example/notify??", `https://shop.example/notify??&${pair}`],
  ["https://shop.example/notify#top", `https://shop.example/notify?${pair}#top`],
  ["https://shop.example/notify?a=1#b?c#d", `https://shop.example/notify?a=1&${pair}#b?c#d`],
  ["https://shop.example/notify?orderid=mine", `https://shop.example/notify?orderid=mine&${pair}`],
] as const) {
  test(`${url} becomes ${expected}`, () => {
    assert.equal(addOrderToUrl(url, id, "complete"), expected);
  });
}

test("the partner's own query comes first, unchanged, followed by orderid and status", () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
      const [before, after] = [new URL(url), new URL(addOrderToUrl(url, id, "rejected"))];
      assert.deepEqual([...after.searchParams], [...before.searchParams, ["orderid", id], ["status", "rejected"]]);
      assert.ok(after.search.startsWith(before.search));
      assert.deepEqual([after.origin, after.pathname, after.hash], [before.origin, before.pathname, before.hash]);
    }),
  );
});
