import { createHash } from "node:crypto";

/** Drawn pictures for the products of the demo, as SVG: a scene of few shapes, which the name of the product varies. */

export type Scene = "city" | "night" | "water" | "land";

const [width, height] = [1280, 800];

interface Colours {
  /** From the top to the horizon. */
  sky: [string, string, string];
  sun: string;
  far: string;
  near: string;
  front: string;
}

const day: Colours[] = [
  { sky: ["#8ec9ee", "#cfe8f5", "#fbead2"], sun: "#ffd166", far: "#7f9fb8", near: "#4b6c89", front: "#2c465e" },
  { sky: ["#f7b58a", "#fbd7b0", "#fff0d9"], sun: "#ff8f5c", far: "#c98d7d", near: "#95595b", front: "#5a3340" },
  { sky: ["#9bd8cf", "#d5efe3", "#fdf3d6"], sun: "#f9c04d", far: "#74a899", near: "#417a70", front: "#22504c" },
  { sky: ["#b9c4f2", "#dfe1fa", "#fde7ea"], sun: "#ff9e9e", far: "#8f93c4", near: "#5d6299", front: "#373b66" },
];
const night: Colours[] = [
  { sky: ["#151a3f", "#40306b", "#c9606b"], sun: "#ffe9c4", far: "#433a6b", near: "#2a2450", front: "#17132f" },
  { sky: ["#0f2136", "#27507a", "#e0a15e"], sun: "#fff1cf", far: "#2d4a6b", near: "#1a3049", front: "#0d1b2b" },
];

/** The same drawing for the same name. */
export function drawing(name: string, scene: Scene): string {
  const bytes = createHash("sha256").update(name).digest();
  let at = 0;
  const between = (least: number, most: number) =>
    Math.round(least + (bytes[at++ % bytes.length]! / 255) * (most - least));
  const palettes = scene === "night" ? night : day;
  const colours = palettes[between(0, palettes.length - 1)]!;
  const ridge = (base: number, rough: number, steps: number, colour: string) => {
    const tops = Array.from(
      { length: steps + 1 },
      (_, n) => `${Math.round((n * width) / steps)},${base + between(-rough, rough)}`,
    );
    return `<polygon points="0,${height} ${tops.join(" ")} ${width},${height}" fill="${colour}"/>`;
  };
  const skyline = (base: number, colour: string) => {
    const parts: string[] = [];
    for (let left = -20; left < width; ) {
      const [wide, tall] = [between(50, 120), between(60, 240)];
      const top = base - tall;
      parts.push(`<rect x="${left}" y="${top}" width="${wide + 1}" height="${height}"/>`);
      if (between(0, 9) > 6)
        parts.push(`<path d="M${left},${top} l${wide / 2},-${between(40, 110)} l${wide / 2},110 z"/>`);
      left += wide;
    }
    return `<g fill="${colour}">${parts.join("")}</g>`;
  };
  const ground = {
    land: () => ridge(470, 90, 7, colours.far) + ridge(590, 60, 9, colours.near) + ridge(700, 40, 6, colours.front),
    city: () => skyline(520, colours.far) + skyline(670, colours.near) + ridge(750, 10, 6, colours.front),
    night: () => skyline(520, colours.far) + skyline(670, colours.near) + ridge(750, 10, 6, colours.front),
    water: () => ridge(570, 40, 8, colours.far) + sea(between) + boat(between(250, 800), colours.front),
  };
  const [top, middle, low] = colours.sky;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="sky" x2="0" y2="1">
    <stop stop-color="${top}"/><stop offset=".6" stop-color="${middle}"/><stop offset="1" stop-color="${low}"/></linearGradient></defs>
    <rect width="${width}" height="${height}" fill="url(#sky)"/>
    <circle cx="${between(200, 1080)}" cy="${between(140, 300)}" r="${between(60, 110)}" fill="${colours.sun}"/>
    ${ground[scene]()}</svg>`;
}

function sea(between: (least: number, most: number) => number): string {
  const waves = Array.from({ length: 9 }, (_, n) => `M${between(0, 1100)},${640 + n * 17} h${between(60, 220)}`);
  return `<rect y="620" width="${width}" height="180" fill="#3f86b5"/>
    <path d="${waves.join(" ")}" stroke="#fff" stroke-opacity=".45" stroke-width="4" stroke-linecap="round" fill="none"/>`;
}

const boat = (left: number, colour: string): string =>
  `<g transform="translate(${left},590)"><path d="M0,0 h220 l-40,56 h-140 z" fill="${colour}"/>
    <path d="M100,-10 v-190 l95,170 z" fill="#fff"/><path d="M92,-10 v-150 l-70,140 z" fill="#fff" fill-opacity=".8"/></g>`;

/** The demo operator's logo: an open fan on a transparent ground. */
export function logo(): string {
  const [middle, pivot, outer, inner] = [320, 400, 308, 110];
  const blades = ["#862b68", "#e8785a", "#862b68", "#f0b84a", "#862b68", "#f0b84a", "#862b68", "#e8785a", "#862b68"];
  const step = (Math.PI * 0.86) / blades.length;
  const at = (angle: number, radius: number) =>
    `${(middle - radius * Math.cos(angle)).toFixed(1)},${(pivot - radius * Math.sin(angle)).toFixed(1)}`;
  const blade = (colour: string, n: number) => {
    const [from, until] = [Math.PI * 0.07 + n * step + 0.012, Math.PI * 0.07 + (n + 1) * step - 0.012];
    const edge = at((from + until) / 2, outer * 2 - Math.cos(step / 2) * outer + 14);
    return `<path fill="${colour}" d="M${at(from, inner)} L${at(from, outer)} Q${edge} ${at(until, outer)} L${at(until, inner)} Z"/>
      <path stroke="${colour}" stroke-width="11" stroke-linecap="round" d="M${at((from + until) / 2, inner)} L${middle},${pivot}"/>`;
  };
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360" viewBox="0 72 640 360">${blades.map(blade).join("")}
    <circle cx="${middle}" cy="${pivot}" r="22" fill="#f0b84a"/></svg>`;
}
