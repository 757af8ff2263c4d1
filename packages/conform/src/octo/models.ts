import type { Shape } from "./shape.ts";

/** Records of OCTO, as the core of the standard and its capabilities describe them. */

const statuses = ["AVAILABLE", "FREESALE", "SOLD_OUT", "LIMITED", "CLOSED"];
const unitTypes = "ADULT YOUTH CHILD INFANT FAMILY SENIOR STUDENT MILITARY OTHER".split(" ");
const bookingStatuses = "ON_HOLD EXPIRED CONFIRMED CANCELLED PENDING REDEEMED REJECTED".split(" ");
const openingHours = [{ from: "text", to: "text" }] as const;

export const supplierShape: Shape = {
  id: "text",
  name: "text",
  endpoint: "address",
  contact: { website: "text?", email: "text?", telephone: "text?", address: "text?" },
};

export const capabilityShape: Shape = { id: "text", revision: "whole", required: "flag", dependencies: ["text"] };

export const productShape: Shape = {
  id: "text",
  internalName: "text",
  reference: "text?",
  locale: "text",
  timeZone: "text",
  allowFreesale: "flag",
  instantConfirmation: "flag",
  instantDelivery: "flag",
  availabilityRequired: "flag",
  availabilityType: { any: ["START_TIME", "OPENING_HOURS"] },
  deliveryFormats: ["text"],
  deliveryMethods: [{ any: ["TICKET", "VOUCHER"] }],
  redemptionMethod: { any: ["DIGITAL", "PRINT", "MANIFEST"] },
  options: ["object"],
};

export const optionShape: Shape = {
  id: "text",
  default: "flag",
  internalName: "text",
  reference: "text?",
  availabilityLocalStartTimes: ["text"],
  cancellationCutoff: "text",
  cancellationCutoffAmount: "whole",
  cancellationCutoffUnit: { any: ["hour", "minute", "day"] },
  requiredContactFields: ["text"],
  restrictions: { minUnits: "whole", maxUnits: "whole?" },
  units: ["object"],
};

export const unitShape: Shape = {
  id: "text",
  internalName: "text",
  reference: "text?",
  type: { any: unitTypes },
  requiredContactFields: ["text"],
  restrictions: {
    minAge: "whole",
    maxAge: "whole",
    idRequired: "flag",
    minQuantity: "whole?",
    maxQuantity: "whole?",
    paxCount: "whole",
    accompaniedBy: ["text"],
  },
};

export const availabilityShape: Shape = {
  id: "text",
  localDateTimeStart: "time",
  localDateTimeEnd: "time",
  allDay: "flag",
  available: "flag",
  status: { any: statuses },
  vacancies: "whole?",
  capacity: "whole?",
  maxUnits: "whole?",
  utcCutoffAt: "instant",
  openingHours,
};

export const calendarDayShape: Shape = {
  localDate: "day",
  available: "flag",
  status: { any: statuses },
  vacancies: "whole?",
  capacity: "whole?",
  openingHours,
};

const contact: Shape = {
  fullName: "text?",
  firstName: "text?",
  lastName: "text?",
  emailAddress: "text?",
  phoneNumber: "text?",
};

export const bookingShape: Shape = {
  id: "text",
  uuid: "text",
  testMode: "flag",
  resellerReference: "text?",
  supplierReference: "text?",
  status: { any: bookingStatuses },
  utcCreatedAt: "instant",
  utcUpdatedAt: "instant",
  utcExpiresAt: "instant?",
  utcRedeemedAt: "instant?",
  utcConfirmedAt: "instant?",
  productId: "text",
  optionId: "text",
  cancellable: "flag",
  cancellation: "object?",
  freesale: "flag",
  availabilityId: "text?",
  contact,
  notes: "text?",
  deliveryMethods: ["text"],
  voucher: "object?",
  unitItems: [{ uuid: "text", unitId: "text", status: { any: bookingStatuses }, contact, ticket: "object?" }],
};

export const cancellationShape: Shape = { refund: { any: ["FULL", "PARTIAL", "NONE"] }, utcCancelledAt: "instant" };

export const pricingShape: Shape = {
  original: "whole",
  retail: "whole",
  net: "whole?",
  currency: "text",
  currencyPrecision: "whole",
  includedTaxes: ["object"],
};
