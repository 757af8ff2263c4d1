import type { VoucherContent } from "../../vouchers/content.ts";

/** The PDF of a voucher. Loads the PDF library and fonts at the first call: a start would wait for them. */
export async function voucherPdf(content: VoucherContent): Promise<Uint8Array> {
  const { renderVoucher } = await import("../../vouchers/voucher.ts");
  return renderVoucher(content);
}
