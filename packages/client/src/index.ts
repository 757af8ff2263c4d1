export type {
  Answer,
  AvailabilityCode,
  CatalogDigest,
  Currencies,
  Currency,
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
  Hold,
  Order,
  RefusedHold,
  RefusedOrder,
  RefusedSelection,
  ValidateResponse,
  ValidHold,
  ValidOrder,
  ValidSelection,
} from "./answers.ts";
export * from "./callback.ts";
export {
  type Booking,
  type BookOptions,
  type EventFilter,
  type HoldOptions,
  type ListFilter,
  type PageFilter,
  PaseoClient,
  type ProductFilter,
  type Selection,
  type SelectionToHold,
} from "./client.ts";
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
export type { List } from "./lists.ts";
export { type CallOptions, type ClientOptions, clientVersion } from "./options.ts";
export { PaseoError } from "./paseo-error.ts";
export type { Backoff } from "./sending.ts";
