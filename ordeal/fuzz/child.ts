import { asChild } from "../children.ts";
import { fuzzCodec } from "./codec.ts";
import { fuzzService, type ServiceOptions, type ServiceTotals } from "./service.ts";

/** Fuzzes the codecs, then the service, with one seed, in a process of its own. */

export interface FuzzInput extends Omit<ServiceOptions, "signal"> {
  codecMs: number;
  inputs: number;
}
export interface FuzzTotals {
  codec: Awaited<ReturnType<typeof fuzzCodec>>;
  service: ServiceTotals;
}

asChild<FuzzInput, FuzzTotals>(async ({ codecMs, inputs, ...rest }, signal) => {
  const options = { ...rest, signal };
  const codec = await fuzzCodec({ seed: options.seed, ms: codecMs, inputs }, signal);
  return { codec, service: await fuzzService(options) };
});
