import { oneOfSetting } from "./setting.ts";

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** Settings of the log. */
export const logSettings = {
  LOG_LEVEL: oneOfSetting(
    "info",
    logLevels,
    "Minimum level that is logged. Each request is one line at `info`; cached catalogue pages are at `debug`.",
  ),
};
