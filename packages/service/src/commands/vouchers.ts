import type { Config } from "../config.ts";
import type { DoorTimes } from "../domain/selling/lead-time.ts";
import { redeem } from "../domain/visits/admission.ts";
import { doorHours, outcomeOf, type RedeemResult } from "../domain/visits/reading.ts";
import { type Db, inTransaction } from "../store/database/database.ts";
import { recordCommand } from "../store/operators/audit.ts";
import { CommandFailure, exitCodes, minute } from "./output.ts";

/** Checks and redeems vouchers. */

const sentences: Record<RedeemResult, string> = {
  valid: "valid",
  "already-redeemed": "already redeemed",
  cancelled: "cancelled",
  replaced: "replaced by a change of its order",
  "wrong-day": "wrong day",
  "other-session": "another session",
  "not-confirmed": "not confirmed yet",
  "test-order": "a test order: not valid",
  unknown: "There is no such voucher.",
};

/** Checks a voucher by its code or address, and redeems it if `by` is given. Every result except `valid` is a failure. */
export async function redeemText(
  db: Db,
  config: Config,
  code: string,
  options: { by: string | null; override?: string; now: Date },
): Promise<string> {
  const { by, override } = options;
  if (override?.trim() === "") throw new CommandFailure("--override needs a reason.", exitCodes.usage);
  const { sandbox } = config;
  const { result, voucher, accepted } = await inTransaction(db, async (tx) => {
    const found = await redeem(tx, code, { ...options, sandbox, door: doorHours(config), readsOrders: true });
    const { overridden } = found;
    const subject = found.voucher?.content.reference ?? "unknown voucher";
    const after = { by, result: found.result, ...(overridden && { overridden, overrideReason: override }) };
    if (by !== null) await recordCommand(tx, "vouchers.redeem", { subject, outcome: outcomeOf(found.result), after });
    return found;
  });
  const content = voucher?.content;
  const lines = [
    by !== null && result === "valid" ? "valid, and now redeemed" : sentences[result],
    ...(content
      ? [
          `${content.reference}  ${content.productName}, ${content.eventOn.slice(0, 16).replace("T", " ")}`,
          content.tickets.map(({ code, quantity }) => `${quantity} × ${code}`).join(", "),
        ]
      : []),
    ...(result === "wrong-day" && accepted ? [acceptedText(accepted)] : []),
    ...(voucher?.redeemedAt ? [`Redeemed ${voucher.redeemedAt.toISOString()} by ${voucher.redeemedBy}.`] : []),
  ];
  if (result !== "valid") throw new CommandFailure(lines.join("\n"));
  return lines.join("\n");
}

const acceptedText = ({ from, until }: DoorTimes): string =>
  `It is accepted ${from ? `from ${minute(from)} ` : ""}until ${minute(until)} (UTC). Use --override to redeem it anyway.`;
