export { type ProxyOptions, type RunningProxy, startProxy } from "./client/proxy.ts";
export { type Scenario, scenarios } from "./client/scenarios.ts";
export { type ConformOctoOptions, conformOcto } from "./octo/conform-octo.ts";
export { type ReportFormat, reportFormats, writeReport } from "./reports/index.ts";
export { CannotRunError, type CheckResult, type Finding, type Report, type Verdict } from "./reports/report.ts";
export { type ConformOptions, conform } from "./service/conform.ts";
