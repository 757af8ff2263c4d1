/** The texts of a purchase on the operator's own site, and of its guest's page. Amounts and times are in words already. */
export interface SaleTexts {
  refused: { heading: string; back: string; home: string };
  checkout: {
    heading: string;
    summary: string;
    total: string;
    includesTax: string;
    /** Beside the amount that is charged, where the tickets have prices in another currency. */
    charged: string;
    contact: string;
    name: string;
    email: string;
    emailHelp: string;
    phone: string;
    phoneHelp: string;
    traveller: (n: number) => string;
    questions: string;
    optional: string;
    choose: string;
    terms: string;
    noRefund: string;
    fullRefundUntil: (time: string) => string;
    partRefundUntil: (percent: string, time: string) => string;
    noRefundAfter: string;
    change: string;
  };
  clock: {
    held: (minutes: number, time: string, zone: string) => string;
    left: string;
    extend: string;
    unheld: string;
    over: string;
    again: string;
    soon: string;
  };
  ways: {
    heading: string;
    online: string;
    onlineBy: (provider: string) => string;
    onlineHelp: string;
    deposit: (amount: string, rest: string) => string;
    arrival: string;
    arrivalHelp: string;
    transfer: string;
    transferHelp: (trader: string) => string;
    none: (contact: string) => string;
    test: string;
  };
  legal: {
    trader: string;
    register: string;
    taxNumber: string;
    noWithdrawal: string;
    withdrawal: string;
    agree: (terms: string, privacy: string) => string;
    agreeNoPages: string;
    termsLink: string;
    privacyLink: string;
  };
  button: { pay: (amount: string) => string; oblige: (amount: string) => string; free: string; wait: string };
  errors: {
    summary: (count: number) => string;
    title: string;
    required: (field: string) => string;
    email: string;
    number: (field: string) => string;
    date: (field: string) => string;
    time: (field: string) => string;
    choice: (field: string) => string;
    tooLong: (field: string, most: number) => string;
    way: string;
    priceChanged: (before: string, now: string) => string;
    unavailable: string;
    busy: string;
    tooManyPayments: string;
    tooManyLater: string;
    gone: string;
  };
  provider: { heading: string; text: string; button: string };
  paying: {
    checking: { heading: string; text: string; again: string };
    declined: { heading: string; text: string; back: string };
    returned: { heading: string; text: string };
    refused: { heading: string; text: string };
    unknown: { heading: string; text: string };
  };
  booking: {
    heading: Record<"waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled", string>;
    text: Record<"waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled", string>;
    reference: string;
    /** The guest's name. */
    bookedBy: string;
    when: string;
    tickets: string;
    meetingPoint: string;
    arrive: (minutes: number) => string;
    map: string;
    place: string;
    bring: string;
    voucher: string;
    voucherHelp: string;
    calendar: string;
    paid: string;
    testPaid: string;
    due: string;
    dueOn: (day: string) => string;
    dueOnArrival: string;
    payNow: (amount: string) => string;
    payTransfer: (trader: string) => string;
    refunded: string;
    /** An order that was a test has ended. */
    testEnded: string;
    change: string;
    cancel: string;
    withdraw: string;
    contact: string;
    contactText: string;
    keep: string;
    keepText: string;
    revoke: string;
    revokeText: string;
    past: string;
    operatorSays: string;
  };
  change: {
    heading: string;
    lead: string;
    date: string;
    tickets: string;
    see: string;
    nothing: string;
    quoteHeading: string;
    before: string;
    after: string;
    more: (amount: string) => string;
    moreHelp: string;
    less: (amount: string) => string;
    lessNothing: string;
    same: string;
    accept: string;
    acceptMore: (amount: string) => string;
    back: string;
    done: string;
    waits: string;
    stale: string;
  };
  cancel: {
    heading: string;
    refund: (amount: string) => string;
    /** In place of the refund of an order that is a test. */
    test: string;
    noRefund: string;
    nothing: string;
    owed: (amount: string) => string;
    how: (trader: string) => string;
    until: (time: string) => string;
    confirm: string;
    keep: string;
    tooLate: string;
  };
  withdraw: {
    heading: string;
    lead: (day: string) => string;
    name: string;
    reference: string;
    email: string;
    emailHelp: string;
    next: string;
    confirmHeading: string;
    statement: (name: string, reference: string, product: string) => string;
    confirm: string;
    done: (time: string) => string;
    doneCancelled: string;
    doneOpen: string;
    over: string;
  };
  lost: {
    heading: string;
    lead: string;
    reference: string;
    referenceHelp: string;
    email: string;
    send: string;
    sent: string;
    sentText: string;
  };
  gone: {
    revoked: { heading: string; text: string };
    expired: { heading: string; text: string };
    lostLink: string;
  };
  failed: {
    heading: string;
    text: string;
    tooMany: { heading: string; text: string };
    tooLarge: { heading: string; text: string };
    back: string;
  };
  letter: {
    line: (address: string) => string;
    subject: string;
    body: (product: string, reference: string, address: string, operator: string) => string;
    withdrawnSubject: string;
    withdrawnBody: (product: string, reference: string, operator: string) => string;
  };
}
