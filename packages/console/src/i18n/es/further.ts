export { account } from "./account.ts";
export { operations } from "./operations.ts";
export { guestLists } from "./orders/guest-lists.ts";
export { payments } from "./orders/payments.ts";
export { partnerOffer } from "./partners/partner-offer.ts";
export { terms } from "./partners/terms.ts";
