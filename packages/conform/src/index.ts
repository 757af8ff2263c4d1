export { type Play, plays, usualPlays } from "./counterpart/scenario.ts";
export {
  type CounterpartOptions,
  counterpartKey,
  type RunningCounterpart,
  startCounterpart,
} from "./counterpart/server.ts";
export type { CheckResult, Finding, Report, Verdict } from "./report.ts";
export { type ReportForm, reportForms, writeReport } from "./reports/index.ts";
export { CannotRun, type ConformOptions, conform } from "./service/conform.ts";
