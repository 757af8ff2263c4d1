import { oneScreen } from "./one-screen.ts";

// The language with the longest texts. The others are in languages.deep.test.ts.
oneScreen(["es"]);
