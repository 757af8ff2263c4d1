import { type LocalTimes, productZones } from "../../store/catalogue/product-zones.ts";
import type { Db } from "../../store/database/database.ts";
import { localTimeAt } from "../selling/dates.ts";

/** Returns the local time at an instant, in each time zone of the products. */
export const localTimesOfProducts = async (db: Db, at: Date): Promise<LocalTimes> =>
  new Map((await productZones(db)).map((zone) => [zone, localTimeAt(at, zone)]));
