import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { LRUCache } from "lru-cache";
import { assetFolder } from "../assets.ts";
import { type BrandColours, brandColours } from "../domain/operators/brand-colours.ts";
import { EncodedPage } from "../http/cache/encoded-page.ts";
import { html } from "./html.ts";
import { siteName, type Visit } from "./visit.ts";

/** The files that pages load, by the names in their addresses. A name changes with the content, so browsers keep files for a year. */

interface SiteFile {
  type: string;
  text: string;
}

const read = (name: string) => readFileSync(new URL(name, assetFolder("own-site")), "utf8");
const named = (name: string, text: string) =>
  `${createHash("sha256").update(text).digest("base64url").slice(0, 12).replaceAll("_", "-")}-${name}`;

const css = "text/css; charset=utf-8";
/** Parts of one sheet, in this order. */
const sheets = ["base.css", "lists.css", "product.css", "booking.css"];
const sheet = sheets.map(read).join("");
const script = read("site.mjs");
const sheetName = named("site.css", sheet);
const scriptName = named("site.mjs", script);
const saleSheet = read("sale.css");
const saleScript = read("sale.mjs");
/** The names of the files that the pages of a purchase and of a guest load too. */
export const saleAssets = { sheet: named("sale.css", saleSheet), script: named("sale.mjs", saleScript) };

const forever = "public, max-age=31536000, immutable";
const encoded = ({ type, text }: SiteFile, caching: string): EncodedPage =>
  new EncodedPage(text, { "content-type": type, "cache-control": caching });

const javascript = "text/javascript; charset=utf-8";
const shared: ReadonlyMap<string, EncodedPage> = new Map([
  [sheetName, encoded({ type: css, text: sheet }, forever)],
  [scriptName, encoded({ type: javascript, text: script }, forever)],
  [saleAssets.sheet, encoded({ type: css, text: saleSheet }, forever)],
  [saleAssets.script, encoded({ type: javascript, text: saleScript }, forever)],
]);

type Branded = Pick<Visit, "site" | "brand" | "lang">;

/** Returns the names of the files of a site's pages. */
export const assetNames = (visit: Branded) => {
  const { coloursName, iconName } = ownFiles(visit);
  return { sheet: sheetName, script: scriptName, colours: coloursName, icon: iconName };
};

export const siteAsset = ({ path }: Pick<Visit["site"], "path">, name: string): string => `${path}/-/${name}`;

/** Returns a file by its name. A page from before a change of the colours or the name gets the present file, which is not kept. */
export function siteFile(visit: Branded, name: string): EncodedPage | undefined {
  const file = shared.get(name);
  if (file) return file;
  const { colours, coloursName, icon, iconName } = ownFiles(visit);
  const caching = (present: string) => (name === present ? forever : "no-cache");
  if (name.endsWith("-colours.css")) return encoded(colours, caching(coloursName));
  if (name.endsWith("-icon.svg")) return encoded(icon, caching(iconName));
  return undefined;
}

/** The colour of a site whose operator has none. */
const defaultColour = "#0b6478";
const known = new LRUCache<string, ReturnType<typeof makeFiles>>({ max: 100 });

/** Returns the files that follow from a site's colour and name. */
function ownFiles(visit: Branded) {
  const { site, brand } = visit;
  const letter = [...siteName(visit)][0] ?? "";
  const key = `${letter} ${site.settings.colour ?? JSON.stringify(brand.colours)}`;
  const before = known.get(key);
  if (before) return before;
  const made = makeFiles(coloursOf(visit), letter);
  known.set(key, made);
  return made;
}

const coloursOf = ({ site, brand }: Branded): BrandColours =>
  site.settings.colour === null ? (brand.colours ?? brandColours(defaultColour)) : brandColours(site.settings.colour);

function makeFiles(colours: BrandColours, letter: string) {
  const { band, onBand, onBandSoft, deep, strip, light, dark } = colours;
  const both = (name: keyof typeof light) => `light-dark(${light[name]}, ${dark[name]})`;
  const text = `:root {
  --band: ${band};
  --on-band: ${onBand};
  --on-band-soft: ${onBandSoft};
  --deep: ${deep};
  --strip: ${strip};
  --accent: ${both("accent")};
  --on-accent: ${both("onAccent")};
  --soft: ${both("soft")};
  --strong: ${both("strong")};
}
`;
  const icon =
    html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${band}"/><text x="32" y="45" font-family="system-ui, sans-serif" font-size="38" font-weight="700" text-anchor="middle" fill="${onBand}">${letter}</text></svg>`
      .text;
  return {
    colours: { type: css, text } satisfies SiteFile,
    coloursName: named("colours.css", text),
    icon: { type: "image/svg+xml", text: icon } satisfies SiteFile,
    iconName: named("icon.svg", icon),
  };
}
