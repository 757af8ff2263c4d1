import { foldText } from "@paseo/contract/folded-text";

/** Proposals of ids from names. */

/** Makes an id from a name: `Noche de flamenco` becomes `noche-de-flamenco`. */
export const idFromName = (name: string): string =>
  foldText(name)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60)
    .replace(/-$/, "");

/** Returns the first three letters of a city's name: `São Paulo` becomes `SAO`. */
export const cityCodeFromName = (name: string): string =>
  foldText(name)
    .replace(/[^a-z]/g, "")
    .slice(0, 3)
    .toUpperCase();
