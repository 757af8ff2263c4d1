import type { Language } from "@paseo/contract";
import { CannotRunError, type CheckResult, type Report } from "../reports/report.ts";
import { HttpWire, NoAnswerError } from "../wire/exchange.ts";
import { serviceChecks } from "./checks/index.ts";
import { runChecks, selectedChecks } from "./run-check.ts";
import { TestedService } from "./tested-service.ts";

export interface ConformOptions {
  /** Base address of the service, before `/api`. */
  url: string;
  /** A partner's key. Without one, checks that validate or book are skipped. */
  key?: string | undefined;
  /** Namespace of the service's XML. */
  namespace?: string | undefined;
  lang?: Language | undefined;
  /** Ids, themes or patterns with `*` of the checks to run; all when empty. */
  only?: readonly string[] | undefined;
  /** Skips every check that places an order. */
  readOnly?: boolean | undefined;
  maxRequests?: number | undefined;
  timeoutMs?: number | undefined;
  /** Called after each check. */
  onResult?: (result: CheckResult) => void;
}

export const conformDefaults = {
  namespace: "urn:paseo:partner",
  lang: "es",
  maxRequests: 1000,
  timeoutMs: 30_000,
} as const;

/**
 * Tests a service against the contract, one request at a time. Every order is a test order. Throws CannotRunError when there is
 * no service at the address, or no check is selected.
 */
export async function conform(options: ConformOptions): Promise<Report> {
  const { url, key } = options;
  const selected = selectedChecks(serviceChecks, options.only);
  const { maxRequests = conformDefaults.maxRequests, timeoutMs = conformDefaults.timeoutMs } = options;
  const { namespace = conformDefaults.namespace, lang = conformDefaults.lang } = options;
  const wire = new HttpWire({ key, maxRequests, timeoutMs });
  const service = new TestedService(wire, { url, key, namespace, lang });
  try {
    return await runChecks("service", selected, service, wire, probe, options);
  } finally {
    wire.close();
  }
}

/** Finds out whether there is a service, and whether its reads need the key. */
async function probe(service: TestedService): Promise<void> {
  const path = service.path("currencies");
  const read = async () => {
    try {
      return await service.get(path);
    } catch (error) {
      throw error instanceof NoAnswerError
        ? new CannotRunError(`the service does not answer: ${error.message}`)
        : error;
    }
  };
  let exchange = await read();
  if (exchange.status === 401 && service.key) {
    service.readHeaders = { "x-api-key": service.key };
    exchange = await read();
  }
  const { status } = exchange;
  if (status === 401 || status === 403)
    throw new CannotRunError(
      `reads need a key here${service.key ? ", and the service refused this one" : "; set --key"}`,
    );
  if (status === 404 || status >= 500)
    throw new CannotRunError(`GET ${path} answers ${status}; check the address of the service, without /api`);
}
