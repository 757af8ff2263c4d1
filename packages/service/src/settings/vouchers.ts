import { wholeNumberSetting } from "./setting.ts";

/** Settings of the times at which the door accepts vouchers. */
export const voucherSettings = {
  DOOR_HOURS_BEFORE: wholeNumberSetting(
    3,
    0,
    24,
    "Hours before the event from which its vouchers are accepted, even on the previous day.",
  ),
  DOOR_HOURS_AFTER: wholeNumberSetting(
    6,
    0,
    24,
    "Hours after the event until which its vouchers are accepted, even on the next day.",
  ),
};
