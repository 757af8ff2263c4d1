import { SkippedCheckError } from "../../service/skipped.ts";
import * as models from "../models.ts";
import { availabilityByIdRequest, availableTimes, findOctoSale, nextDaysRequest } from "../sales.ts";
import { type AnyJson, jsonOfSuccess } from "../tested-supplier.ts";
import { checkShape, type OctoCheck, repeatedValues } from "./catalogue.ts";

/** Availability by time and by day. */

const dayOf = ({ localDateTimeStart }: AnyJson): string => String(localDateTimeStart).slice(0, 10);
const clause = "OCTO core, Availability Check";
const calendarClause = "OCTO core, Availability Calendar";

export const availabilityChecks: OctoCheck[] = [
  {
    id: "times.shape",
    says: "Each availability has the fields of the core, local availableTimes with their offset, and a unique id",
    clause,
    run: async (supplier, findings) => {
      const exchange = await supplier.send("POST", "/availability", nextDaysRequest(await findOctoSale(supplier)));
      const list = jsonOfSuccess("times", exchange);
      checkShape(findings, list, [models.availabilityShape], "the availability", exchange);
      findings.equal(repeatedValues(list.map(({ id }: AnyJson) => id)), [], "the list of repeated ids", exchange);
    },
  },
  {
    id: "times.range",
    says: "Availability of days has these days only, and a single day has what the range has of it",
    clause,
    run: async (supplier, findings) => {
      const sale = await findOctoSale(supplier);
      const days = nextDaysRequest(sale);
      const list = await availableTimes(supplier, days);
      const outside = list.filter((one) => dayOf(one) < days.localDateStart || dayOf(one) > days.localDateEnd);
      findings.equal(outside.map(dayOf), [], "the list of days outside the range");
      const day = dayOf(sale.availability);
      const single = await availableTimes(supplier, { ...days, localDateStart: day, localDateEnd: day });
      const ids = (of: AnyJson[]) => of.map(({ id }) => id).sort();
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
        nextDaysRequest(await findOctoSale(supplier)),
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
      const sale = await findOctoSale(supplier);
      const exchange = await supplier.send("POST", "/availability", availabilityByIdRequest(sale));
      const ids = jsonOfSuccess("times", exchange).map(({ id }: AnyJson) => id);
      findings.equal(ids, [sale.availability.id], "the list of ids", exchange);
    },
  },
  {
    id: "times.units",
    says: "For more units than vacancies, an availability is not available",
    clause,
    run: async (supplier, findings) => {
      const sale = await findOctoSale(supplier);
      const { vacancies } = sale.availability;
      if (vacancies === null || vacancies > 400)
        throw new SkippedCheckError("the availability has seats without limit");
      const units = [{ id: sale.unit.id, quantity: vacancies + 1 }];
      const exchange = await supplier.send("POST", "/availability", { ...availabilityByIdRequest(sale), units });
      const [one] = jsonOfSuccess("times", exchange);
      // A supplier may also leave the availability out.
      findings.equal(one?.available ?? false, false, `available of ${vacancies + 1} units`, exchange);
    },
  },
  {
    id: "calendar.shape",
    says: "Each day of the calendar has the fields of the core, once",
    clause: calendarClause,
    run: async (supplier, findings) => {
      const days = nextDaysRequest(await findOctoSale(supplier));
      const exchange = await supplier.send("POST", "/availability/calendar", days);
      const list = jsonOfSuccess("times", exchange);
      checkShape(findings, list, [models.calendarDayShape], "the calendar", exchange);
      findings.equal(
        repeatedValues(list.map((one: AnyJson) => one.localDate)),
        [],
        "the list of repeated days",
        exchange,
      );
      const outside = list.filter(
        (one: AnyJson) => one.localDate < days.localDateStart || one.localDate > days.localDateEnd,
      );
      findings.equal(
        outside.map((one: AnyJson) => one.localDate),
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
      const sale = await findOctoSale(supplier);
      // An availability of a whole season is on each of its days.
      if (sale.product.availabilityType !== "START_TIME") throw new SkippedCheckError("no product has start times");
      const days = nextDaysRequest(sale);
      const open = new Set((await availableTimes(supplier, days)).filter(({ available }) => available).map(dayOf));
      const exchange = await supplier.send("POST", "/availability/calendar", days);
      const calendar = jsonOfSuccess("times", exchange).filter((one: AnyJson) => one.available);
      findings.equal(
        calendar.map((one: AnyJson) => one.localDate).sort(),
        [...open].sort(),
        "the list of open days",
        exchange,
      );
    },
  },
];
