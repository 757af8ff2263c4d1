import { junitReport } from "./junit.ts";
import type { Report } from "./report.ts";
import { textReport } from "./text.ts";

export const reportFormats = ["text", "json", "junit"] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** The report as a text that ends with a line feed. */
export function writeReport(
  report: Report,
  format: ReportFormat,
  { colour = false }: { colour?: boolean } = {},
): string {
  if (format === "json") return `${JSON.stringify(report, null, 2)}\n`;
  return format === "junit" ? junitReport(report) : textReport(report, { colour });
}
