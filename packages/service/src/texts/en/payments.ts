import type { PaymentTexts } from "../shape.ts";

export const paymentTexts: PaymentTexts = {
  states: {
    due: {
      heading: "Pay for your booking",
      text: "You pay on the page of our payment provider. We never see your card.",
    },
    paid: {
      heading: "Thank you, your payment has arrived",
      text: "It is on your booking.",
    },
    tested: {
      heading: "This was a test",
      text: "The payment provider is in test mode, so no money has moved. Your booking is not paid.",
    },
    "nothing-due": { heading: "There is nothing to pay", text: "This booking is paid." },
    checking: {
      heading: "We are checking your payment",
      text: "The payment provider has not confirmed it yet. That can take a few minutes. Please do not pay twice.",
    },
    "not-paid": {
      heading: "Nothing was paid",
      text: "The payment was cancelled, declined, or took too long. Nothing was charged. You can try again.",
    },
    differs: {
      heading: "We are looking into your payment",
      text: "We received another amount than we asked for. We will get in touch with you. Please do not pay again.",
    },
    "paid-back": {
      heading: "Your money is on its way back",
      text: "There was nothing left to pay when your payment arrived, so we are sending it back to you in full.",
    },
    revoked: {
      heading: "This link is no longer valid",
      text: "We have withdrawn it. Look for a newer one in your e-mails, or ask us.",
    },
    cancelled: { heading: "This booking was cancelled", text: "There is nothing to pay." },
    unavailable: {
      heading: "You cannot pay online right now",
      text: "Nothing was charged. Try again in a few minutes, or ask us how you can pay.",
    },
    unknown: { heading: "This link is not valid", text: "Check that it is complete, as it came in the e-mail." },
    later: { heading: "This does not work right now", text: "Nothing was charged. Try again in a few minutes." },
  },
  amount: { balance: "To pay", deposit: "Deposit" },
  rest: "Left to pay after it",
  dueOn: "Please pay by",
  paid: "Paid",
  choose: "How do you want to pay?",
  pay: (amount) => `Pay ${amount} now`,
  goOn: "Go on to the payment",
  checkAgain: "Check again",
  tryAgain: "Try again",
  backToBooking: "Back to your booking",
  findBooking: "Find your booking on our site",
  questions: (phone) => `Questions? Call ${phone}.`,
  test: "This is a test: no money moves.",
  description: (product, reference) => `${product}, booking ${reference}`,
  ofHold: (product) => `Booking: ${product}`,
  sandbox: {
    heading: "Test payment",
    text: "Choose how this payment ends. No money moves.",
    gone: "There is no such test payment.",
  },
  letters: {
    "payment-link": {
      subject: "Please pay {amount} for your booking {reference}",
      body: `Hello {guest},

for your booking of {product} on {date}, {amount} is to be paid. You can pay online:

{link}

Booking: {reference}

{operator}`,
    },
    paid: {
      subject: "Your payment of {amount} has arrived, booking {reference}",
      body: `Hello {guest},

thank you, we have received your payment of {amount} for {product} on {date}.

{rest}

Booking: {reference}

{operator}`,
    },
    "paid-back": {
      subject: "We are sending {amount} back to you",
      body: `Hello {guest},

we have received your payment of {amount} for {product} on {date}. There was no place or nothing to pay for it any more, so we are sending it back to you in full, in the way in which you paid. Depending on your bank, that takes up to ten days.

{reference}

{operator}`,
    },
    "no-seats": {
      subject: "{amount} arrived, but the seats are gone",
      body: `A guest, {guest}, has paid {amount} for {product} on {date}. The seats had been sold before the payment arrived.

The money goes back to the guest by itself, and the guest has been told by e-mail. You can follow it under Online payments.

Payment: {reference}

{operator}`,
    },
  },
  letterButton: "Pay now",
};
