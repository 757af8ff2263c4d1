import type { Format } from "@paseo/contract";
import { namespace } from "../../../support/wire.ts";

/** A valid request, from which hostile bodies are made, and the problems that they get. */

/** The longest body that is read. */
export const megabyte = 1_048_576;
export const guid = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";

export const open = `<Event xmlns="${namespace}" Id="${guid}">`;
export const tickets = `<Tickets><Ticket Code="ADULT"><Quantity>1</Quantity></Ticket></Tickets>`;
const price = `<TotalUsd CurrencyCode="USD"><Value>1</Value></TotalUsd>`;
export const rest = `<Email>a@b</Email><PhoneNumber>1</PhoneNumber><RemoteHost>::1</RemoteHost>${price}`;
/** A request that is valid at both addresses, except for its key and the changes by tests. */
export const xml = (content = `<ApiKey>k</ApiKey>${tickets}${rest}`): string => `${open}${content}</Event>`;
export const xmlKey = (key: string): string => xml(`<ApiKey>${key}</ApiKey>${tickets}${rest}`);
const fields = {
  id: guid,
  apiKey: "k",
  tickets: [{ code: "ADULT", quantity: 1 }],
  email: "a@b",
  phoneNumber: "1",
  remoteHost: "::1",
  totalUsd: { currencyCode: "USD", value: 1 },
};
export const json = (more: object = {}): string => JSON.stringify({ ...fields, ...more });
/** Returns the valid request with a raw property before its other properties. */
export const jsonWith = (raw: string): string => json().replace("{", `{${raw},`);

export interface Hostile {
  name: string;
  format: Format;
  body: string | Uint8Array;
  code: string;
  /** The expected detail of the problem. */
  detail?: RegExp;
  /** The field that the problem names. */
  pointer?: string;
  contentType?: string;
  /** Expected status; 400 by default. */
  status?: number;
}

export const malformed = { code: "malformed-body" };
export const encoding = { code: "bad-encoding" };
export const field = (pointer: string) => ({ code: "invalid-field", pointer });
