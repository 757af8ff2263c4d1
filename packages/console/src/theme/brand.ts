import { callApi } from "../api/client.ts";
import type { ApiAnswer } from "../api/types.ts";
import { createPreference } from "../ui/shared.ts";

/** The operator's name, logo and colours. The browser remembers them, so that a page never appears in other colours first. */

export type Brand = ApiAnswer<"brand.show">;

export const brandInUse = createPreference<Brand | null>("brand", null);

/** Reads name, logo and colours again. A failure changes nothing. */
export async function readBrand(): Promise<void> {
  const brand = await callApi("brand.show").catch(() => null);
  if (brand && JSON.stringify(brand) !== JSON.stringify(brandInUse.get())) brandInUse.set(brand);
}
