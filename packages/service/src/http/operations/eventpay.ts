import { operations, type Payment, type PaymentRequest } from "@paseo/contract";
import { bookRequestProblems, triggerProblems } from "../../domain/booking/book-request.ts";
import { type HoldCheckout, laterWays, payHold, readHoldPayment } from "../../domain/payments/hold-payments.ts";
import { dayNumber } from "../../domain/selling/dates.ts";
import { conflict, type FieldErrors, ProblemError } from "../../web/problems.ts";
import { refuseFields, saleOperation } from "./sale.ts";

/** Payments of holds, for sites whose guests pay before they book: docs/reference/pay-for-a-hold.md. */

const limit = "unknown-payments";

export const eventpayOperation = saleOperation<PaymentRequest>({
  operation: operations.eventpay,
  access: "seller",
  given: ({ holdId, booking }) => ({ id: holdId, apiKey: booking.apiKey }),
  check: (body) => refuseFields(paymentProblems(body)),
  unknown: { what: "hold", limit },
  async run({ payments, config }, { body, request, ...call }) {
    refuseFields(inBooking(triggerProblems(body.booking, { caller: call.caller, sandbox: config.sandbox })));
    const { holdId, returnUrl, kind, deposit, dueOn, guestName, booking } = body;
    const given = {
      holdId,
      returnUrl,
      kind: kind ?? undefined,
      deposit: deposit ?? undefined,
      dueOn: dueOn ?? undefined,
      guestName: guestName ?? undefined,
    };
    const answer = await payHold(payments, { ...given, booking }, { ...call, holdMinutes: config.holdMinutes });
    switch (answer.outcome) {
      case "payment":
        return paymentOf(answer.checkout);
      case "booked":
        return { ...nothing, state: "booked", orderId: answer.orderId };
      case "refused":
        return { ...nothing, state: "refused", errors: answer.errors };
      case "unknown-hold":
        return null;
      case "no-provider":
        throw conflict("no-payment-provider", "No such provider is set up, or it does not take the store's currency.");
      case "unavailable":
        throw new ProblemError(
          503,
          "payment-unavailable",
          answer.message ?? "The provider did not answer. Repeat the request: it finds the payment that was started.",
        );
    }
  },
});

export const paymentOperation = saleOperation<null>({
  operation: operations.payment,
  access: "partner",
  unknown: { what: "payment", limit },
  async run({ payments }, { id, caller, now }) {
    const found = await readHoldPayment(payments, id, caller, now);
    return found && paymentOf(found);
  },
});

function paymentProblems({ booking, returnUrl, kind, deposit, dueOn }: PaymentRequest): FieldErrors {
  const url = URL.parse(returnUrl);
  const isWeb = url !== null && (url.protocol === "https:" || url.protocol === "http:") && url.username === "";
  const isLater = laterWays.some((one) => one === kind);
  const isAmount = (text: string) => /^\d{1,12}(\.\d{1,4})?$/.test(text) && Number(text) > 0;
  return [
    ...inBooking(bookRequestProblems(booking)),
    ...(isWeb
      ? []
      : [{ pointer: "/returnUrl", detail: "returnUrl must be a complete http or https address without a user name" }]),
    ...(dueOn == null || dayNumber(dueOn) !== null
      ? []
      : [{ pointer: "/dueOn", detail: "dueOn must be a day, yyyy-MM-dd" }]),
    ...(deposit == null || (isAmount(deposit) && !isLater)
      ? []
      : [
          {
            pointer: "/deposit",
            detail: isLater ? `deposit cannot be sent with ${kind}` : "deposit must be an amount of more than 0",
          },
        ]),
  ];
}

/** The problems of the booking, at their places in the request. */
const inBooking = (problems: FieldErrors): FieldErrors =>
  problems.map(({ pointer, detail }) => ({ pointer: `/booking${pointer}`, detail: `booking.${detail}` }));

const nothing: Omit<Payment, "state"> = {
  ...{ id: null, orderId: null, page: null, expiresAt: null, amount: null, errors: [] },
};

/** What a partner reads of a payment. `returned`: it came too late for the seats, and goes back by itself. */
const states = {
  starting: "open",
  open: "open",
  paid: "checking",
  differs: "checking",
  recorded: "booked",
  refunding: "returned",
  refunded: "returned",
  ended: "ended",
} as const satisfies Record<HoldCheckout["state"], Payment["state"]>;

function paymentOf({ id, state, orderId, page, expiresAt, minor, currencyCode }: HoldCheckout): Payment {
  const fields = page?.method === "POST" ? Object.entries(page.fields).map(([name, value]) => ({ name, value })) : [];
  return {
    ...{ ...nothing, id, state: states[state], orderId, amount: { minor, currencyCode } },
    ...(state === "open" && page && { page: { method: page.method, url: page.url, fields } }),
    ...(state === "open" && { expiresAt: expiresAt.toISOString() }),
  };
}
