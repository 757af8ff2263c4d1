import { hasAllotments } from "../../store/allotments/allotments.ts";
import type { Db } from "../../store/database/database.ts";
import type { VersionCounter } from "../../store/versions/versions.ts";

/**
 * Partners that some allotment names, read for one state of the catalogue. A partner whose first allotment changes what it can buy gets a new
 * version, and until then it reads what every partner reads.
 */
const known = new WeakMap<VersionCounter, Map<string, Promise<boolean>>>();

/** Whether a partner may read other availability than others. */
export function readsOwnAvailability(db: Db, partnerId: string, counter: VersionCounter): Promise<boolean> {
  const partners = known.get(counter) ?? new Map<string, Promise<boolean>>();
  known.set(counter, partners);
  const found = partners.get(partnerId);
  if (found) return found;
  const reading = hasAllotments(db, partnerId);
  partners.set(partnerId, reading);
  reading.catch(() => partners.delete(partnerId));
  return reading;
}
