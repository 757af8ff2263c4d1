import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import { resizePhoto } from "../../src/domain/photos/images.ts";

test("the JPEG of a photo with transparency is white there", async () => {
  const background = { r: 200, g: 0, b: 0, alpha: 0 };
  const source = await sharp({ create: { width: 8, height: 8, channels: 4, background } })
    .png()
    .toBuffer();
  const jpeg = await resizePhoto(source, { width: 8, format: "jpeg" });
  const [red, green, blue] = await sharp(jpeg).raw().toBuffer();
  assert.deepEqual([red, green, blue], [255, 255, 255]);
});
