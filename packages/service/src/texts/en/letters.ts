import type { LetterTexts } from "../shape.ts";

export const letterTexts: LetterTexts = {
  originals: {
    confirmation: {
      subject: "Your voucher {reference}: {product}",
      body: `Hello {guest},

Your booking is confirmed, and your voucher is attached. Show it at the entrance, printed or on your phone.

{product}, {item}
{date}
{tickets}
{venue}, {address}
{pickup}
{meeting_point}

Booking: {reference}
Voucher: {voucher_link}

{operator}`,
    },
    reminder: {
      subject: "Reminder: {product}, {date}",
      body: `Hello {guest},

We look forward to your visit. Here is everything you need. Please bring your voucher, printed or on your phone.

{product}, {item}
{date}
{tickets}
{venue}, {address}
{pickup}
{meeting_point}

Booking: {reference}
Voucher: {voucher_link}

{operator}`,
    },
    change: {
      subject: "Your booking {reference} has changed: {product}",
      body: `Hello {guest},

Your booking has changed. This is what is booked now. Please use the attached voucher.

{product}, {item}
{date}
{tickets}
{venue}, {address}
{pickup}
{meeting_point}

Booking: {reference}
Voucher: {voucher_link}

{operator}`,
    },
    cancellation: {
      subject: "Cancelled: {product}, {date}",
      body: `Hello {guest},

Your booking is cancelled, and your voucher is no longer valid. If you are due a refund, you get it from where you booked, in the way you paid.

{product}, {item}
{date}
{tickets}

Booking: {reference}

{operator}`,
    },
    thanks: {
      subject: "Thank you for your visit: {product}",
      body: `Hello {guest},

Thank you for being our guest. We hope that you enjoyed it, and look forward to seeing you again.

{product}, {item}
{date}

{operator}`,
    },
  },
  button: "Open the voucher",
  noInvoice: "This message is not an invoice.",
  refund: "You get your refund from where you booked, in the way you paid.",
  sample: {
    guest: "First and last name",
    product: "Night of flamenco",
    item: "Seat",
    tickets: "2 × Adult, 1 × Child",
    venue: "Tablao",
    address: "Main Street 1",
    pickup: "Pickup: Hotel Plaza, Station Road 3\nWe pick you up on Saturday, June 15, 2030 at 7:15 PM.",
    meeting_point: "Meeting point: main door, Main Street 1\nArrive 15 minutes early.",
  },
  test: (operator) => ({
    subject: `Test e-mail from ${operator}`,
    text: `Your mail server works: this e-mail came from the back office of ${operator}.\n`,
  }),
};
