import { lazy } from "react";

/** Pages that load when they are first opened, so that the queue does not wait for them. */

export const DeliveryList = lazy(async () => ({
  default: (await import("../deliveries/DeliveryList.tsx")).DeliveryList,
}));
export const DeliveryPage = lazy(async () => ({
  default: (await import("../deliveries/DeliveryPage.tsx")).DeliveryPage,
}));
export const PartnerList = lazy(async () => ({ default: (await import("../partners/PartnerList.tsx")).PartnerList }));
export const PartnerPage = lazy(async () => ({ default: (await import("../partners/PartnerPage.tsx")).PartnerPage }));
export const SupplierList = lazy(async () => ({
  default: (await import("../suppliers/SupplierList.tsx")).SupplierList,
}));
export const ContentPages = lazy(async () => ({ default: (await import("../content/ContentPages.tsx")).ContentPages }));
export const CurrencyPages = lazy(async () => ({
  default: (await import("../currencies/CurrencyPages.tsx")).CurrencyPages,
}));
export const EventPages = lazy(async () => ({ default: (await import("../events/EventPages.tsx")).EventPages }));
export const ExchangePages = lazy(async () => ({
  default: (await import("../exchange/ExchangePages.tsx")).ExchangePages,
}));
export const WhiteLabelPages = lazy(async () => ({
  default: (await import("../whiteLabels/WhiteLabelList.tsx")).WhiteLabelPages,
}));
