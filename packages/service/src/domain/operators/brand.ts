import { photoSize, pngFileName } from "../../records/photo-names.ts";
import type { Db } from "../../store/database/database.ts";
import { type StoredLogo, storedBrand } from "../../store/operators/brand.ts";
import { readPhotoFile } from "../photos/photos.ts";
import { type BrandColours, brandColours } from "./brand-colours.ts";

/** What guests, partners and suppliers see of the operator: its name, logo, colours, and how to reach it. */

export interface Logo extends StoredLogo {
  width: number;
  height: number;
}

export interface Brand {
  name: string;
  logo: Logo | null;
  /** Null: each place has its own colours. */
  colours: BrandColours | null;
  taxNumber: string | null;
  email: string | null;
  phone: string | null;
  /** The telephone that somebody answers while events run. */
  dayPhone: string | null;
}

/** What the service's settings say of the operator. */
export interface OperatorSettings {
  operatorName: string;
  operatorPhone?: string | undefined;
}

export async function readBrand(db: Db, { operatorName, operatorPhone }: OperatorSettings): Promise<Brand> {
  const { name, logo, colour, ...contact } = await storedBrand(db);
  return {
    name: name ?? operatorName,
    phone: operatorPhone ?? null,
    ...contact,
    logo: logo && { ...logo, ...photoSize(logo.id) },
    colours: colour === null ? null : brandColours(colour),
  };
}

/** Returns the logo as PNG, for a PDF or an e-mail. Null: the logo's photo cannot be read now, and the PDF or e-mail is made without it. */
export async function logoPng(db: Db, id: string): Promise<Uint8Array | null> {
  const file = await readPhotoFile(db, id, pngFileName).catch(() => null);
  return file?.bytes ?? null;
}

/** Returns the lines that sign an e-mail and a voucher, after the name. */
export function contactLines({ taxNumber, phone, email }: Brand): string[] {
  const reached = [phone, email].filter((one) => one !== null).join(" · ");
  return [taxNumber, reached].filter((line) => line !== null && line !== "") as string[];
}
