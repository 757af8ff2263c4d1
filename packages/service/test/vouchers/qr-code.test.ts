import assert from "node:assert/strict";
import { test } from "node:test";
import type { VoucherContent } from "../../src/vouchers/voucher.ts";
import { codesIn, Pdf, type Picture, portuguese, spanish } from "./reading.ts";

const pictureOf = async (content: VoucherContent) => (await Pdf.of(content)).picture();
const longCode = `https://booking.example.com/vouchers/${"aB3-_x".repeat(30)}`.slice(0, 200);

test("the code is readable at 100 points per inch, short or long, also of a test order", async () => {
  for (const content of [
    spanish,
    portuguese,
    { ...spanish, code: longCode },
    { ...spanish, code: "7" },
    { ...spanish, test: true },
    { ...portuguese, test: true, code: longCode },
  ]) {
    assert.deepEqual(await codesIn(await pictureOf(content)), [content.code]);
  }
});

test("the code is readable in a pale photograph of a tilted page", async () => {
  // The table covers each code at each angle, and each angle with and without the mark of a test order.
  for (const [code, test, angles] of [
    [spanish.code, false, [11, 90]],
    [spanish.code, true, [163, 340]],
    [longCode, false, [163, 340]],
    [longCode, true, [11, 90]],
  ] as const) {
    const picture = await pictureOf({ ...spanish, code, ...(test && { test }) });
    for (const degrees of angles)
      assert.deepEqual(await codesIn(pale(turned(picture, degrees))), [code], `${degrees} degrees`);
  }
});

test("the code is readable with a stain", async () => {
  const picture = await pictureOf(spanish);
  const { left, top, side } = codeArea(picture);
  const stain = side * 0.22;
  fill(picture, left + side * 0.5, top + side * 0.55, stain, 255);
  assert.deepEqual(await codesIn(picture), [spanish.code]);
  // Control: a code with stains all over cannot be read.
  fill(picture, left + side * 0.2, top + side * 0.2, side * 0.6, 255);
  await assert.rejects(codesIn(picture), /no code/);
});

test("the code is at least 4 cm wide, with correction level M and four empty modules around it", async () => {
  for (const [code, modules] of [
    [spanish.code, 37],
    [longCode, 57],
    ["7", 21],
  ] as const) {
    const picture = await pictureOf({ ...spanish, code });
    const { left, top, side } = codeArea(picture);
    assert.ok((side / 100) * 2.54 >= 4, `${side} points`);
    const module = side / modules;
    const dark = (row: number, column: number) =>
      pointAt(picture, left + (column + 0.5) * module, top + (row + 0.5) * module) < 128;
    // The first two bits of the format are the level, 00 for M, XORed with the mask 10.
    assert.deepEqual([dark(8, 0), dark(8, 1)], [true, false]);
    for (let at = -4; at < modules + 4; at++) {
      for (const away of [1, 2, 3, 4]) {
        const around = [dark(-away, at), dark(modules - 1 + away, at), dark(at, -away), dark(at, modules - 1 + away)];
        assert.deepEqual(around, [false, false, false, false], `${away} modules from the edge, at ${at}`);
      }
    }
  }
});

/** Finds the square with pure black points, which only the code has. */
function codeArea({ width, points }: Picture): { left: number; top: number; side: number } {
  const black = Array.from(points.keys()).filter((index) => points[index]! < 8);
  const columns = black.map((index) => index % width);
  const left = columns.reduce((least, column) => Math.min(least, column));
  const right = columns.reduce((most, column) => Math.max(most, column));
  return { left, top: Math.floor(black[0]! / width), side: right - left + 1 };
}

const pointAt = ({ width, points }: Picture, x: number, y: number): number =>
  points[Math.floor(y) * width + Math.floor(x)]!;

function fill({ width, points }: Picture, x: number, y: number, side: number, value: number): void {
  for (let row = Math.floor(y); row < y + side; row++) {
    points.fill(value, row * width + Math.floor(x), row * width + Math.floor(x + side));
  }
}

/** Rotates the picture about its centre, on a larger background so that nothing is cut off. */
function turned(picture: Picture, degrees: number): Picture {
  const side = Math.ceil(Math.hypot(picture.width, picture.height));
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const points = new Uint8Array(side * side);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const [dx, dy] = [x - side / 2, y - side / 2];
      points[y * side + x] = between(
        picture,
        picture.width / 2 + dx * cos + dy * sin,
        picture.height / 2 - dx * sin + dy * cos,
      );
    }
  }
  return { width: side, height: side, points };
}

/** The interpolated shade of four points; white outside of the page. */
function between(picture: Picture, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  if (left < 0 || top < 0 || left + 1 >= picture.width || top + 1 >= picture.height) return 255;
  const [right, down] = [x - left, y - top];
  const upper = pointAt(picture, left, top) * (1 - right) + pointAt(picture, left + 1, top) * right;
  const lower = pointAt(picture, left, top + 1) * (1 - right) + pointAt(picture, left + 1, top + 1) * right;
  return upper * (1 - down) + lower * down;
}

/** Black becomes dark grey, and white becomes light grey. */
const pale = ({ points, ...size }: Picture): Picture => ({ ...size, points: points.map((point) => 70 + point * 0.5) });

test("each person has a readable code of their own, with the kind of ticket and the short code beside it", async () => {
  const codes = ["K7QF-3XMP", "9TRW-HC4V", "E2ZD-N8BG"];
  const passes = codes.map((code, n) => ({ code, ticket: n < 2 ? "adult" : "child" }));
  const content = { ...spanish, code: "https://booking.example.com/voucher/aB3-_xZk3v9QxT0yHq7uJmB4cWn", passes };
  const pdf = await Pdf.of(content);
  assert.deepEqual((await codesIn(await pdf.picture())).sort(), codes.map((code) => `${content.code}#${code}`).sort());
  const text = await pdf.text();
  for (const [n, { code, ticket }] of passes.entries())
    assert.ok(text.includes(`Persona ${n + 1} de 3 ${ticket} ${code}`), text);
  const many = Array.from({ length: 30 }, (_, n) => ({
    code: `K7QF-3X${String(n).padStart(2, "0")}`,
    ticket: "adult",
  }));
  const long = await Pdf.of({ ...content, passes: many });
  assert.ok(long.pageCount > 1);
  for (const { code } of many) assert.ok((await long.text()).includes(code), code);
});

test("the party's short code is in large type beside the QR code", async () => {
  const { code } = spanish.passes[0]!;
  const runs = await (await Pdf.of(spanish)).runs();
  const { top, bottom } = runs.find(({ text }) => text === code)!;
  assert.ok(bottom - top > 18, `${bottom - top} points`);
});
