import assert from "node:assert/strict";
import { ConfigError, readConfig } from "../../src/config.ts";

/** The message about refused settings, empty if there are none. */
export const refused = (env: Record<string, string>): string => {
  try {
    readConfig(env);
  } catch (error) {
    assert.ok(error instanceof ConfigError, `${error}`);
    return error.message;
  }
  return "";
};
