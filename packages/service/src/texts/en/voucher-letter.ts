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
  },
  test: (operator) => ({
    subject: `Test message from ${operator}`,
    text: `Your mail server works: this message came from the back office of ${operator}.\n`,
  }),
};
