import type { Logger } from "pino";
import manifest from "../../package.json" with { type: "json" };
import type { Config } from "../config.ts";
import type { Telemetry } from "./telemetry.ts";

/** Starts telemetry if the OTEL_* variables enable it. Otherwise it does not load the SDK. */
export async function openTelemetry({ telemetry }: Config, logger: Logger): Promise<Telemetry | undefined> {
  if (!telemetry) return undefined;
  const { startTelemetry } = await import("./open-telemetry.ts");
  return startTelemetry(telemetry, { version: manifest.version, logger });
}
