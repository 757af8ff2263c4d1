import type { OrderSheetTexts, SupplierEmailTexts, SupplierPageTexts } from "../shape.ts";

/** Order details, in e-mails and pages for suppliers. */
export const orderSheetTexts: OrderSheetTexts = {
  reference: "Booking",
  product: "Activity",
  item: "Option",
  when: { scheduled: "Date and time", timeless: "Date", dateless: "Validity" },
  localTime: (zone) => `local time (${zone})`,
  validUntil: (day) => `until ${day}`,
  venue: "Place",
  tickets: "Tickets",
  passengers: "Passengers",
  confirmation: "Your confirmation number",
};

/** E-mails to suppliers. */
export const supplierEmailTexts: SupplierEmailTexts = {
  request: {
    subject: "New booking",
    heading: "New booking",
    lead: (operator) =>
      `${operator} sends you this booking. The customer is waiting for your answer: tell us whether you can take it.`,
    button: "Confirm or reject",
  },
  cancellation: {
    subject: "Cancellation of booking",
    heading: "A cancellation is requested",
    lead: (operator) =>
      `${operator} asks you to cancel this booking, which you confirmed. Tell us whether you accept the cancellation.`,
    button: "Answer the cancellation",
  },
  change: {
    subject: "Change of booking",
    heading: "A change of a booking is requested",
    lead: (operator) =>
      `${operator} asks you to change this booking, which you confirmed. Below is how it would be. Tell us whether you accept the change; if not, it stays as it was.`,
    button: "Answer the change",
  },
  ended: {
    subject: "Withdrawn booking",
    heading: "Booking withdrawn",
    lead: () =>
      "This booking ended before you confirmed it. You do not have to answer; if you already kept the seats, you can release them.",
    button: "",
  },
  note: (until) =>
    `The link is for you only and is good for one answer, until ${until}. Anyone who has it can answer in your name: do not forward it.`,
};

/** Pages on which suppliers answer. */
export const supplierPageTexts: SupplierPageTexts = {
  questions: {
    order: {
      heading: "Do you confirm this booking?",
      lead: "The customer is waiting for your answer.",
      yes: "Confirm the booking",
      no: "Reject the booking",
    },
    cancellation: {
      heading: "Do you accept the cancellation of this booking?",
      lead: "You confirmed it, and now its cancellation is requested. If you do not accept, the booking remains valid.",
      yes: "Accept the cancellation",
      no: "Do not cancel",
    },
    change: {
      heading: "Do you accept the change of this booking?",
      lead: "You confirmed it, and now a change is requested. The e-mail says how it would be. If you do not accept, the booking stays as it was.",
      yes: "Accept the change",
      no: "Do not change it",
    },
  },
  confirmation: "Your confirmation number",
  reason: "Reason",
  hints: {
    confirmation: "Optional. It will be on the customer's voucher.",
    reason: "Optional. Only we will read it.",
  },
  unfit: (field, most) =>
    `“${field}” takes up to ${most} characters, without control characters. Correct it and answer again.`,
  unclear: "The answer was not understood. Choose one of the two.",
  thanks: "Thank you. Your answer has been recorded.",
  late: "This booking is no longer waiting for an answer: yours has changed nothing.",
  statuses: {
    waitsupplier: { heading: "Booking pending", text: "This booking is waiting for the answer to another link." },
    complete: { heading: "Booking confirmed", text: "This booking is confirmed and valid." },
    rejected: { heading: "Booking rejected", text: "This booking has been rejected. You do not have to do anything." },
    waitcancel: {
      heading: "Cancellation pending",
      text: "The cancellation of this booking has been requested. Answer with the link in the latest e-mail.",
    },
    cancelled: {
      heading: "Booking cancelled",
      text: "This booking has been cancelled. You do not have to do anything.",
    },
  },
  notices: {
    unknown: {
      heading: "This link is not valid",
      text: "Check that it is complete, as it came in the e-mail, or write to whoever sent it to you.",
    },
    expired: {
      heading: "This link has expired",
      text: "It can no longer be used to answer. Write to whoever sent it to you.",
    },
    later: {
      heading: "You cannot answer right now",
      text: "Nothing has been recorded. Try again in a few minutes.",
    },
  },
};
