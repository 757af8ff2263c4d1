import { Skipped } from "../../service/skipped.ts";
import * as models from "../models.ts";
import { availableTimes, byId, daysOf, findSale } from "../sales.ts";
import { type Json, jsonOf } from "../tested-supplier.ts";
import { checkShape, type OctoCheck, repeated } from "./catalogue.ts";

/** Availability by time and by day. */

const dayOf = ({ localDateTimeStart }: Json): string => String(localDateTimeStart).slice(0, 10);
const clause = "OCTO core, Availability Check";
const calendarClause = "OCTO core, Availability Calendar";

export const availabilityChecks: OctoCheck[] = [
  {
    id: "times.shape",
    says: "Each availability has the fields of the core, local availableTimes with their offset, and a unique id",
    clause,
    run: async (supplier, findings) => {
      const exchange = await supplier.send("POST", "/availability", daysOf(await findSale(supplier)));
      const list = jsonOf("times", exchange);
      checkShape(findings, list, [models.availability], "the availability", exchange);
      findings.equal(repeated(list.map(({ id }: Json) => id)), [], "the list of repeated ids", exchange);
    },
  },
  {
    id: "times.range",
    says: "Availability of days has these days only, and a single day has what the range has of it",
    clause,
    run: async (supplier, findings) => {
      const sale = await findSale(supplier);
      const days = daysOf(sale);
      const list = await availableTimes(supplier, days);
      const outside = list.filter((one) => dayOf(one) < days.localDateStart || dayOf(one) > days.localDateEnd);
      findings.equal(outside.map(dayOf), [], "the list of days outside the range");
      const day = dayOf(sale.availability);
      const single = await availableTimes(supplier, { ...days, localDateStart: day, localDateEnd: day });
      const ids = (of: Json[]) => of.map(({ id }) => id).sort();
      findings.equal(ids(single), ids(list.filter((one) => dayOf(one) === day)), `the list of ids on ${day}`);
    },
  },
  {
    id: "times.status",
    says: "`available` agrees with the status and with the vacancies",
    clause,
    run: async (supplier, findings) => {
      for (const { id, available, status, vacancies } of await availableTimes(
        supplier,
        daysOf(await findSale(supplier)),
      )) {
        const isOpen = status !== "SOLD_OUT" && status !== "CLOSED";
        findings.holds(available === isOpen, `availability ${id} is ${status} and available: ${available}`);
        findings.holds(!available || vacancies !== 0, `availability ${id} is available and has no vacancies`);
      }
    },
  },
  {
    id: "times.ids",
    says: "Availability asked for by ids has these ids",
    clause,
    run: async (supplier, findings) => {
      const sale = await findSale(supplier);
      const exchange = await supplier.send("POST", "/availability", byId(sale));
      const ids = jsonOf("times", exchange).map(({ id }: Json) => id);
      findings.equal(ids, [sale.availability.id], "the list of ids", exchange);
    },
  },
  {
    id: "times.units",
    says: "For more units than vacancies, an availability is not available",
    clause,
    run: async (supplier, findings) => {
      const sale = await findSale(supplier);
      const { vacancies } = sale.availability;
      if (vacancies === null || vacancies > 400) throw new Skipped("the availability has seats without limit");
      const units = [{ id: sale.unit.id, quantity: vacancies + 1 }];
      const exchange = await supplier.send("POST", "/availability", { ...byId(sale), units });
      const [one] = jsonOf("times", exchange);
      // A supplier may also leave the availability out.
      findings.equal(one?.available ?? false, false, `available of ${vacancies + 1} units`, exchange);
    },
  },
  {
    id: "calendar.shape",
    says: "Each day of the calendar has the fields of the core, once",
    clause: calendarClause,
    run: async (supplier, findings) => {
      const days = daysOf(await findSale(supplier));
      const exchange = await supplier.send("POST", "/availability/calendar", days);
      const list = jsonOf("times", exchange);
      checkShape(findings, list, [models.calendarDay], "the calendar", exchange);
      findings.equal(repeated(list.map((one: Json) => one.localDate)), [], "the list of repeated days", exchange);
      const outside = list.filter(
        (one: Json) => one.localDate < days.localDateStart || one.localDate > days.localDateEnd,
      );
      findings.equal(
        outside.map((one: Json) => one.localDate),
        [],
        "the list of days outside the range",
        exchange,
      );
    },
  },
  {
    id: "calendar.agrees",
    says: "A day of the calendar is available if one of its availableTimes is",
    clause: calendarClause,
    run: async (supplier, findings) => {
      const sale = await findSale(supplier);
      // An availability of a whole season is on each of its days.
      if (sale.product.availabilityType !== "START_TIME") throw new Skipped("no product has start times");
      const days = daysOf(sale);
      const open = new Set((await availableTimes(supplier, days)).filter(({ available }) => available).map(dayOf));
      const exchange = await supplier.send("POST", "/availability/calendar", days);
      const calendar = jsonOf("times", exchange).filter((one: Json) => one.available);
      findings.equal(
        calendar.map((one: Json) => one.localDate).sort(),
        [...open].sort(),
        "the list of open days",
        exchange,
      );
    },
  },
];
