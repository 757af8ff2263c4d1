import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import sharp from "sharp";
import { Backoffice, seen, violationsDayAndNight } from "./support/browser.ts";
import { becomes, field } from "./support/controls.ts";

/** The operator's logo and colour are set in *Business*, and shown by the console and the front page. */

let office: Backoffice;
before(async () => {
  office = await Backoffice.open({ config: { operatorName: "Paseo Tours" } });
});
after(() => office.close());

const drawing = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 20, g: 60, b: 160, alpha: 0.8 } } })
    .png()
    .toBuffer();

test("an owner sets logo, colour and contact; the form says where the colour cannot be read", async () => {
  const page = await office.operator("owner", "/home");
  const bar = page.locator("header").first();
  const colourOf = () => bar.evaluate((element) => getComputedStyle(element).backgroundColor);
  await field(page, "Colour").fill("#862b68");
  await seen(
    page,
    /^On dark pages this colour is too dark \(contrast 1\.9:1, needed 4\.5:1\): buttons and links use #/,
  );
  await field(page, "Colour").fill("#ffcc00");
  await seen(
    page,
    /^On light pages this colour is too pale \(contrast 1\.3:1, needed 4\.5:1\): buttons and links use #/,
  );
  const files = page.locator("input[type=file]");
  await files.setInputFiles([{ name: "a.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") }]);
  await seen(page, /^This file cannot be a logo\./);
  await files.setInputFiles([{ name: "a.png", mimeType: "image/png", buffer: await drawing(400, 100) }]);
  await page.getByRole("button", { name: "Remove the logo" }).waitFor();
  await field(page, "Tax number").fill("NIF B00000000");
  await field(page, "Company name").fill("Sierra Tours");
  await field(page, "E-mail for guests").fill("nobody");
  const form = page.locator("form", { has: field(page, "Tax number") });
  await field(page, "E-mail for guests").fill("hello@example.com");
  await form.getByRole("button", { name: "Save" }).click();
  await seen(page, "Logo, colour and contact were saved.");
  await becomes(colourOf, "rgb(255, 204, 0)");
  // The bar has the new name without a reload.
  await bar.getByText("Sierra Tours").waitFor();
  await becomes(
    () => bar.locator("img").evaluate((element) => (element as HTMLImageElement).naturalWidth),
    320,
    "the bar shows the logo",
  );
});

test("the sign-in page and the front page have the logo, the name and the colour, in both themes", async () => {
  const page = await office.visitor();
  await page.goto(`${office.app.url}/console/#/login`);
  const front = page.locator("header");
  await front.getByText("Sierra Tours").waitFor();
  await becomes(() => front.evaluate((element) => getComputedStyle(element).backgroundColor), "rgb(255, 204, 0)");
  assert.match((await front.locator("img").getAttribute("src"))!, /^\/photos\//);
  await page.goto(`${office.app.url}/?lang=en`);
  const style = (name: string) =>
    page.locator("body").evaluate((body, name) => getComputedStyle(body).getPropertyValue(name), name);
  assert.equal(await style("border-top-color"), "rgb(255, 204, 0)");
  const width = await page.locator(".operator-logo").evaluate((element) => element.getBoundingClientRect().width);
  assert.ok(width > 100, `${width} px`);
  assert.deepEqual(await violationsDayAndNight(page), []);
  await page.context().close();
});
