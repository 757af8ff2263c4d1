import { testKills } from "./support/killing.ts";

/** One kill of a short run for each kind of copy. kill.deep.test.ts kills long runs, again and again. */

testKills({ events: 3_000, first: 1, later: 0 });
