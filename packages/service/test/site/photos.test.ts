import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { photoSources } from "../../src/records/photo-names.ts";
import { picture, preload } from "../../src/site/photos.ts";

const photo = { ...photoSources(`${"0".repeat(64)}-1000x600`), alt: "A <boat>", focusX: 84, focusY: null };
const assets = new URL("../../src/site/assets/", import.meta.url);

test("a picture has AVIF before WebP, its own size, and the point that stays visible as a class of the sheet", () => {
  const { text } = picture(photo, { sizes: "50vw" });
  assert.match(
    text,
    /^<picture><source type="image\/avif" srcset="[^"]*320\.avif 320w[^"]*1280\.avif 1000w" sizes="50vw">/,
  );
  assert.match(
    text,
    /<source type="image\/webp"[^>]*><img class="photo fx8 fy5" src="[^"]*1280\.webp" width="1000" height="600"/,
  );
  assert.match(text, /alt="A &#60;boat&#62;" loading="lazy" decoding="async">/);
  const sheet = readFileSync(new URL("base.css", assets), "utf8");
  for (let n = 0; n <= 10; n++)
    for (const name of ["fx", "fy"]) assert.ok(sheet.includes(`.${name}${n} {`), `${name}${n}`);
});

test("the first picture is not lazy, and is preloaded in AVIF at the same sizes", () => {
  const { text } = picture({ ...photo, focusX: null }, { sizes: "100vw", first: true, alt: "" });
  assert.match(text, /<img class="photo" [^>]*alt="" fetchpriority="high">/);
  const set = /type="image\/avif" srcset="([^"]*)"/.exec(text)![1]!;
  assert.match(preload(photo, "100vw")!.text, new RegExp(`type="image/avif" imagesrcset="${set}" imagesizes="100vw"`));
  assert.equal(preload(null, "100vw"), null);
});
