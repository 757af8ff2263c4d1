import { type LocalTimes, productZones } from "../../store/catalogue/product-zones.ts";
import type { Db } from "../../store/database/database.ts";
import { localTimeAt } from "../selling/dates.ts";

/** Returns the local time at an instant, in each time zone of the products, or of one product. */
export const localTimesOfProducts = async (db: Db, at: Date, productId?: string): Promise<LocalTimes> =>
  new Map((await productZones(db, productId)).map((zone) => [zone, localTimeAt(at, zone)]));
