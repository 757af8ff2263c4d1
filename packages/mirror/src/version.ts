import { readFileSync } from "node:fs";

/** The version in this package's package.json. The path is the same from `src` and from the published `dist`. */
export const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  version: string;
};
