import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import sharp from "sharp";
import { productId } from "../../../service/test/support/partner.ts";
import { Backoffice, seen } from "../support/browser.ts";
import { button, chooseFrom, dialog, field } from "../support/controls.ts";

/** Photos of a product in its form: sent, described, put in order and saved. */

let office: Backoffice;
before(async () => {
  office = await Backoffice.open();
});
after(() => office.close());

const photo = (background: string) =>
  sharp({ create: { width: 800, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer();

test("photos are sent, described and put in order, and a file that is none is named", async () => {
  const id = await productId(office.app, "show");
  const page = await office.operator("catalogue", `/products/${id}`, { lang: "es", servicesClock: true });
  await page.locator("input[type=file]").setInputFiles([
    { name: "first.jpg", mimeType: "image/jpeg", buffer: await photo("red") },
    { name: "notes.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no photo") },
    { name: "drawing.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") },
    { name: "second.jpg", mimeType: "image/jpeg", buffer: await photo("blue") },
  ]);
  await page.getByRole("group", { name: "Foto 2", exact: true }).waitFor();
  await seen(page, /notes\.jpg: Este archivo no se puede guardar como foto/);
  await seen(page, /drawing\.svg: Este archivo no se puede guardar como foto/);
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>("img[src*='/photos/']")].every((one) => one.naturalWidth === 320),
  );
  await button(page, "Subir: Foto 2").click();
  const first = page.getByRole("group", { name: "Foto 1", exact: true });
  await field(page, "Qué muestra › Español").first().fill("Todo azul");
  const box = (await first.locator("img").boundingBox())!;
  await first.locator("img").click({ position: { x: box.width / 4, y: box.height / 2 } });
  await button(page, "Revisar y guardar").click();
  await dialog(page).getByText("Fotos").first().waitFor();
  await button(page, "Guardar").click();
  await office.settled(page);
  const { source } = await (await office.account("read-only")).ask("GET", `/products/${id}`);
  const [blue, red] = source.photos;
  // A click hits a pixel, not a percentage.
  assert.ok(Math.abs(blue.focusX - 25) <= 1 && Math.abs(blue.focusY - 50) <= 1, JSON.stringify(blue));
  assert.deepEqual(blue.alt, { es: "Todo azul" });
  assert.deepEqual(Object.keys(red), ["id"]);
  const contents = await (await fetch(`${office.app.url}/api/es/contents?id=${id}`)).json();
  assert.deepEqual(
    contents.values[0].photos.map((one: { id: string; alt: string | null; sources: object[] }) => [
      one.id,
      one.alt,
      one.sources.length,
    ]),
    [
      [blue.id, "Todo azul", 6],
      [red.id, null, 6],
    ],
  );
});

test("a photo is added from an address, cropped, and its focus moved, with the keyboard alone", async () => {
  const id = await productId(office.app, "museum");
  const page = await office.operator("catalogue", `/products/${id}`, { lang: "en", servicesClock: true });
  const address = field(page, "Address of a photo");
  await address.fill("http://127.0.0.1:1/none.jpg");
  await address.press("Enter");
  await seen(page, /none\.jpg: The photo cannot be read from this address/);
  await page
    .locator("input[type=file]")
    .setInputFiles([{ name: "wide.jpg", mimeType: "image/jpeg", buffer: await photo("green") }]);
  const entry = page.getByRole("group", { name: "Photo 1", exact: true });
  const mark = entry.getByRole("button", { name: /^Focus of Photo 1/ });
  await mark.press("ArrowRight");
  await mark.press("Shift+ArrowUp");
  await entry.getByRole("button", { name: "Focus of Photo 1: 51 % from the left, 40 % from the top" }).waitFor();
  await button(page, "Crop: Photo 1").press("Enter");
  await chooseFrom(page, "Shape", "1:1");
  await seen(page, "400 × 400 px");
  const area = dialog(page).getByLabel(/^Part that stays/);
  await area.press("Control+ArrowLeft");
  await dialog(page)
    .getByLabel(/^Bottom right corner/)
    .press("Control+ArrowLeft");
  await dialog(page).getByRole("button", { name: "Crop", exact: true }).click();
  await dialog(page).waitFor({ state: "detached" });
  await entry.getByRole("button", { name: /^Focus of Photo 1: (?!51)/ }).waitFor();
  const [, width, height] = /-(\d+)x(\d+)\/320/.exec((await entry.locator("img").getAttribute("src"))!)!;
  assert.equal(width, height);
  assert.ok(Number(width) < 400, width);
  // Another crop begins with the whole photo.
  await button(page, "Crop: Photo 1").click();
  await dialog(page).getByRole("button", { name: "Whole photo" }).click();
  await dialog(page).getByRole("button", { name: "Crop", exact: true }).click();
  await entry.locator("img[src*='-800x400/']").waitFor();
});
