import assert from "node:assert/strict";
import { request } from "node:http";
import { after, before, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { Backoffice } from "./support/browser.ts";

/** What a browser loads for the first page, and how long it takes on a slow line. */

let office: Backoffice;
before(async () => {
  office = await Backoffice.open();
});
after(() => office.close());

interface Served {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Sends a request as a browser does. `fetch` would decompress the answer. */
const get = (path: string, encodings?: string): Promise<Served> =>
  new Promise((resolve, reject) => {
    request(
      `${office.app.url}${path}`,
      { headers: encodings ? { "accept-encoding": encodings } : {} },
      async (answer) => {
        const body = Buffer.concat(await Array.fromAsync(answer));
        resolve({ status: answer.statusCode!, headers: answer.headers, body });
      },
    )
      .on("error", reject)
      .end();
  });

test("files of the console are sent with brotli, gzip or plain, as the browser accepts", async () => {
  const plain = await get("/console/");
  const script = `/console/${plain.body.toString().match(/assets\/index-[\w-]+\.js/)![0]}`;
  const [brotli, gzip, none] = [await get(script, "gzip, deflate, br"), await get(script, "gzip"), await get(script)];
  assert.deepEqual(
    [brotli, gzip, none].map(({ status, headers }) => [status, headers["content-encoding"], headers.vary]),
    [
      [200, "br", "accept-encoding"],
      [200, "gzip", "accept-encoding"],
      [200, undefined, "accept-encoding"],
    ],
  );
  assert.ok(brotliDecompressSync(brotli.body).equals(none.body) && gunzipSync(gzip.body).equals(none.body));
  for (const { headers } of [brotli, gzip, none]) {
    assert.match(String(headers["content-type"]), /^(text|application)\/javascript/);
    assert.equal(headers["cache-control"], "public, max-age=31536000, immutable");
  }
  const page = await get("/console/", "br");
  assert.deepEqual(
    [page.headers["content-encoding"], page.headers["cache-control"], page.headers["referrer-policy"]],
    ["br", "no-cache", "no-referrer"],
  );
  assert.ok(brotliDecompressSync(page.body).equals(plain.body));
});

test("the overview loads less than 300 KB of scripts", async (t) => {
  const { email } = await office.account("owner");
  const page = await office.visitor();
  await office.signIn(page.context(), email);
  const line = await page.context().newCDPSession(page);
  await line.send("Network.enable");
  await line.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
  const scripts = new Set<string>();
  let bytes = 0;
  line.on("Network.responseReceived", ({ requestId, response }) => {
    if (response.url.endsWith(".js")) scripts.add(requestId);
  });
  line.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  const begun = performance.now();
  await page.goto(`${office.app.url}/console/`);
  await page.locator("h1").first().waitFor();
  const heading = performance.now() - begun;
  await office.settled(page);
  // Noted and not asserted: the machine of a test may be busy.
  t.diagnostic(
    `${scripts.size} scripts, ${Math.round(bytes / 1000)} KB; heading after ${Math.round(heading)} ms at 1.6 Mbit/s`,
  );
  assert.ok(scripts.size > 3);
  assert.ok(bytes < 300_000, `${bytes} bytes`);
});

test("the console brings its font, which its policy allows", async () => {
  const page = await office.visitor();
  await office.visit(page, "/login");
  await page.waitForFunction(() =>
    [...document.fonts].some(({ family, status }) => family.includes("Inter") && status === "loaded"),
  );
  assert.match(
    await page.evaluate(() => getComputedStyle(document.querySelector("h1")!).fontFamily),
    /^"Inter Variable"/,
  );
  const fonts = await page.evaluate(() =>
    performance.getEntriesByType("resource").flatMap(({ name }) => (name.endsWith(".woff2") ? [name] : [])),
  );
  assert.ok(
    fonts.length > 0 && fonts.every((name) => name.startsWith(`${office.app.url}/console/assets/inter-latin-`)),
    `${fonts}`,
  );
  assert.deepEqual(office.faults, []);
});

/** Finds placeholders that are as wide as the page, because no part of the page has this shape. */
const bars = (page: Page) =>
  page.evaluate(() => {
    const { width } = document.querySelector("main")!.getBoundingClientRect();
    const all = [...document.querySelectorAll(".MuiSkeleton-root")].map((one) => one.getBoundingClientRect().width);
    return all.length === 0 ? ["no placeholder"] : all.filter((one) => one > 0.8 * width);
  });

/**
 * Makes the function that holds back these answers from now on, and returns the function that releases them. One route
 * stays for the whole test: requests on their way while a route is removed may never be answered.
 */
async function heldAnswers(page: Page, urls: RegExp): Promise<() => () => void> {
  let held: Promise<void> = Promise.resolve();
  await page.route(urls, async (route) => {
    await held;
    await route.continue();
  });
  return () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    return resolve;
  };
}

for (const phone of [false, true])
  test(`pages load with their title and the shape of what comes, ${phone ? "on a phone" : "on a desktop"}`, async () => {
    const page = await office.operator("owner", "/account", { phone });
    const [shown, edited] = (await (await office.account("owner")).ask("GET", "/products")).data;
    const hold = await heldAnswers(page, /\/admin\/api\/(?!session|brand|roles)/);
    for (const [path, title] of [
      ["/", "Overview"],
      ["/orders", "Orders"],
      [`/products/${shown.id}/show`, "Products"],
      [`/products/${edited.id}`, "Products"],
      ["/home", "Business"],
      ["/events", "Events"],
    ] as const) {
      const release = hold();
      // The first is the page that loads with the console.
      if (path === "/") await page.goto("about:blank");
      if (path === "/") await page.goto(`${office.app.url}/console/#${path}`);
      else await page.evaluate((hash) => location.assign(hash), `#${path}`);
      await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
      await page.getByRole("status", { name: "Loading…" }).first().waitFor();
      assert.deepEqual(await bars(page), [], path);
      release();
      await office.settled(page);
    }
  });

test("a page that loads has its title, and a list keeps its rows until the next ones are there", async () => {
  const page = await office.operator("owner", "/queue");
  const hold = await heldAnswers(page, /\/admin\/api\/products\b/);
  let release = hold();
  await page.evaluate(() => location.assign("#/products"));
  await page.getByRole("heading", { level: 1, name: "Products" }).waitFor();
  await page.getByRole("status", { name: "Loading…" }).first().waitFor();
  assert.deepEqual(await bars(page), []);
  release();
  const rows = page.locator("tbody tr");
  await rows.first().waitFor();
  const before = await rows.allInnerTexts();
  release = hold();
  await page.getByRole("button", { name: "Name", exact: true }).click();
  await page.locator("[aria-busy=true]").waitFor();
  assert.deepEqual(await rows.allInnerTexts(), before);
  release();
  await page.locator("[aria-busy=true]").waitFor({ state: "detached" });
  assert.match(page.url(), /sort=name/);
});
