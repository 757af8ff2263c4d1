import assert from "node:assert/strict";
import { test } from "node:test";
import { brandColours, contrastsOf } from "../../../src/domain/operators/brand-colours.ts";

/** The shades of an operator's colour. Contrasts are computed here once more, from the formula of WCAG. */

function luminance(code: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(code.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}
const steps = ["00", "33", "66", "99", "cc", "ff"];
const cube = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${r}${g}${b}`)));
const greys = Array.from({ length: 256 }, (_, n) => `#${n.toString(16).padStart(2, "0").repeat(3)}`);
const pages = { light: ["#ffffff", "#f3f6f7", "#f6f9fa"], dark: ["#0c171b", "#13232a", "#0d161b", "#131f26"] };

test("every text on every shade reaches 4.5:1, in both appearances, whatever the colour", () => {
  const missed: string[] = [];
  const check = (colour: string, what: string, text: string, ground: string) => {
    if (contrast(text, ground) < 4.5) missed.push(`${colour} ${what}: ${text} on ${ground}`);
  };
  for (const colour of [...cube, ...greys]) {
    const { band, onBand, onBandSoft, deep, light, dark } = brandColours(colour);
    check(colour, "band", onBand, band);
    check(colour, "soft text on the band", onBandSoft, band);
    check(colour, "deep", onBand, deep);
    for (const [mode, { accent, onAccent, soft, strong }] of Object.entries({ light, dark })) {
      for (const page of [...pages[mode as "light" | "dark"], soft]) check(colour, mode, accent, page);
      check(colour, `${mode} button`, onAccent, accent);
      check(colour, `${mode} note`, strong, soft);
    }
  }
  assert.deepEqual(missed, []);
});

test("a colour that can be read stays as it is, and one that cannot is shown with its contrast", () => {
  assert.equal(brandColours("#862B68").band, "#862b68");
  assert.equal(brandColours("#862b68").light.accent, "#862b68");
  const pale = brandColours("#ffcc00");
  assert.deepEqual([pale.band, pale.onBand], ["#ffcc00", "#0b1519"]);
  assert.notEqual(pale.light.accent, "#ffcc00");
  assert.ok(contrastsOf("#ffcc00").light < 1.5 && contrastsOf("#ffcc00").band > 12);
  // Neither white nor the dark text reaches 4.5:1 on some greys in the middle.
  const middle = greys.filter((grey) => contrastsOf(grey).band < 4.5);
  assert.ok(middle.length > 0 && middle.every((grey) => brandColours(grey).band !== grey), String(middle));
});
