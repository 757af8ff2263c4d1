import type { OrderStatus, Product, statementLineKinds } from "@paseo/contract";
import type { LetterKind } from "./letter-kinds.ts";
import type { RefusalPhrases, Refusals } from "./refusals.ts";

/** Every text that partners, travellers and suppliers read in the language of a request, an order or a supplier. */
export interface Texts {
  /** BCP 47 tag with which dates and numbers are formatted. */
  locale: string;
  questions: QuestionTexts;
  /** The answers to a yes-or-no question. */
  yesNo: Record<"yes" | "no", string>;
  refusals: Refusals;
  refusalPhrases: RefusalPhrases;
  voucher: VoucherTexts;
  statement: StatementTexts;
  receipt: ReceiptTexts;
  calendar: CalendarTexts;
  letters: LetterTexts;
  bulkLetters: BulkLetterTexts;
  orderSheet: OrderSheetTexts;
  supplierEmails: SupplierEmailTexts;
  supplierPages: SupplierPageTexts;
  payments: PaymentTexts;
  ticketTypes: TicketTypeTexts;
  octo: OctoTexts;
}

type ByProductType = Record<Product["productTypeCode"], string>;

/** Titles of questions, by code. */
export type QuestionTexts = Record<
  | "passenger-first-name"
  | "passenger-last-name"
  | "passenger-weight"
  | "hotel-name"
  | "hotel-address"
  | "flight-number"
  | "flight-date"
  | "flight-time",
  string
>;

/** Names of common ticket codes, for operators who set no names. */
export type TicketTypeTexts = Record<
  | "ADULT"
  | "CHILD"
  | "INFANT"
  | "BABY"
  | "YOUTH"
  | "STUDENT"
  | "SENIOR"
  | "RESIDENT"
  | "DISABLED"
  | "FAMILY"
  | "GROUP"
  | "COUPLE"
  | "GENERAL"
  | "VEHICLE"
  | "VIP",
  string
>;

/** Texts for sellers that use OCTO or another channel. */
export interface OctoTexts {
  /** States until how many hours before the event a booking can be cancelled. */
  cutoff: (hours: number) => string;
  /** The name of the tax in a price. */
  tax: string;
  /** The answer to the question about the hotel, where a channel sent none. */
  hotelUnknown: string;
}

/** Texts on the voucher. */
/** The calendar of a guide. */
export interface CalendarTexts {
  name: (guide: string, operator: string) => string;
  people: (n: number) => string;
  /** Seats that are blocked for groups. */
  blocked: (n: number) => string;
  languages: string;
}

/** Texts of a partner's statement. */
export interface StatementTexts {
  title: string;
  noInvoice: string;
  period: (from: string, to: string) => string;
  issued: (day: string) => string;
  from: string;
  to: string;
  /** The operator's number of the partner. */
  customerNumber: (number: string) => string;
  /** The partner's number of the operator. */
  supplierNumber: (number: string) => string;
  balanceBefore: string;
  paid: string;
  total: string;
  owedByYou: string;
  owedToYou: string;
  dueOn: (day: string) => string;
  /** Headings of columns. */
  reference: string;
  event: string;
  product: string;
  retail: string;
  commission: string;
  net: string;
  owed: string;
  lines: (n: number) => string;
  noShows: (n: number) => string;
  kinds: Record<(typeof statementLineKinds)[number], string>;
}

export interface VoucherTexts {
  /** Pages in place of a voucher. */
  notices: Record<"void" | "replaced" | "unknown", { heading: string; text: string }>;
  title: string;
  reference: string;
  confirmation: string;
  when: ByProductType;
  validUntil: (day: string) => string;
  place: string;
  map: string;
  meetingPoint: string;
  meetingPoints: string;
  pickup: string;
  /** `time`: day and time. */
  pickupAt: (time: string) => string;
  /** The guest's hotel, which is no pickup place. */
  hotel: string;
  arrive: (minutes: number) => string;
  scan: string;
  qr: (reference: string) => string;
  code: string;
  codes: string;
  person: (number: number, of: number) => string;
  tickets: string;
  quantity: string;
  total: string;
  price: (total: string) => string;
  /** `invoice`: the number of an invoice that was made elsewhere. */
  invoice: (invoice: string) => string;
  invoiced: (total: string, tax: string, rate: string, invoice: string) => string;
  /** What is to be collected from the guest on arrival. */
  toCollect: (amount: string) => string;
  /** What is to be paid by an agreed day. */
  toPayBy: (amount: string, day: string) => string;
  /** The link to the page on which the guest can pay now. */
  payOnline: string;
  noInvoice: string;
  passengers: string;
  lead: string;
  cancellation: string;
  refund: (percent: string, time: string) => string;
  noRefund: (time: string) => string;
  /** Every deadline had passed when the voucher was issued. */
  refundEnded: string;
  phone: (number: string) => string;
  dayPhone: (number: string) => string;
  email: (address: string) => string;
  issued: (time: string) => string;
  page: (number: number, of: number) => string;
  test: string;
}

