import type { VoucherLetterTexts } from "../shape.ts";

export const voucherLetter: VoucherLetterTexts = {
  original: {
    subject: "Your voucher {reference}: {product}",
    body: `Hello {guest},

Your voucher is attached. Show it at the entrance, printed or on your phone.

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
    subject: `Test message from ${operator}`,
    text: `Your mail server works: this message came from the back office of ${operator}.\n`,
  }),
};
