import { wholeNumberSetting, yesOrNoSetting } from "./setting.ts";

/** Settings of how long prices, quotes and holds are valid, and of the number of holds. */
export const sellingSettings = {
  PRICE_HOLD_MINUTES: wholeNumberSetting(30, 0, 1440, "Minutes for which a validated price is guaranteed."),
  CHANGE_QUOTE_MINUTES: wholeNumberSetting(30, 1, 1440, "Minutes for which a quote of `orderamend` can be accepted."),
  REQUEST_WAIT_SECONDS: wholeNumberSetting(
    10,
    1,
    30,
    "Seconds within which a partner's booking, hold, change or cancellation must begin. Later it is answered 503 and not carried out: the partner may have repeated it. Less than partners wait before they repeat.",
  ),
  HOLD_MINUTES: wholeNumberSetting(
    15,
    1,
    120,
    "Minutes for which `eventhold` holds seats and their total. `holdextend` gives them again.",
  ),
  HOLD_EXTENSIONS: wholeNumberSetting(2, 0, 10, "How often `holdextend` can extend a hold."),
  HOLDS_PER_PARTNER: wholeNumberSetting(50, 0, 10_000, "Open holds that each partner may have. 0: no holds."),
  HELD_SEATS_PER_PARTNER: wholeNumberSetting(
    200,
    0,
    100_000,
    "Seats that the open holds of each partner may take together.",
  ),
  SANDBOX: yesOrNoSetting(
    "Every order is a test order, answered by the simulator. No seats are taken and no supplier is contacted.",
  ),
};
