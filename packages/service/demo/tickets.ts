import type { Booking, TicketSeed } from "./seeds.ts";

type Rule = Partial<Pick<TicketSeed, "min" | "max" | "start" | "step">>;

/** At least one must be bought beside the others. */
export const required: Rule = { min: 1, max: 8, start: 2 };
/** Sold two by two: 2, 4, 6, 8. */
export const pairs: Rule = { min: 2, max: 8, start: 2, step: 2 };
/** The guide takes the last seat of the last pair: 1, 3, 5, 7, 9. */
export const odd: Rule = { min: 1, max: 9, start: 1, step: 2 };
/** Exactly one: a whole car, a private group. */
export const single: Rule = { min: 1, max: 1, start: 1 };

export const adult = (price: number, rule: Rule = {}) => ticket("ADULT", price, { start: 2, ...rule });
export const child = (price: number, rule: Rule = {}) => ticket("CHILD", price, { max: 8, ...rule });
export const senior = (price: number, rule: Rule = {}) => ticket("SENIOR", price, { max: 6, ...rule });
export const student = (price: number, rule: Rule = {}) => ticket("STUDENT", price, { max: 6, ...rule });
export const infant = (price: number, rule: Rule = {}) => ticket("INFANT", price, { max: 2, ...rule });
/** Priced for one of the two. */
export const couple = (price: number, rule: Rule = {}) => ticket("COUPLE", price, { ...pairs, ...rule });
/** Priced for the whole group. */
export const group = (price: number, rule: Rule = {}) => ticket("GROUP", price, { max: 3, start: 1, ...rule });
/** Priced for the whole vehicle. */
export const vehicle = (price: number, rule: Rule = {}) => ticket("VEHICLE", price, { ...single, ...rule });
export const resident = (price: number, rule: Rule = {}) => ticket("RESIDENT", price, { max: 4, ...rule });

function ticket(code: string, price: number, rule: Rule): TicketSeed {
  return { code, price, min: 0, max: 10, start: 0, step: 1, ...rule };
}

/** Booked with the supplier at once. */
export const booked = (leadDays: number, cancelHours: number): Booking => ({ immediate: true, leadDays, cancelHours });

/** The operator's desk asks the supplier. */
export const requested = (leadDays: number, cancelHours: number): Booking => ({
  immediate: false,
  leadDays,
  cancelHours,
});
