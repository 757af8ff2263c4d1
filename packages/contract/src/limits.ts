/**
 * Limits of the interface. The contract's table has the first five. The further limits are for values that the contract
 * leaves open.
 */
export const limits = {
  email: 256,
  phoneNumber: 50,
  guestName: 200,
  callbackUrl: 256,
  externalReference: 64,
  retentionDays: 5,
  apiKey: 128,
  whiteLabelCode: 64,
  code: 64,
  answer: 500,
  tickets: 50,
  answers: 2000,
  quantity: 9999,
  query: 200,
  cursor: 4000,
  /** Local days of one range of availability: of one product, and of all products. */
  availabilityDays: 366,
  availabilityDaysOfAll: 31,
  bodyBytes: 1_048_576,
  xmlDepth: 32,
  /** Elements and attributes of a request in XML. 2,000 answers with their codes are 6,000. */
  xmlNodes: 10_000,
  /** Wrong fields that the answer to a refused request names. */
  problems: 20,
} as const;

/** The pattern of an e-mail address that a partner or a channel sends, and of an operator's own. */
export const emailPattern = "^[^\\s@]+@[^\\s@]+$";
const emailExpression = new RegExp(emailPattern);
export const isEmailAddress = (text: string): boolean => emailExpression.test(text);

/**
 * The pattern of an address of letters that an operator enters. Characters that separate or enclose addresses in a mail header would make
 * several recipients of one.
 */
export const mailboxPattern = '^[^\\s@<>(),;:"\\\\[\\]]+@[^\\s@<>(),;:"\\\\[\\]]+$';
const mailboxExpression = new RegExp(mailboxPattern);
export const isMailbox = (text: string): boolean => mailboxExpression.test(text);

/** Records on a page of each list. */
export const pageSizes = {
  products: 100,
  pages: 100,
  events: 500,
  productsdeleted: 500,
  availability: 500,
  contents: 100,
  orders: 100,
} as const;

/** Milliseconds of a day without a change of the clock. */
export const msPerDay = 86_400_000;
