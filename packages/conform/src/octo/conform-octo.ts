import { CannotRunError, type Report } from "../reports/report.ts";
import { type ConformOptions, conformDefaults } from "../service/conform.ts";
import { runChecks, selectedChecks } from "../service/run-check.ts";
import { HttpWire, NoAnswerError } from "../wire/exchange.ts";
import { octoChecks } from "./checks/index.ts";
import { TestedSupplier } from "./tested-supplier.ts";

export interface ConformOctoOptions extends Omit<ConformOptions, "namespace" | "lang"> {
  /** Address of OCTO, such as `https://supplier.example/octo`. */
  url: string;
  /** The channel's key. */
  key: string;
}

/**
 * Tests a supplier that speaks OCTO, as a channel. It books, and cancels each booking at the end. Throws CannotRunError when no supplier
 * answers at the address, the key is refused, or no check is selected.
 */
export async function conformOcto(options: ConformOctoOptions): Promise<Report> {
  const { url, key, maxRequests = conformDefaults.maxRequests, timeoutMs = conformDefaults.timeoutMs } = options;
  const selected = selectedChecks(octoChecks, options.only);
  const wire = new HttpWire({ key, maxRequests, timeoutMs });
  const supplier = new TestedSupplier(wire, { url, key });
  try {
    return await runChecks("supplier", selected, supplier, wire, probe, options);
  } finally {
    wire.close();
    await cancelAll(supplier.placed, options);
  }
}

async function probe(supplier: TestedSupplier): Promise<void> {
  const { status } = await supplier.send("GET", "/supplier").catch((error) => {
    throw error instanceof NoAnswerError ? new CannotRunError(`the supplier does not answer: ${error.message}`) : error;
  });
  if (status === 401 || status === 403)
    throw new CannotRunError(`the supplier refuses the key: GET /supplier answers ${status}`);
  if (status === 404) throw new CannotRunError("GET /supplier answers 404; check the address of OCTO");
}

/** Cancels all bookings of the run. It uses a second connection, so the run's limit on requests does not stop it. */
async function cancelAll(
  placed: ReadonlySet<string>,
  { url, key, timeoutMs = conformDefaults.timeoutMs }: ConformOctoOptions,
) {
  const wire = new HttpWire({ key, maxRequests: placed.size * 3, timeoutMs });
  const supplier = new TestedSupplier(wire, { url, key });
  try {
    for (const uuid of placed)
      await supplier.send("POST", `/bookings/${uuid}/cancel`, { reason: "Conformance test" }).catch(() => undefined);
  } finally {
    wire.close();
  }
}
