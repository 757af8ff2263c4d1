import {
  formatHex,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  type Oklch,
  toGamut,
  useMode,
  wcagContrast,
} from "culori/fn";
import type { VoucherColours } from "../../vouchers/content.ts";

/** The colours that follow from the operator's own one. All places take them from here: console, pages, e-mails and vouchers. */

/** Colours of one appearance, light or dark. */
export interface AccentColours {
  /** Links, buttons and selected elements. Readable on the page and on `soft`. */
  accent: string;
  /** The colour of text on `accent`. */
  onAccent: string;
  /** Background of selected and explained elements. */
  soft: string;
  /** Text on `soft`, and a button under the pointer. */
  strong: string;
}

export interface BrandColours {
  /** Background of bars and bands, the same in both appearances. */
  band: string;
  onBand: string;
  /** Less important text on `band`. */
  onBandSoft: string;
  /** A background on the band that stands out from the band. */
  deep: string;
  /** The line below the band. */
  strip: string;
  light: AccentColours;
  dark: AccentColours;
}

/** Returns the colours of PDF files. */
export const paperColours = (colours: BrandColours | null): VoucherColours | null =>
  colours && {
    band: colours.band,
    onBand: colours.onBand,
    strip: colours.strip,
    accent: colours.light.accent,
    soft: colours.light.soft,
  };

/** WCAG 2.2, success criterion 1.4.3: the least contrast of a text. */
export const minTextContrast = 4.5;

const white = "#ffffff";
const ink = "#0b1519";
/** The grounds of the console and of the pages, from the best to the worst for their accent. */
const pages = { light: [white, "#f3f6f7"], dark: ["#0c171b", "#13232a"] };

for (const mode of [modeRgb, modeLrgb, modeOklab]) useMode(mode);
const oklch = useMode(modeOklch);
const intoScreen = toGamut("rgb", "oklch");

export function brandColours(colour: string): BrandColours {
  const own = oklch(colour)!;
  const isReadable = best(colour) >= minTextContrast;
  const band = isReadable ? colour.toLowerCase() : readable(own, [white], -1);
  const onBand = textOn(band);
  const away = onBand === white ? -1 : 1;
  const soft = mixed(onBand, band, 0.2);
  return {
    band,
    onBand,
    onBandSoft: wcagContrast(soft, band) >= minTextContrast ? soft : onBand,
    deep: shade(oklch(band)!, away * 0.07),
    strip: shade(oklch(band)!, -away * 0.2),
    light: accentOf(own, pages.light, { lightness: 0.95, chroma: 0.025 }, -1),
    dark: accentOf(own, pages.dark, { lightness: 0.31, chroma: 0.04 }, 1),
  };
}

/**
 * Returns how well the colour itself can be read: as a background with the better of white and dark text, and as text on each appearance's
 * page.
 */
export const contrastsOf = (colour: string): { band: number; light: number; dark: number } => ({
  band: best(colour),
  light: worst(colour, pages.light),
  dark: worst(colour, pages.dark),
});

function accentOf(
  own: Oklch,
  page: string[],
  { lightness, chroma }: { lightness: number; chroma: number },
  direction: 1 | -1,
): AccentColours {
  const soft = hex({ ...own, l: lightness, c: Math.min(own.c, chroma) });
  const accent = readable(own, [...page, soft], direction);
  const strong = shade(oklch(accent)!, direction * 0.08);
  return { accent, onAccent: textOn(accent), soft, strong };
}

/** Returns the nearest shade, darker or lighter, that can be read on all of these grounds. */
function readable(own: Oklch, grounds: string[], direction: 1 | -1): string {
  let found = hex(own);
  for (let l = own.l; l > 0 && l < 1 && worst(found, grounds) < minTextContrast; l += direction * 0.005)
    found = hex({ ...own, l });
  return worst(found, grounds) < minTextContrast ? (direction > 0 ? white : ink) : found;
}

const textOn = (ground: string): string => (wcagContrast(white, ground) >= minTextContrast ? white : ink);
const best = (ground: string): number => Math.max(wcagContrast(white, ground), wcagContrast(ink, ground));
const worst = (text: string, grounds: string[]): number =>
  Math.min(...grounds.map((ground) => wcagContrast(text, ground)));

const hex = (colour: Oklch): string => formatHex(intoScreen(colour));
const shade = (colour: Oklch, by: number): string => hex({ ...colour, l: Math.min(1, Math.max(0, colour.l + by)) });

/** Mixes two colours. `share`: the share of the second colour, from 0 to 1. */
function mixed(first: string, second: string, share: number): string {
  const [a, b] = [oklch(first)!, oklch(second)!];
  return hex({ ...b, l: a.l + (b.l - a.l) * share, c: b.c * share });
}
