import type { Logger } from "pino";
import type { Config } from "../config.ts";
import { simulator } from "./simulator.ts";
import type { Suppliers } from "./supplier.ts";

/** The suppliers of this service, by kind. */
export function createSuppliers(_config: Config, _logger: Logger): Suppliers {
  return (settings) => (settings.kind === "simulator" ? simulator : simulator);
}
