import { buildKit } from "./kit-folder.ts";

/** Builds the tarballs that the service serves under `/kit/`, unless they are up to date: `npm run kit`. `npm start` runs it too. */
if (await buildKit()) console.log("Built the packages for partners.");
