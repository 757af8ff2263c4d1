import Big from "big.js";
import { SaxesParser } from "saxes";
import { dayNumber } from "../selling/dates.ts";

/** The European Central Bank's reference rates from its daily file: units of each currency for one euro. */

export interface EcbRates {
  /** The newest day of the file, `yyyy-MM-dd`. */
  date: string;
  /** Decimal strings by currency code, without the euro. */
  perEuro: Map<string, string>;
}

/** The file cannot be read; the message is a sentence for the operator. */
export class EcbFileError extends Error {
  override name = "EcbFileError";
}

const namespace = "http://www.ecb.int/vocabulary/2002-08-01/eurofxref";
/** The XML elements are nested four levels deep. */
const deepest = 16;

/**
 * Reads eurofxref-daily.xml, or a file of several days in the same format. Throws EcbFileError when it is not well-formed, is another
 * document, or has an impossible day or rate.
 */
export function readEcbRates(xml: string): EcbRates {
  const days = new Map<string, Map<string, string>>();
  const open: string[] = [];
  let day: Map<string, string> | undefined;
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", ({ message }) => {
    throw new EcbFileError(`It is not well-formed XML: ${message.slice(0, 200)}`);
  });
  parser.on("doctype", () => {
    throw new EcbFileError("It has a DOCTYPE, which is not accepted.");
  });
  parser.on("opentag", ({ uri, local, attributes }) => {
    if (open.push(local) > deepest) throw new EcbFileError(`It is nested deeper than ${deepest}.`);
    if (uri !== namespace || local !== "Cube") return;
    const { time, currency, rate } = Object.fromEntries(
      Object.entries(attributes).map(([name, { value }]) => [name, value]),
    );
    if (time !== undefined) day = newDay(days, time);
    if (currency !== undefined || rate !== undefined) addRate(day, currency ?? "", rate ?? "");
  });
  parser.on("closetag", () => {
    open.pop();
  });
  parser.write(xml).close();

  const date = [...days.keys()].sort().at(-1);
  if (date === undefined)
    throw new EcbFileError(`It has no Cube with a time in the namespace ${namespace}: is it the ECB's file?`);
  const perEuro = days.get(date)!;
  if (!perEuro.has("USD")) throw new EcbFileError(`The day ${date} has no rate of USD, which all others go by.`);
  return { date, perEuro };
}

function newDay(days: Map<string, Map<string, string>>, time: string): Map<string, string> {
  if (dayNumber(time) === null) throw new EcbFileError(`${time.slice(0, 40)} is not a date.`);
  if (days.has(time)) throw new EcbFileError(`The day ${time} is listed twice.`);
  const day = new Map<string, string>();
  days.set(time, day);
  return day;
}

function addRate(day: Map<string, string> | undefined, currency: string, rate: string): void {
  if (!day) throw new EcbFileError(`The rate of ${currency.slice(0, 10)} comes before any day.`);
  if (!/^[A-Z]{3}$/.test(currency)) throw new EcbFileError(`${currency.slice(0, 10)} is not a currency's code.`);
  if (day.has(currency)) throw new EcbFileError(`The rate of ${currency} is listed twice.`);
  if (!/^\d{1,9}(\.\d{1,10})?$/.test(rate) || new Big(rate).eq(0))
    throw new EcbFileError(`The rate of ${currency} is ${rate.slice(0, 40)}, which is not a decimal above 0.`);
  day.set(currency, rate);
}
