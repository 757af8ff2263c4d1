import type Type from "typebox";
import { CatalogNotification, ChangeNotification, OrderNotification } from "./notifications.ts";
import * as s from "./schemas.ts";

/** Every record by its name in the OpenAPI document and in the XSD. */
export const components: Readonly<Record<string, Type.TSchema>> = {
  ProductSummary: s.ProductSummary,
  Product: s.Product,
  Location: s.Location,
  Item: s.Item,
  TicketRule: s.TicketRule,
  QuestionConfiguration: s.QuestionConfiguration,
  Price: s.Price,
  UsdPrice: s.UsdPrice,
  PagedProducts: s.PagedProducts,
  PagedDeletedProducts: s.PagedDeletedProducts,
  VersionResponse: s.VersionResponse,
  Event: s.Event,
  EventTicket: s.EventTicket,
  PagedEvents: s.PagedEvents,
  EventSeats: s.EventSeats,
  DayAvailability: s.DayAvailability,
  PagedAvailability: s.PagedAvailability,
  Content: s.Content,
  ItemContent: s.ItemContent,
  MeetingPoint: s.MeetingPoint,
  Pickups: s.Pickups,
  PickupPlace: s.PickupPlace,
  Contact: s.Contact,
  RefundTier: s.RefundTier,
  TicketSize: s.TicketSize,
  TicketType: s.TicketType,
  OwnQuestion: s.OwnQuestion,
  AnswerChoice: s.AnswerChoice,
  OtherLanguage: s.OtherLanguage,
  PagedContents: s.PagedContents,
  Page: s.Page,
  PagedPages: s.PagedPages,
  Currency: s.Currency,
  Currencies: s.Currencies,
  CatalogDigest: s.CatalogDigest,
  ProductsDigest: s.ProductsDigest,
  DigestByLanguage: s.DigestByLanguage,
  RecordsDigest: s.RecordsDigest,
  ValidateRequest: s.ValidateRequest,
  ValidateResponse: s.ValidateResponse,
  TicketSelection: s.TicketSelection,
  Question: s.Question,
  ErrorEntry: s.ErrorEntry,
  BookRequest: s.BookRequest,
  CancelRequest: s.CancelRequest,
  CancelledOrder: s.CancelledOrder,
  HoldRequest: s.HoldRequest,
  HoldChangeRequest: s.HoldChangeRequest,
  Hold: s.Hold,
  AmendmentRequest: s.AmendmentRequest,
  Amendment: s.Amendment,
  Answer: s.Answer,
  Order: s.Order,
  OrderEvent: s.OrderEvent,
  Pass: s.Pass,
  ListedOrder: s.ListedOrder,
  Orders: s.Orders,
  Terms: s.Terms,
  TermsLine: s.TermsLine,
  TermsLimit: s.TermsLimit,
  ListedStatement: s.ListedStatement,
  Statements: s.Statements,
  StatementLine: s.StatementLine,
  Statement: s.Statement,
  OrderNotification,
  ChangeNotification,
  CatalogNotification,
  Problem: s.Problem,
};

/** `recordSchema` copies schemas to name them, so a component is recognised by its content, not by its identity. */
const content = (schema: object): string => JSON.stringify({ ...schema, xml: undefined });

const names = new Map(Object.entries(components).map(([name, schema]) => [content(schema), name]));
if (names.size !== Object.keys(components).length) throw new Error("Two components have the same content");

/** Returns the name of the component with this content; undefined when there is none. */
export const componentName = (schema: object): string | undefined => names.get(content(schema));
