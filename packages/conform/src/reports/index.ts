import { junitReport } from "./junit.ts";
import type { Report } from "./report.ts";
import { textReport } from "./text.ts";

export const reportForms = ["text", "json", "junit"] as const;
export type ReportForm = (typeof reportForms)[number];

/** The report as a document that ends with a line feed. Colour is for a terminal. */
export function writeReport(report: Report, form: ReportForm, { colour = false }: { colour?: boolean } = {}): string {
  if (form === "json") return `${JSON.stringify(report, null, 2)}\n`;
  return form === "junit" ? junitReport(report) : textReport(report, { colour });
}
