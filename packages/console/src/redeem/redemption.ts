import type { Answer } from "../api/types.ts";

export type Redemption = Answer<"vouchers.redeem">;

/** The verdict that staff at the door see. A voucher that was just redeemed differs from one that can be redeemed. */
export type Verdict = Redemption["result"] | "redeemed";

export interface CheckedVoucher extends Omit<Redemption, "result"> {
  /** The code as scanned or typed. */
  code: string;
  verdict: Verdict;
  at: number;
}
