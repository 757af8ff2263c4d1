import Type from "typebox";
import { callbackOperations } from "./dispatch/callback-operations.ts";
import { supplierOperations } from "./dispatch/supplier-operations.ts";
import { supplierPriceOperations } from "./dispatch/supplier-price-operations.ts";
import { supplierProductOperations } from "./dispatch/supplier-product-operations.ts";
import { changeOperations } from "./editing/change-operations.ts";
import { currencyOperations } from "./editing/currency-operations.ts";
import { eventChangeOperations } from "./editing/event-change-operations.ts";
import { eventOperations } from "./editing/event-operations.ts";
import { eventSheetOperations } from "./editing/event-sheet-operations.ts";
import { exchangeOperations } from "./editing/exchange-operations.ts";
import { listingChangeOperations } from "./editing/listing-change-operations.ts";
import { pageOperations } from "./editing/page-operations.ts";
import { pageRuleOperations } from "./editing/page-rule-operations.ts";
import { pastYearOperations } from "./editing/past-year-operations.ts";
import { photoOperations } from "./editing/photo-operations.ts";
import { productOperations } from "./editing/product-operations.ts";
import { ticketTypeSheetOperations } from "./editing/ticket-type-sheet-operations.ts";
import { whiteLabelOperations } from "./editing/white-label-operations.ts";
import { type AdminOperation, allRoles, operation } from "./operation.ts";
import { brandOperations } from "./operators/brand-operations.ts";
import { channelOperations } from "./operators/channel-operations.ts";
import { homeOperations } from "./operators/home-operations.ts";
import { mailOperations } from "./operators/mail-operations.ts";
import { operatorOperations } from "./operators/operator-operations.ts";
import { ownAccountOperations } from "./operators/own-account-operations.ts";
import { sessionOperations } from "./operators/session-operations.ts";
import { accountOperations } from "./orders/account-operations.ts";
import { amendmentOperations } from "./orders/amendment-operations.ts";
import { blockOperations } from "./orders/block-operations.ts";
import { bulkActionOperations } from "./orders/bulk/bulk-action-operations.ts";
import { dashboardOperations } from "./orders/dashboard-operations.ts";
import { deskSaleOperations } from "./orders/desk-sale-operations.ts";
import { filterOperations } from "./orders/filter-operations.ts";
import { moneyOperations } from "./orders/money-operations.ts";
import { orderExportOperations } from "./orders/order-export-operations.ts";
import { orderOperations } from "./orders/order-operations.ts";
import { refundOperations } from "./orders/refund-operations.ts";
import { searchOperations } from "./orders/search-operations.ts";
import { ownCallbackOperations } from "./own/own-callback-operations.ts";
import { ownKeyOperations } from "./own/own-key-operations.ts";
import { ownMoneyOperations } from "./own/own-money-operations.ts";
import { ownOrderOperations } from "./own/own-order-operations.ts";
import { ownReportOperations } from "./own/own-report-operations.ts";
import { allotmentOperations } from "./partners/allotment-operations.ts";
import { catalogAddressOperations } from "./partners/catalog-address-operations.ts";
import { offerOperations } from "./partners/offer-operations.ts";
import { partnerKeyOperations } from "./partners/partner-key-operations.ts";
import { partnerOperations } from "./partners/partner-operations.ts";
import { checkoutOperations } from "./payments/checkout-operations.ts";
import { paymentKindOperations } from "./payments/payment-kind-operations.ts";
import { paymentLinkOperations } from "./payments/payment-link-operations.ts";
import { guideOperations } from "./resources/guide-operations.ts";
import { resourcePlanOperations } from "./resources/plan-operations.ts";
import { resourceOperations } from "./resources/resource-operations.ts";
import { timetableOperations } from "./resources/timetable-operations.ts";
import { siteGuestOperations } from "./site/guest-operations.ts";
import { siteOperations } from "./site/site-operations.ts";
import { bankOperations } from "./terms/bank-operations.ts";
import { countOperations } from "./terms/count-operations.ts";
import { priceListOperations } from "./terms/price-list-operations.ts";
import { statementOperations } from "./terms/statement-operations.ts";
import { statementRunOperations } from "./terms/statement-run-operations.ts";
import { termsOperations } from "./terms/terms-operations.ts";
import { attendanceOperations } from "./visits/attendance-operations.ts";
import { collectOperations } from "./visits/collect-operations.ts";
import { dayOperations } from "./visits/day-operations.ts";
import { doorOperations } from "./visits/door-operations.ts";
import { letterOperations } from "./visits/letter-operations.ts";
import { listFormatOperations } from "./visits/list-format-operations.ts";
import { receiptOperations } from "./visits/receipt-operations.ts";
import { ticketTypeOperations } from "./visits/ticket-type-operations.ts";
import { voucherOperations } from "./visits/voucher-operations.ts";

