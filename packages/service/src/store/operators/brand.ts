import type { Db, Tx } from "../database/database.ts";
import { firstRow, run } from "../database/rows.ts";

/** The operator's brand, as an owner set it: its name, its logo, its colour, and how guests reach it. */

export interface StoredBrand {
  /** Null: the setting OPERATOR_NAME. */
  name: string | null;
  logo: StoredLogo | null;
  /** `#rrggbb`. Null: the colours of Paseo. */
  colour: string | null;
  /** The tax number as vouchers print it, with the name of the number: `NIF B00000000`. */
  taxNumber: string | null;
  /** The e-mail address for guests. */
  email: string | null;
  /** The telephone that somebody answers while events run. */
  dayPhone: string | null;
}

export interface StoredLogo {
  /** Id of its photo. */
  id: string;
  /** The background on which a transparent logo is legible; null if the logo is opaque. */
  ground: "light" | "dark" | null;
}

export const noBrand: StoredBrand = {
  ...{ name: null, logo: null, colour: null, taxNumber: null, email: null, dayPhone: null },
};

const fact = "brand";

export async function storedBrand(db: Db | Tx): Promise<StoredBrand> {
  const row = await firstRow(db)<{ value: string }>`select value from fact where name = ${fact}`;
  return { ...noBrand, ...(row && (JSON.parse(row.value) as Partial<StoredBrand>)) };
}

export const saveBrand = (tx: Tx, brand: StoredBrand): Promise<void> =>
  run(tx)`
    insert into fact (name, value) values (${fact}, ${JSON.stringify(brand)})
    on conflict (name) do update set value = excluded.value`;
