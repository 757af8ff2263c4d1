/** English: the other languages' tables are compared with this table. */
export * from "./first.ts";
export * from "./further.ts";
