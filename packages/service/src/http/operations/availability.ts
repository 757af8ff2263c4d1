import { type DayAvailability, operations, type Paged } from "@paseo/contract";
import { readsOwnAvailability } from "../../domain/booking/allotted-partners.ts";
import { availabilityMinutes, daysInRange, listAvailability } from "../../domain/catalogue/availability.ts";
import { notFound } from "../../web/problems.ts";
import { readDayRange } from "../date-range.ts";
import { eventsEpoch, type ProductDayRange } from "./events.ts";
import { type ListInput, ofVersion, readOperation } from "./read.ts";

export const availabilityOperation = readOperation<ListInput & ProductDayRange, Paged<DayAvailability>>({
  operation: operations.availability,
  check: readDayRange,
  epoch: eventsEpoch,
  changesEvery: () => availabilityMinutes,
  offered: ofVersion,
  viewer: async ({ db }, { partnerId, showsSeats: seats = false }, counter) =>
    seats || (await readsOwnAvailability(db, partnerId, counter)) ? { partnerId, seats } : null,
  make: async ({ db, readOnce, offer, viewer }, input, now) => {
    const list = await listAvailability(db, { ...input, offer }, now, readOnce, viewer);
    if (!list) throw notFound(`There is no product ${input.id}.`);
    return list;
  },
  days: (_value, input, now) => (input.version === undefined ? daysInRange(input, now) : undefined),
});
