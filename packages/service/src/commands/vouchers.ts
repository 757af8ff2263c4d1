import { type RedeemResult, redeem } from "../domain/vouchers.ts";
import type { Db } from "../store/database.ts";
import { CommandFailure } from "./output.ts";

/** At the door, on the command line. */

const sentences: Record<RedeemResult, string> = {
  valid: "valid",
  "already-redeemed": "already redeemed",
  cancelled: "cancelled",
  "wrong-day": "wrong day",
  "test-order": "a test order: worth nothing",
  unknown: "There is no such voucher.",
};

/** Checks a voucher by its code or address, and redeems it when `by` names who does. Anything but `valid` is a failure. */
export async function redeemText(
  db: Db,
  code: string,
  options: { by: string | null; sandbox: boolean; now: Date },
): Promise<string> {
  const { by } = options;
  const { result, voucher } = await redeem(db, code, options);
  const content = voucher?.content;
  const lines = [
    by !== null && result === "valid" ? "valid, and now redeemed" : sentences[result],
    ...(content
      ? [
          `${content.reference}  ${content.productName}, ${content.eventOn.slice(0, 16).replace("T", " ")}`,
          content.tickets.map(({ code, quantity }) => `${quantity} × ${code}`).join(", "),
        ]
      : []),
    ...(voucher?.redeemedAt ? [`Redeemed ${voucher.redeemedAt.toISOString()} by ${voucher.redeemedBy}.`] : []),
  ];
  if (result !== "valid") throw new CommandFailure(lines.join("\n"));
  return lines.join("\n");
}
