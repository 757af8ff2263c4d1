import { test } from "node:test";
import { contact, heading, press, startShop, wordsOf } from "./shop.ts";

test("try", async (t) => {
  const shop = await startShop();
  t.after(() => shop.stop());
  const page = await shop.choose("show", { ADULT: 2 });
  console.log(page.status, page.path, heading(page), wordsOf(page));
  const sandbox = await shop.submit(page, contact);
  console.log(sandbox.status, sandbox.path, heading(sandbox), wordsOf(sandbox));
  const back = await press(shop, sandbox, "pay");
  console.log(back.status, back.path, heading(back), wordsOf(back));
});
