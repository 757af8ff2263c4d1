import type { VoucherContent } from "../../vouchers/content.ts";

/**
 * The PDF of a voucher. It loads the PDF library and fonts at the first call, so that a start does not wait for them.
 */
export async function voucherPdf(content: VoucherContent): Promise<Uint8Array> {
  const { renderVoucher } = await import("../../vouchers/voucher.ts");
  return renderVoucher(content);
}