/** Operations on the caller's own account, session and partner. The command line has none of them. */
const personalOperations: readonly AdminOperation[] = [
  ...sessionOperations,
  ...ownAccountOperations,
  ...filterOperations,
  ...ownReportOperations,
  ...ownOrderOperations,
  ...ownMoneyOperations,
  ...ownKeyOperations,
  ...ownCallbackOperations,
];

const operations: readonly AdminOperation[] = [
  ...operatorOperations,
  ...homeOperations,
  ...brandOperations,
  ...mailOperations,
  ...channelOperations,
  ...orderOperations,
  ...deskSaleOperations,
  ...accountOperations,
  ...paymentLinkOperations,
  ...checkoutOperations,
  ...paymentKindOperations,
  ...blockOperations,
  ...amendmentOperations,
  ...bulkActionOperations,
  ...productOperations,
  ...listingChangeOperations,
  ...eventOperations,
  ...eventChangeOperations,
  ...changeOperations,
  ...eventSheetOperations,
  ...pastYearOperations,
  ...exchangeOperations,
  ...photoOperations,
  ...pageOperations,
  ...pageRuleOperations,
  ...whiteLabelOperations,
  ...siteOperations,
  ...siteGuestOperations,
  ...currencyOperations,
  ...supplierOperations,
  ...supplierPriceOperations,
  ...supplierProductOperations,
  ...resourceOperations,
  ...resourcePlanOperations,
  ...timetableOperations,
  ...guideOperations,
  ...attendanceOperations,
  ...listFormatOperations,
  ...voucherOperations,
  ...doorOperations,
  ...collectOperations,
  ...receiptOperations,
  ...partnerOperations,
  ...offerOperations,
  ...partnerKeyOperations,
  ...termsOperations,
  ...priceListOperations,
  ...statementOperations,
  ...statementRunOperations,
  ...bankOperations,
  ...countOperations,
  ...catalogAddressOperations,
  ...allotmentOperations,
  ...callbackOperations,
  ...dashboardOperations,
  ...dayOperations,
  ...ticketTypeOperations,
  ...ticketTypeSheetOperations,
  ...searchOperations,
  ...orderExportOperations,
  ...refundOperations,
  ...moneyOperations,
  ...letterOperations,
];

const rolesTable = operation({
  id: "roles.table",
  method: "GET",
  path: "/roles",
  summary: "List the operations that each role may call",
  roles: allRoles,
  beforeSecondFactor: true,
  response: Type.Record(Type.String(), Type.Array(Type.String())),
  run: async () => Object.fromEntries(allRoles.map((role) => [role, allowed(role)])),
});

const allowed = (role: (typeof allRoles)[number]): string[] =>
  adminOperations.filter(({ roles }) => roles === "anyone" || roles.includes(role)).map(({ id }) => id);

/** Operations that are also commands. */
export const storeOperations: readonly AdminOperation[] = [...operations, rolesTable];

/** Every operation of the back office: the one list that the router, the OpenAPI document and the tests read. */
export const adminOperations: readonly AdminOperation[] = [...personalOperations, ...storeOperations];