/** Receipts for payments. */
export interface ReceiptTexts {
  title: string;
  received: string;
  method: string;
  /** By kind of payment. */
  methods: Record<"cash" | "card" | "transfer" | "online", string>;
  on: string;
  for: string;
  /** What the guest handed over in another currency. */
  handedOver: string;
  left: string;
  nothingLeft: string;
  noInvoice: string;
  issued: (time: string) => string;
  /** The letter that has the receipt with it. */
  letter: (reference: string, amount: string) => { subject: string; body: string };
}

/** Letters to guests and partners. */
export interface LetterTexts {
  /** Used until an operator changes them. docs/how-to/write-to-guests.md lists the placeholders. */
  originals: Record<LetterKind, { subject: string; body: string }>;
  /** The button that opens the voucher. */
  button: string;
  /** Below every letter. */
  noInvoice: string;
  /** The value of `{refund}` if money goes back to the guest. */
  refund: string;
  /** Values for the preview. */
  sample: Record<"guest" | "product" | "item" | "tickets" | "venue" | "address" | "pickup" | "meeting_point", string>;
  partnerSample: Record<"contact" | "partner", string>;
  /** The message that an owner sends to test the mail server. */
  test: (operator: string) => { subject: string; text: string };
  /** The link with which a person of a partner signs in. */
  signInLink: (values: { operator: string; name: string; address: string; minutes: number }) => {
    subject: string;
    text: string;
  };
}

/**
 * Letters to the guests of an event that does not take place as planned, until the operator changes them. `…` is where the operator
 * writes the news. docs/how-to/handle-a-bad-day.md lists the placeholders.
 */
export type BulkLetterTexts = Record<"move" | "cancel" | "inform" | "facts", { subject: string; body: string }>;

/** Order details for a supplier. */
export interface OrderSheetTexts {
  reference: string;
  product: string;
  item: string;
  when: ByProductType;
  localTime: (zone: string) => string;
  validUntil: (day: string) => string;
  venue: string;
  tickets: string;
  passengers: string;
  confirmation: string;
}

interface SupplierEmail {
  subject: string;
  heading: string;
  /** What the operator asks the supplier to do, or why there is nothing to do. */
  lead: (operator: string) => string;
  button: string;
}

/**
 * E-mails to a supplier about an order: a request, a cancellation, an amendment, or the order's end before a
 * confirmation.
 */
export interface SupplierEmailTexts extends Record<"request" | "cancellation" | "change" | "ended", SupplierEmail> {
  /** How long the link to the answer page is valid. */
  note: (until: string) => string;
}

/** The pages on which suppliers answer. */
export interface SupplierPageTexts {
  questions: Record<"order" | "cancellation" | "change", { heading: string; lead: string; yes: string; no: string }>;
  confirmation: string;
  reason: string;
  hints: { confirmation: string; reason: string };
  unfit: (field: string, most: number) => string;
  unclear: string;
  thanks: string;
  late: string;
  statuses: Record<OrderStatus, { heading: string; text: string }>;
  notices: Record<"unknown" | "expired" | "later", { heading: string; text: string }>;
}

/** What a guest's payment page says about the state of a payment. */
export type PaymentPageState =
  | "due"
  | "paid"
  | "tested"
  | "nothing-due"
  | "checking"
  | "not-paid"
  | "differs"
  | "paid-back"
  | "revoked"
  | "cancelled"
  | "unavailable"
  | "unknown"
  | "later";

/** The pages on which guests pay, and the letters about it. */
export interface PaymentTexts {
  states: Record<PaymentPageState, { heading: string; text: string }>;
  /** The rows of the page. */
  amount: Record<"balance" | "deposit", string>;
  /** After a deposit. */
  rest: string;
  dueOn: string;
  paid: string;
  choose: string;
  /** The button that costs money. */
  pay: (amount: string) => string;
  /** The button that leads to the provider by a form. */
  goOn: string;
  checkAgain: string;
  tryAgain: string;
  /** From the page of a payment, to the site that sold the order. */
  backToBooking: string;
  findBooking: string;
  questions: (phone: string) => string;
  test: string;
  /** What the provider's page shows. */
  description: (product: string, reference: string) => string;
  /** The same for a booking that is not made yet. */
  ofHold: (product: string) => string;
  sandbox: { heading: string; text: string; gone: string };
  /** Letters, with placeholders in braces. */
  letters: Record<"payment-link" | "paid" | "paid-back" | "no-seats", { subject: string; body: string }>;
  letterButton: string;
}
