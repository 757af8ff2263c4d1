import type { FastifyRequest } from "fastify";
import type { Config } from "../config.ts";

/**
 * Writes the remaining limits of a partner's open holds to the headers of draft-ietf-httpapi-ratelimit-headers-10. A partner has one budget,
 * whatever protocol it holds seats with; test holds have another. `open`, `seats`: the part of the limits that its holds use.
 */
export function showHoldLimits(
  request: Pick<FastifyRequest, "rateLimit">,
  { holdsPerPartner, heldSeatsPerPartner }: Pick<Config, "holdsPerPartner" | "heldSeatsPerPartner">,
  { open, seats }: { open: number; seats: number },
): void {
  const left = [Math.max(0, holdsPerPartner - open), Math.max(0, heldSeatsPerPartner - seats)];
  // These headers come in addition to the limit of the partner's requests, if there is one.
  const [, policy = [], , state = []] = request.rateLimit ?? [];
  const limits = `"open-holds";q=${holdsPerPartner}, "held-seats";q=${heldSeatsPerPartner}`;
  request.rateLimit = [
    ...["ratelimit-policy", [policy, limits].flat().join(", ")],
    ...["ratelimit", [state, `"open-holds";r=${left[0]}`, `"held-seats";r=${left[1]}`].flat().join(", ")],
  ];
}
