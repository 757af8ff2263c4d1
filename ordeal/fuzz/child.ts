import { asChild } from "../children.ts";
import { fuzzCodec } from "./codec.ts";
import { fuzzService, type ServiceOptions, type ServiceTotals } from "./service.ts";

/** Fuzzes the codecs, then the service on each store, with one seed, in a process of its own. */

export interface FuzzInput extends Omit<ServiceOptions, "signal"> {
  codecMs: number;
  inputs: number;
}
export interface FuzzTotals {
  codec: Awaited<ReturnType<typeof fuzzCodec>>;
  /** Of each store. */
  services: ServiceTotals[];
}

/** The embedded store takes as much time as all the rest of a request: most requests use PostgreSQL, if there is a server. */
const embeddedShare = 0.1;
const embeddedTime = 0.25;

asChild<FuzzInput, FuzzTotals>(async ({ codecMs, inputs, postgres, ...rest }, signal) => {
  const options = { ...rest, signal };
  const codec = await fuzzCodec({ seed: options.seed, ms: codecMs, inputs }, signal);
  if (postgres === undefined) return { codec, services: [await fuzzService(options)] };
  const { seed, ms, requests } = options;
  const first = { requests: Math.ceil(requests * embeddedShare), ms: ms * embeddedTime };
  const embedded = await fuzzService({ ...options, ...first });
  if (signal.aborted) return { codec, services: [embedded] };
  const others = { seed: seed + 1_000_000, requests: requests - embedded.sent, ms: ms - embedded.seconds * 1000 };
  return { codec, services: [embedded, await fuzzService({ ...options, ...others, postgres })] };
});
