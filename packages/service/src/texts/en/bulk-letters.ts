import type { BulkLetterTexts } from "../shape.ts";

export const bulkLetterTexts: BulkLetterTexts = {
  move: {
    subject: "New date for your booking {reference}: {product}",
    body: `Hello {guest},

Your booking has a new date. The former voucher is no longer valid.

{product}, {item}
Before: {former_date}
Now: {date}
{tickets}
{venue}, {address}
{meeting_point}

If the new date does not suit you, please let us know.

Booking: {reference}
New voucher, also attached: {voucher_link}

{operator}`,
  },
  cancel: {
    subject: "Cancelled: {product}, {former_date}",
    body: `Hello {guest},

We are sorry: we have to cancel this booking.

{product}, {item}
{former_date}
{tickets}

Your voucher is no longer valid. {refund}

Booking: {reference}

{operator}`,
  },
  facts: {
    subject: "Please note: changed details of your booking {reference}, {product}",
    body: `Hello {guest},

Some details of your booking have changed. Please read them before you come. The codes of your voucher stay valid.

{product}, {item}
{date}
{tickets}
{venue}, {address}
{meeting_point}
{pickup}

Booking: {reference}
Voucher with the new details, also attached: {voucher_link}

{operator}`,
  },
  inform: {
    subject: "About your booking {reference}: {product}",
    body: `Hello {guest},

…

{product}, {item}
{date}
{tickets}
{venue}, {address}
{meeting_point}

Booking: {reference}

{operator}`,
  },
};
