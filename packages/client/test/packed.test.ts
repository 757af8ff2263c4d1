import { testPacked } from "./support/packed.ts";

/** On this Node. packed.deep.test.ts installs every supported one. */

testPacked([]);
