import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { brandColours, themeColours } from "../../src/theme/tokens.ts";

/** The design tokens. */

const src = fileURLToPath(new URL("../../src/", import.meta.url));
const hex = /#[\da-f]{3}(?:[\da-f]{3})?\b/gi;

test("no colour is written outside the tokens", async () => {
  const found: Record<string, string[]> = {};
  for await (const path of glob("**/*.{ts,tsx}", { cwd: src })) {
    const colours = (await readFile(src + path, "utf8")).match(hex);
    if (colours) found[path] = colours;
  }
  assert.ok(found["theme/tokens.ts"]!.length > 40);
  // The style of a printed page is in black and grey.
  const { "theme/tokens.ts": _tokens, "ui/page/printed.ts": _print, ...others } = found;
  assert.deepEqual(others, {});
});

/** The hue of a colour in degrees; null for white, black and greys. */
function hueOf(code: string): number | null {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(code.slice(at, at + 2), 16) / 255);
  const [high, low] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  if (high - low < 0.12) return null;
  const sector =
    high === red
      ? (green - blue) / (high - low)
      : high === green
        ? 2 + (blue - red) / (high - low)
        : 4 + (red - green) / (high - low);
  return (sector * 60 + 360) % 360;
}

test("there is one accent: every blue or teal has its hue", () => {
  const colours = [...JSON.stringify({ brand: brandColours, colour: themeColours }).matchAll(hex)].map(
    ([code]) => code,
  );
  const cold = colours.map(hueOf).filter((hue): hue is number => hue !== null && hue > 170 && hue < 300);
  assert.ok(cold.length > 10);
  assert.deepEqual(
    cold.filter((hue) => Math.abs(hue - 192) > 12),
    [],
  );
  assert.ok(Math.abs(hueOf("#2456a6")! - 192) > 12, "the former second accent would be found");
});
