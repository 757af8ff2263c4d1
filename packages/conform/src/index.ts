export { defaultScenarios, type Scenario, scenarios } from "./mock/scenarios.ts";
export {
  type MockServiceOptions,
  mockServiceKey,
  type RunningMockService,
  startMockService,
} from "./mock/server.ts";
export { type ReportFormat, reportFormats, writeReport } from "./reports/index.ts";
export type { CheckResult, Finding, Report, Verdict } from "./reports/report.ts";
export { CannotRun, type ConformOptions, conform } from "./service/conform.ts";
