import { asChild } from "../children.ts";
import { fuzzCodec } from "./codec.ts";
import { fuzzService, type ServiceOptions, type ServiceTotals } from "./service.ts";

/** Fuzzes the codecs, then the service, with one seed, in a process of its own. */

export interface FuzzInput extends ServiceOptions {
  codecMs: number;
  inputs: number;
}
export interface FuzzTotals {
  codec: Awaited<ReturnType<typeof fuzzCodec>>;
  service: ServiceTotals;
}

asChild<FuzzInput, FuzzTotals>(async ({ codecMs, inputs, ...options }) => ({
  codec: await fuzzCodec({ seed: options.seed, ms: codecMs, inputs }),
  service: await fuzzService(options),
}));
