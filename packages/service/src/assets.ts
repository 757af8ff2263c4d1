import { existsSync } from "node:fs";

/**
 * Where the files are that the program reads beside its code. The built program has them in its own folder, and the sources read them in
 * the repository. `scripts/program.ts` builds that folder from the same tables.
 */

/** Folders, by their names in the built program. Paths are relative to the repository. */
export const assetFolders = {
  console: "packages/console/dist",
  demo: "packages/service/demo",
  guide: "docs/partner",
  kit: "packages/kit",
  migrations: "packages/service/src/store/database/migrations",
  "own-site": "packages/service/src/site/assets",
  site: "packages/service/src/http/site/assets",
} as const;

/** Fonts, by their names in the built program. The files belong to packages of npm, or to this repository. */
export const fontFiles = {
  "DejaVuSansCondensed.ttf": "dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf",
  "DejaVuSansCondensed-Bold.ttf": "dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf",
  "DejaVuSansMono-Bold.ttf": "dejavu-fonts-ttf/ttf/DejaVuSansMono-Bold.ttf",
  "inter-latin-wght-normal.woff2": "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  "noto-sans-devanagari.woff": "./packages/service/fonts/noto-sans-devanagari.woff",
  "noto-sans-jp.woff": "./packages/service/fonts/noto-sans-jp.woff",
  "noto-sans-kr.woff": "./packages/service/fonts/noto-sans-kr.woff",
  "noto-sans-sc.woff": "./packages/service/fonts/noto-sans-sc.woff",
  "noto-sans-tc.woff": "./packages/service/fonts/noto-sans-tc.woff",
  "noto-sans-thai.woff": "./packages/service/fonts/noto-sans-thai.woff",
} as const;

/** The folder of the built program, from its entry or from one of its chunks. Undefined while the sources run. */
const builtFolder = import.meta.url.endsWith(".ts")
  ? undefined
  : new URL(/\/chunks\/[^/]+$/.test(import.meta.url) ? "../" : "./", import.meta.url);
const repository = new URL("../../../", import.meta.url);

/** Whether this is a release: a built program beside the package.json of its package. In the repository there is none. */
export const isRelease = builtFolder !== undefined && existsSync(new URL("package.json", builtFolder));

/** Returns the address of a folder. It ends in a slash. */
export const assetFolder = (name: keyof typeof assetFolders): URL =>
  builtFolder === undefined ? new URL(`${assetFolders[name]}/`, repository) : new URL(`${name}/`, builtFolder);

export const fontFile = (name: keyof typeof fontFiles): URL => {
  if (builtFolder !== undefined) return new URL(`fonts/${name}`, builtFolder);
  const path = fontFiles[name];
  return path.startsWith("./") ? new URL(path, repository) : new URL(import.meta.resolve(path));
};

/** The module of the thread that reads an uploaded file. */
export const readerModule =
  builtFolder === undefined
    ? new URL("domain/editing/files/worker.ts", import.meta.url)
    : new URL("file-reader.mjs", builtFolder);

/** The folder for compiled code. It is never one that others can write to, because they could then run their code in our process. */
export const compileCache = new URL(".cache/", builtFolder ?? new URL("packages/service/", repository));
