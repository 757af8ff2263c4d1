export { type Play, plays, usualPlays } from "./mock/scenarios.ts";
export {
  type CounterpartOptions,
  counterpartKey,
  type RunningCounterpart,
  startCounterpart,
} from "./mock/server.ts";
export { type ReportForm, reportForms, writeReport } from "./reports/index.ts";
export type { CheckResult, Finding, Report, Verdict } from "./reports/report.ts";
export { CannotRun, type ConformOptions, conform } from "./service/conform.ts";
