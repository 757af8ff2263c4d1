export type {
  Answer,
  AvailabilityCode,
  Currencies,
  Currency,
  ErrorEntry,
  Event,
  FieldError,
  Form,
  Item,
  Language,
  Order,
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
  ValidateResponse,
  VersionResponse,
} from "@paseo/contract";
export * from "./callback.ts";
export {
  type Booking,
  type BookOptions,
  type EventFilter,
  type ListFilter,
  type PageFilter,
  PaseoClient,
  type ProductFilter,
  type Selection,
} from "./client.ts";
export {
  BadRequest,
  Conflict,
  ConnectionFailed,
  Forbidden,
  NotFound,
  Overloaded,
  PaseoError,
  ProblemError,
  RateLimited,
  TimedOut,
  Unauthorized,
  UnexpectedAnswer,
  VersionExpired,
} from "./errors.ts";
export type { List } from "./lists.ts";
export { type CallOptions, type ClientOptions, clientVersion } from "./options.ts";
export type { Backoff } from "./sending.ts";
