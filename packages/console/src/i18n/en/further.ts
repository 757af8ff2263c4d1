/** The texts that only pages other than the overview show. */
export { account } from "./account.ts";
export { productForm } from "./catalogue/product-form.ts";
export { site } from "./catalogue/site.ts";
export { channels, ownBrand, pullChannels } from "./home-sections.ts";
export { mail } from "./mail.ts";
export { operations } from "./operations.ts";
export { collect } from "./orders/collect.ts";
export { door } from "./orders/door.ts";
export { guestLists } from "./orders/guest-lists.ts";
export { payments } from "./orders/payments.ts";
export { ownPartner } from "./partners/own.ts";
export { partnerOffer } from "./partners/partner-offer.ts";
export { settling } from "./partners/settling.ts";
export { terms } from "./partners/terms.ts";
