import { testPacked } from "./support/packed.ts";

/** On every supported Node. */

testPacked([20, 22]);
