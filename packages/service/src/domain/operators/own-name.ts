import type { Db } from "../../store/database/database.ts";
import { storedBrand } from "../../store/operators/brand.ts";

/** The operator's name: as an owner entered it in the console, or else the setting OPERATOR_NAME. */

/** Settings whose `operatorName` changes when an owner changes it. Read it at each use, because a copy keeps the former name. */
export type NamedSettings<Settings> = Settings & { readNameAgain(): Promise<void> };

export function useStoredOperatorName<Settings extends { operatorName: string }>(
  settings: Settings,
  db: Db,
): NamedSettings<Settings> {
  let current = settings.operatorName;
  const named = {
    ...settings,
    async readNameAgain() {
      current = (await storedBrand(db)).name ?? settings.operatorName;
    },
  };
  return Object.defineProperty(named, "operatorName", { get: () => current, enumerable: true });
}
