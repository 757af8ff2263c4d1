import type { TextKey, Translate } from "../i18n/index.ts";

/**
 * Translates the service's description of an error in a file or field into the operator's language. The service writes it in English, for
 * scripts too. Other descriptions are shown unchanged. A test reads all descriptions of the service.
 */
export function problemText(detail: string, t: Translate): string {
  const ofPassword = passwords[detail];
  if (ofPassword) return (t as (key: TextKey) => string)(ofPassword);
  for (const [pattern, name] of patterns) {
    const found = detail.match(pattern);
    if (found) return (t as (key: TextKey, values?: object) => string)(`importExport.problem.${name}`, found.groups);
  }
  return detail;
}

/** Texts for the service's details about password fields. */
const passwords: Record<string, TextKey> = {
  "is common": "problems.password-common",
  "is made of the own name, the e-mail address or the name of this service": "problems.password-personal",
  "is wrong": "problems.password-wrong",
  "is wrong, or was used": "problems.code-wrong",
};

type ProblemName =
  Extract<TextKey, `importExport.problem.${string}`> extends `importExport.problem.${infer Name}` ? Name : never;

const patterns: [RegExp, ProblemName][] = [
  [/^is missing$/, "missing"],
  [/^is not a field here$/, "noField"],
  [/^must be one of (?<list>.*)$/s, "oneOf"],
  [/^must be (?<type>string|number|integer|boolean|array|object|null)$/, "type"],
  [/^must match format "email"$/, "email"],
  [/^must not have fewer than 1 (?:characters|items)$/, "blank"],
  [/^must not have fewer than (?<least>\d+) characters$/, "shorter"],
  [/^must not have more than (?<most>\d+) characters$/, "longer"],
  [/^must be >= (?<least>-?\d+)$/, "atLeast"],
  [/^must be <= (?<most>-?\d+)$/, "atMost"],
  [/^must /, "unfit"],
  [/^It is blank\.$/, "blank"],
  [/^It is nested deeper than (?<most>\d+)\.$/, "nested"],
  [/^There is no such column\.$/, "noColumn"],
  [/^It is not one of (?<list>.*)\.$/s, "oddColumn"],
  [/^The column appears twice\.$/, "columnTwice"],
  [/^There are more cells than headings\.$/, "moreCells"],
  [/^There are more than (?<most>\d+) prices\.$/, "manyPrices"],
  [/^(?<value>.*) is not a date(: write 2026-06-16| of the calendar from 1900 to 9999)\.$/s, "date"],
  [/^(?<value>.*) is not a time: write 20:30\.$/s, "time"],
  [/^(?<value>.*) is not one of (?<list>.*)\.$/s, "notOneOf"],
  [/^(?<value>.*) is not a whole number up to (?<most>\d+), or (?<word>\w+)\.$/s, "capacity"],
  [/^(?<value>.*) is not an amount: write 45\.00, or - to take the ticket off\.$/s, "amount"],
  [/^There is no product (?<value>.*)\.$/s, "noProduct"],
  [/^(?<product>.*) has no item (?<value>.*)\.$/s, "noItem"],
  [/^This event is already in row (?<row>\d+)\.$/, "eventTwice"],
  [/^A scheduled product needs one\.$/, "needsTime"],
  [/^A schedule of a scheduled product needs times\.$/, "needsTime"],
  [/^A \w+ product has no times(: its events are at 00:00)?\.$/, "noTimes"],
  [/^A dateless product has no weekdays\.$/, "noWeekdays"],
  [/^The prices of (?<product>.*) are in (?<currency>[A-Z]+)\.$/s, "currency"],
  [/^(?<value>.*) is not a ticket rule of this item\.$/s, "noTicket"],
  [/^(?<currency>[A-Z]+) has (?<digits>\d) digits after the decimal point\.$/, "digits"],
  [/^No ticket would be left: to sell none, say availability removed\.$/, "noneLeft"],
  [/^An item of a dateless product has one event only\.$/, "oneEvent"],
  [/^This event is not there yet: to add it, say how many seats\.$/, "newSeats"],
  [/^This event is not there yet: to add it, give a price\.$/, "newPrice"],
  [/^A page needs a name and an address in a language\.$/, "pageLanguage"],
  [/^The character (?<value>.*) cannot be used\.$/s, "character"],
  [/^(?<value>.*) already appears at (?<place>.*)\.$/s, "twice"],
  [/^(?<value>.*) already has a price here\.$/s, "priceTwice"],
  [/^(?<value>.*) is already planned in this item(, and so are \d+ more)?\.$/s, "planned"],
  [/^A rate must be more than 0\.$/, "rate"],
  [/^The rate of USD is 1\.$/, "dollar"],
  [/^The order's price leaves (?<most>-?[\d.]+ [A-Z]{3}) to pay back\.$/, "refundMost"],
  [/^It must be one e-mail address, with nothing around it\.$/, "email"],
  [/^It must be an absolute http or https address without user name, password and fragment\.$/, "url"],
  [/^(?<value>.*) is not a time zone: .*$/s, "timeZone"],
  [/^Only events with a time need resources\. The product is \w+\.$/, "resourceTimes"],
  [/^Neither the item nor the product says how long it lasts\. Give the minutes here\.$/, "resourceMinutes"],
  [/^(?<value>.*) is already in requirement (?<n>\d+)\.$/s, "resourceTwice"],
  [/^(?<value>.*) is archived\.$/s, "resourceArchived"],
  [/^(?<value>.*) has a day off then\.$/s, "resourceOff"],
  [/^(?<value>.*) does not work then\.$/s, "resourceHours"],
  [/^(?<value>.*) is taken by (?<events>.*)\.$/s, "resourceTaken"],
  [/^(?<value>.*) has too few units\.$/s, "resourceUnits"],
  [/^(?<value>.*) is not less than (?<before>.*), that of the tier before\.$/, "tierLater"],
  [/^(?<value>.*) is more than (?<before>.*), that of the tier before\.$/, "tierMore"],
  [/^Only a question of the kind text has maxLength\.$/, "onlyText"],
  [/^Only a question of the kind choice has choices\.$/, "onlyChoice"],
  [/^A question of the kind choice needs two choices\.$/, "twoChoices"],
  [/^(?<value>-?\d+) is less than (?:minQuantity|ageFrom), (?<least>-?\d+)\.$/, "lessThanLeast"],
  [
    /^(?<value>-?\d+) cannot be bought: quantities go from (?<least>-?\d+) to (?<most>-?\d+) in steps of (?<step>-?\d+)\.$/,
    "quantity",
  ],
  [/^This schedule has no event at this date and time\.$/, "hitsNothing"],
  [/^(?<later>.*) is before (?<earlier>.*)\.$/s, "backwards"],
  [/^A schedule spans three years at most\.$/, "span"],
  [/^White label (?<value>.*) belongs to another partner\.$/s, "whiteLabel"],
  [/^(?<value>.*) is no [a-z ]+ of this catalogue\.$/s, "unknown"],
  [/^Only an owner can add a partner, or change its name or activity\.$/, "onlyOwner"],
  [/^Only an operator who decides orders can change how a supplier is called\.$/, "onlyOrders"],
  [/^Only an operator who decides orders can move a product to another supplier\.$/, "onlyOrdersMove"],
  [/^The file cannot be read\. It is not JSON: (?<why>.*)\.$/s, "notJson"],
  [/^The file cannot be read\. It is not in UTF-8\.$/, "notUtf8"],
  [/^The file cannot be read\. It has more than (?<most>\d+) (records|rows)\b.*$/s, "tooLong"],
  [/^The file cannot be read\. (?<why>.*)$/s, "unreadable"],
  [/^(?<subject>.*): (?<code>\S+) would cost (?<amount>-?[\d.]+) (?<currency>[A-Z]{3})\.$/s, "cost"],
  [/^(?<subject>.*) has (?<seats>\d+) seats\.$/s, "fewSeats"],
  [/^No selected event has the ticket (?<code>.*)\.$/s, "noEventTicket"],
  [/^The products have prices in (?<list>.*): change them by per cent, or one currency at a time\.$/, "currencies"],
  [/^\{(?<value>.*)\} is no placeholder\. There are (?<list>.*)\.$/s, "placeholder"],
  [/^The address is not an absolute URL\.$/, "url"],
  [/^The mail server cannot be reached or used \((?<code>.*)\)\.$/, "mailServer"],
  [/^The address is neither http nor https\.?$/, "scheme"],
  [/^The host is not on a public address\. The setting (?<setting>\w+) allows private addresses\.?$/, "privateAddress"],
  [/^A telephone number has no letters and at least (?<least>\d+) digits\.$/, "telephone"],
  [/^The address contains a user name or a password\.?$/, "userInAddress"],
];
