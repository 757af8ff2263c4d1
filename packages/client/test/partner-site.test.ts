import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { launchChromium, pageLimitMs } from "../../console/test/support/chromium.ts";
import { Demo, root } from "../../service/test/guide/demo.ts";
import { hostileMarkdown } from "../../service/test/support/samples/hostile-markdown.ts";
import { freePort } from "../../service/test/support/servers/postgres.ts";
import { until } from "../../service/test/support/until.ts";

/** The example of a partner's site, used on the demo as a customer would, with a browser. */

let demo: Demo;
let browser: Browser;
const sites: ChildProcess[] = [];
let base: string;

before(async () => {
  demo = await Demo.make();
  // The site is on this machine.
  await demo.run({ CALLBACK_ALLOW_PRIVATE: "true" });
  base = await startSite(demo.url);
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  for (const site of sites) site.kill();
  await demo?.close();
});

async function startSite(service: string): Promise<string> {
  const port = await freePort();
  const env = { ...process.env, PASEO: service, PORT: `${port}` };
  const site = spawn(process.execPath, [join(root, "examples/partner-site/site.ts")], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  sites.push(site);
  await once(site.stdout!, "data");
  return `http://127.0.0.1:${port}`;
}

/** A page whose scripts, dialogs and requests to other places would be seen. */
async function newPage(): Promise<{ page: Page; seen: string[] }> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  page.setDefaultTimeout(pageLimitMs);
  const seen: string[] = [];
  page.on("dialog", async (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on("request", (request) => {
    if (request.resourceType() === "script") seen.push(`script ${request.url()}`);
  });
  return { page, seen };
}

const balloon = {
  es: {
    name: "Vuelo en globo sobre Segovia",
    texts: [
      "Incluye",
      "Punto de encuentro",
      "Hasta 14 días antes: 100 % de reembolso.",
      "3 horas",
      "Entradas",
      "Niño",
      "Precios de la próxima fecha",
    ],
    done: "Su reserva",
  },
  pt: {
    name: "Voo de balão sobre Segóvia",
    texts: [
      "Inclui",
      "Ponto de encontro",
      "Até 14 dias antes: 100 % de reembolso.",
      "3 horas",
      "Ingressos",
      "Criança",
      "Preços da próxima data",
    ],
    done: "Sua reserva",
  },
  en: {
    name: "Balloon flight over Segovia",
    texts: [
      "Included",
      "Meeting point",
      "Up to 14 days before: 100 % refunded.",
      "3 hours",
      "Tickets",
      "Child",
      "Prices of the next date",
    ],
    done: "Your booking",
  },
};

for (const lang of ["es", "pt", "en"] as const)
  test(`a customer finds a product, reads about it, holds seats, pays and gets a voucher in ${lang}`, async () => {
    const { page } = await newPage();
    const { name, texts, done } = balloon[lang];
    await page.goto(base);
    await page.click(`nav a[hreflang=${lang}]`);
    await page.click("a.card:has-text('Madri')");
    assert.equal(await page.getAttribute("html", "lang"), lang);
    const card = page.locator("a.card", { hasText: name });
    await card.scrollIntoViewIfNeeded();
    await shows(page, "a.card figure:has(+ b) img");
    assert.match(await card.innerText(), /149[.,]79/);
    await card.click();

    assert.equal(await page.innerText("h1"), name);
    const text = await page.innerText("main");
    assert.match(text, /(Adulto|Adult) (US)?\$?\s?\d+[.,]\d\d/, "each ticket has its price");
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/product-${lang}.png`, fullPage: true });
    for (const one of texts) assert.ok(text.includes(one), `${one} in ${text}`);
    await shows(page, ".photos img");
    const [alt, width] = await page
      .locator(".photos img")
      .evaluate((img) => [img.getAttribute("alt"), (img as unknown as { width: number }).width]);
    assert.ok(String(alt).includes(name), String(alt));
    assert.ok(Number(width) <= 390);
    assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 390, "nothing is cut on a phone");
    const map = (await page.getAttribute("a[href*=openstreetmap]", "href"))!;
    assert.match(map, /query=40\.\d+%2C-[34]\.\d+$/);

    // The balloon's supplier answers by e-mail; the seats of a show are confirmed at once.
    await page.goto(`${base}/${lang}/products?q=musical`);
    await page.locator("a.card").first().click();
    await page.locator(".month a").last().click();
    const form = page.locator("form").first();
    const [ticket] = await form.locator("input[type=number]").all();
    await ticket!.fill("1");
    await form.locator("button").click();
    await page.fill("[name=email]", "guest@example.com");
    await page.fill("[name=phone]", "+34 600 000 000");
    for (const answer of await page.locator("[name^=answer-]").all()) await answer.fill("Ada");
    await page.click("form button");
    assert.match(await page.innerText("h1"), new RegExp(`^${done} (TEST-)?[0-9A-Z-]{11}-${lang.toUpperCase()}$`));
    await page.click("main a");
    const voucher = await until(async () => {
      await page.reload();
      return page
        .locator("a[href*='/voucher/']")
        .getAttribute("href", { timeout: 200 })
        .catch(() => undefined);
    }, "the callback with the voucher");
    const pdf = await fetch(new URL(new URL(voucher).pathname, demo.url));
    assert.equal(Buffer.from(await pdf.arrayBuffer()).toString("latin1", 0, 5), "%PDF-");
    await page.close();
  });

/** The file of the photo arrives from the service, and it is a picture. */
async function shows(page: Page, selector: string): Promise<void> {
  const photo = page.locator(selector).first();
  await photo.scrollIntoViewIfNeeded();
  const source = await until(
    () =>
      photo.evaluate((img) => {
        const { naturalWidth, currentSrc } = img as unknown as { naturalWidth: number; currentSrc: string };
        return naturalWidth > 0 ? currentSrc : undefined;
      }),
    `the photo of ${selector}`,
  );
  assert.match(source, /^http:\/\/127\.0\.0\.1:\d+\/photos\/[^/]+\/\d+\.(avif|webp)$/);
  assert.ok(source.startsWith(demo.url), source);
}

test(`texts of a hostile service do nothing, nor do ${hostileMarkdown.length} hostile descriptions`, async (t) => {
  const service = await hostileService();
  t.after(() => {
    service.close();
    service.closeAllConnections();
  });
  const { page, seen } = await newPage();
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).hostname));
  const site = await startSite(`http://127.0.0.1:${(service.address() as AddressInfo).port}`);
  await page.goto(`${site}/en/products?q=Segovia`);
  const href = (await page.getAttribute("a.card", "href"))!;
  assert.ok((await page.innerText("a.card")).includes(hostile), "the summary is shown as it is");
  await page.goto(site + href);
  const shown = await page.innerText("main");
  for (const one of [hostile, "[a link](javascript:alert(2))", "[other](data:text/html,x)"])
    assert.ok(shown.includes(one), one);
  assert.equal(
    await page
      .locator(
        "main script:not([type='application/ld+json']), main [onerror], main [onload], main [onmouseover], main iframe",
      )
      .count(),
    0,
  );
  const links = await page
    .locator("main a[rel=nofollow]")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")!));
  assert.deepEqual(links.slice(0, 3), [
    "https://example.com/?a=%22&b=1",
    "mailto:guide@example.com",
    'https://example.com/"onmouseover="alert(5)',
  ]);
  assert.deepEqual(
    links.filter((href) => !/^(https:\/\/|mailto:)/.test(href)),
    [],
  );
  for (const [text] of hostileMarkdown.slice(0, 7)) assert.ok(shown.includes(text), `${text} is shown as it is`);
  assert.equal(await page.innerText("main strong, main b >> text=bold"), "bold");
  assert.deepEqual(seen, []);
  assert.deepEqual([...hosts], ["127.0.0.1"]);
  await page.close();
});

const hostile = `<script>alert(1)</script><img src=x onerror="alert(3)">"' onload='alert(4)`;
const description = `### Title ${hostile}

- **bold** ${hostile}
- [a link](javascript:alert(2)) and [other](data:text/html,x)

[good](https://example.com/?a=%22&b=1) and [mail](mailto:guide@example.com)
[quotes](https://example.com/"onmouseover="alert(5))

${hostileMarkdown.map(([text]) => text).join("\n\n")}`;

/** The demo, with hostile texts in every content. */
async function hostileService(): Promise<Server> {
  const server = createServer(async (request, response) => {
    const answer = await fetch(demo.url + request.url);
    let body: string = await answer.text();
    if (request.url!.includes("/contents")) {
      const list = JSON.parse(body);
      for (const content of list.values) {
        Object.assign(content, { name: hostile, summary: hostile, description, highlights: [hostile] });
        for (const photo of content.photos) photo.alt = hostile;
      }
      body = JSON.stringify(list);
    }
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type")! }).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

test("an unknown address or product is a 404, and a service that is away a sentence", async () => {
  for (const path of ["/nothing", "/en/nothing", "/en/product?id=none", `/en/product?id=${crypto.randomUUID()}`]) {
    const answer = await fetch(base + path);
    assert.equal(answer.status, 404, path);
    assert.match(await answer.text(), /<h1>There is nothing here\.<\/h1>/);
  }
  const away = await fetch(`${await startSite("http://127.0.0.1:9")}/en/products`);
  assert.equal(away.status, 502);
  assert.match(await away.text(), /<h1>[^<]+<\/h1>/);
});
