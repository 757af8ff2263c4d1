import { fitting } from "./fitting.ts";

// The language with the longest texts. The others are in languages.deep.test.ts.
fitting(["es"]);
