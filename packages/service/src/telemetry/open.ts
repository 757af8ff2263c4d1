import type { Logger } from "pino";
import manifest from "../../package.json" with { type: "json" };
import { type Config, ConfigError } from "../config.ts";
import type { Telemetry } from "./telemetry.ts";

/** Starts telemetry if the OTEL_* variables enable it. Otherwise it does not load the SDK. */
export async function openTelemetry({ telemetry }: Config, logger: Logger): Promise<Telemetry | undefined> {
  if (!telemetry) return undefined;
  try {
    const { startTelemetry } = await import("./open-telemetry.ts");
    return await startTelemetry(telemetry, { version: manifest.version, logger });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new ConfigError(
      "OTEL_* variables turn telemetry on, but its packages are not installed: npm left out the optional dependencies. Install Paseo without --omit=optional, or set OTEL_SDK_DISABLED=true.",
    );
  }
}
