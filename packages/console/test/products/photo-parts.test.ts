import assert from "node:assert/strict";
import { test } from "node:test";
import { convertPoint, isWholePhoto, partInPixels, wholePhoto } from "../../src/products/form/photos/part.ts";

const id = `${"a".repeat(64)}-1000x500`;

test("a part of a photo is in pixels of the stored photo, at least one and within it", () => {
  assert.deepEqual(partInPixels(id, wholePhoto), { left: 0, top: 0, width: 1000, height: 500 });
  assert.deepEqual(partInPixels(id, { x: 25, y: 50, width: 50, height: 50 }), {
    left: 250,
    top: 250,
    width: 500,
    height: 250,
  });
  assert.deepEqual(partInPixels(id, { x: 99.99, y: 0, width: 0, height: 130 }), {
    left: 999,
    top: 0,
    width: 1,
    height: 500,
  });
  assert.ok(isWholePhoto(wholePhoto) && !isWholePhoto({ ...wholePhoto, width: 99 }));
});

test("a point stays at its place of the photo when another part of it is chosen", () => {
  const part = { x: 20, y: 0, width: 40, height: 50 };
  const point = convertPoint({ x: 30, y: 25 }, { from: wholePhoto, to: part });
  assert.deepEqual(point, { x: 25, y: 50 });
  assert.deepEqual(convertPoint(point, { from: part, to: wholePhoto }), { x: 30, y: 25 });
  assert.deepEqual(convertPoint({ x: 0, y: 100 }, { from: wholePhoto, to: part }), { x: 0, y: 100 });
});
