import { fitting } from "./fitting.ts";
import { oneScreen } from "./one-screen.ts";
import { walkIn } from "./walk-in.ts";

/** The widths of texts and the sale to a walk-in guest in the languages that `npm test` leaves out. */

fitting(["en", "pt"]);
oneScreen(["en", "pt"]);
walkIn(["es", "pt"]);
