import type { Db } from "../../store/database/database.ts";
import type { VoucherContent } from "../../vouchers/content.ts";
import { logoPng } from "../operators/brand.ts";

/** Returns the PDF of a voucher. Loads the PDF library and fonts at the first call: a start would wait for them. */
export async function voucherPdf(db: Db, content: VoucherContent): Promise<Uint8Array> {
  const { renderVoucher } = await import("../../vouchers/voucher.ts");
  return renderVoucher(content, content.logo ? await logoPng(db, content.logo.id) : null);
}

/** Returns the letters of texts that no font has: a voucher shows a mark in place of each. Loads the fonts at the first call. */
export async function unprintableLetters(texts: readonly (string | null)[]): Promise<string[]> {
  const { missingCharacters } = await import("../../vouchers/faces.ts");
  return missingCharacters(texts.filter(Boolean).join(" "));
}
