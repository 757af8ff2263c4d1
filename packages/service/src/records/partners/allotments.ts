/**
 * What partners can buy of an event to which allotments apply. It has no I/O, so a test compares it with a model that
 * sells one seat at a time: docs/decisions/0069-allotments.md.
 */

export const allotmentKinds = ["guaranteed", "at-most"] as const;
type AllotmentKind = (typeof allotmentKinds)[number];

/** An allotment as it applies to one event. */
export interface EventAllotment {
  id: string;
  kind: AllotmentKind;
  seats: number;
  /** The partners that share it. */
  partnerIds: readonly string[];
  /** When a guarantee ends. Null: it is no guarantee. */
  releaseAt: Date | null;
}

/** The allotments of an event, and the seats that are sold and held, by partner. */
export interface AllottedSeats {
  allotments: readonly EventAllotment[];
  taken: Readonly<Record<string, number>>;
}

/** The seats left of an event as the store has them. */
export interface SeatsLeft {
  /** Seats that every partner can buy. Null: no limit. */
  capacityLeft: number | null;
  /** Seats left beside them, for partners with a guarantee. */
  guaranteed: number;
  /** Seats left of the partners that an allotment names. A partner that is missing has `capacityLeft`. */
  partnersLeft: Record<string, number> | null;
  /** When the next guarantee ends. */
  releaseAt: Date | null;
}

/** The seats that the partners of an allotment have bought or hold. */
export const takenBy = (partnerIds: readonly string[], taken: AllottedSeats["taken"]): number =>
  partnerIds.reduce((sum, id) => sum + (taken[id] ?? 0), 0);

/** The seats that a guarantee still holds for its partners, and others cannot buy. */
const unsold = ({ kind, seats, partnerIds, releaseAt }: EventAllotment, taken: AllottedSeats["taken"], now: Date) =>
  kind === "guaranteed" && releaseAt !== null && releaseAt > now ? Math.max(0, seats - takenBy(partnerIds, taken)) : 0;

/** Counts the seats that guarantees hold for other partners than this one. Null: for any partner. */
export const heldByGuarantees = (
  { allotments, taken }: AllottedSeats,
  now: Date,
  partnerId: string | null = null,
): number =>
  allotments.reduce(
    (sum, one) => sum + (partnerId !== null && one.partnerIds.includes(partnerId) ? 0 : unsold(one, taken, now)),
    0,
  );

/**
 * Returns the seats that a partner can buy when an event has this many seats left in all; null: no limit. Less than 0: more is sold or
 * guaranteed than there is. `partnerId` null: a buyer that no allotment names.
 */
export function seatsForPartner(
  left: number | null,
  of: AllottedSeats,
  partnerId: string | null,
  now: Date,
): number | null {
  const limits = left === null ? [] : [left - heldByGuarantees(of, now, partnerId)];
  for (const { kind, seats, partnerIds } of of.allotments)
    if (kind === "at-most" && partnerId !== null && partnerIds.includes(partnerId))
      limits.push(seats - takenBy(partnerIds, of.taken));
  return limits.length > 0 ? Math.min(...limits) : null;
}

/** Divides the seats that an event has left in all, of which guarantees hold some. Null: no limit. */
export function divideSeats(left: number | null, of: AllottedSeats, now: Date): SeatsLeft {
  const forAll = left === null ? null : Math.max(0, left - heldByGuarantees(of, now));
  const named = [...new Set(of.allotments.flatMap(({ partnerIds }) => partnerIds))].sort();
  const ofPartners = named.flatMap((id) => {
    const own = seatsForPartner(left, of, id, now);
    return own === null ? [] : [[id, Math.max(0, own)] as const];
  });
  const releases = of.allotments.flatMap(({ releaseAt }) => (releaseAt !== null && releaseAt > now ? releaseAt : []));
  return {
    capacityLeft: forAll,
    guaranteed: left === null ? 0 : left - forAll!,
    partnersLeft: ofPartners.length > 0 ? Object.fromEntries(ofPartners) : null,
    releaseAt: releases.length > 0 ? new Date(Math.min(...releases.map(Number))) : null,
  };
}

/** Returns the seats left of a partner by what the store has. Null: no limit. */
export const ownSeatsLeft = (
  { capacityLeft, partnersLeft }: Pick<SeatsLeft, "capacityLeft" | "partnersLeft">,
  partnerId: string | null,
): number | null => (partnerId === null ? null : partnersLeft?.[partnerId]) ?? capacityLeft;
