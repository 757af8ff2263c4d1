export type {
  Answer,
  AvailabilityCode,
  CatalogDigest,
  ChangeStatus,
  Currencies,
  Currency,
  DayAvailability,
  ErrorEntry,
  Event,
  FieldError,
  Format,
  HoldStatus,
  Item,
  Language,
  OrderEvent,
  OrderStatus,
  Page,
  Paged,
  Price,
  Product,
  ProductSummary,
  Question,
  TicketRule,
  TicketSelection,
  VersionResponse,
} from "@paseo/contract";
export type {
  ChangeToQuote,
  Hold,
  Order,
  OrderChange,
  QuoteToAccept,
  RefusedChange,
  RefusedHold,
  RefusedOrder,
  RefusedSelection,
  ValidateResponse,
  ValidChange,
  ValidHold,
  ValidOrder,
  ValidSelection,
} from "./answers.ts";
export * from "./callback.ts";
export { type BookOptions, type HoldOptions, PaseoClient } from "./client.ts";
export {
  BadRequest,
  Conflict,
  ConnectionFailed,
  Forbidden,
  isTemporary,
  NotFound,
  Overloaded,
  ProblemError,
  RateLimited,
  TimedOut,
  Unauthorized,
  UnexpectedAnswer,
  VersionExpired,
} from "./errors.ts";
export type {
  AvailabilityFilter,
  Booking,
  EventFilter,
  ListFilter,
  PageFilter,
  ProductFilter,
  Selection,
  SelectionToHold,
} from "./filters.ts";
export type { List } from "./lists.ts";
export { type CallOptions, type ClientOptions, clientVersion } from "./options.ts";
export { PaseoError } from "./paseo-error.ts";
export type { Backoff } from "./sending.ts";
