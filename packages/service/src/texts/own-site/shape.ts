import type { CategoryCode } from "@paseo/contract";

/** The texts of the pages of an own booking site. The texts of the sale are in own-site-sale.ts. */
export interface SiteTexts {
  /** The first day of a week in a calendar: 1 is Monday, 7 is Sunday. */
  weekStart: 1 | 7;
  /** The name of the language, in the language. */
  language: string;
  skip: string;
  home: string;
  notFound: { heading: string; text: string };
  /** The catalogue cannot be read now. */
  unavailable: { heading: string; text: string };

  frame: {
    search: string;
    /** The button that opens the choice of language and currency. */
    preferences: string;
    languages: string;
    currencies: string;
    /** Prices in their own currency only. */
    ownCurrency: string;
    path: string;
    contact: string;
    trader: string;
    registration: string;
    legal: string;
    complaintBook: string;
  };
  legal: Record<"terms" | "privacy" | "notice", string>;
  /** Names of categories, as in a list. */
  categories: Record<CategoryCode, string>;

  lists: {
    cities: string;
    categories: string;
    popular: string;
    all: string;
    activities: (n: number) => string;
    inCity: (city: string) => string;
    none: string;
    notOffered: string;
    others: string;
    pages: string;
    pageOf: (page: number, of: number) => string;
    previous: string;
    next: string;
  };
  search: {
    heading: string;
    title: (q: string) => string;
    what: string;
    whatHint: string;
    city: string;
    anyCity: string;
    date: string;
    submit: string;
    sort: string;
    /** Not sorted by price. */
    usual: string;
    cheapest: string;
    today: string;
    tomorrow: string;
    /** The button of the filter above a list. */
    filter: string;
    found: (n: number) => string;
    onDay: (day: string) => string;
    nothing: string;
    nothingHint: string;
    badDate: string;
  };

  price: {
    from: string;
    free: string;
    /** A converted amount, which is not what is charged. */
    about: (amount: string) => string;
    /** After the price of a ticket for an adult. */
    perPerson: string;
    /** In which currency guests pay, where other amounts are shown. */
    charged: (currency: string) => string;
    soldOut: string;
  };

  product: {
    facts: string;
    duration: string;
    /** `hours` and `minutes` of a duration; each can be 0. */
    time: (hours: number, minutes: number) => string;
    days: (n: number) => string;
    spoken: string;
    groupSize: string;
    people: (n: number) => string;
    minimumAge: string;
    years: (n: number) => string;
    cancellation: string;
    about: string;
    highlights: string;
    included: string;
    notIncluded: string;
    bring: string;
    restrictions: string;
    accessibility: string;
    meeting: string;
    place: string;
    map: string;
    arrive: (minutes: number) => string;
    pickup: string;
    pickupAt: (minutes: number) => string;
    pickupOwn: string;
    options: string;
    contact: string;
    photos: string;
    /** What is in a photo without a text of its own. */
    photoOf: (name: string, n: number, of: number) => string;
    allPhotos: (n: number) => string;
    photoBy: (name: string) => string;
    video: string;
    more: string;
  };
  refund: {
    heading: string;
    /** `percent` is paid back when an order is cancelled this early. */
    tier: (percent: number, before: string) => string;
    before: (hours: number) => string;
    /** Of a ticket for a day without a time. */
    beforeDay: (hours: number) => string;
    /** Of a ticket without a date. */
    beforeEnd: (hours: number) => string;
    start: string;
    day: string;
    end: string;
    none: string;
    /** Of a product whose tickets are never refunded. */
    never: string;
    local: string;
    free: (before: string) => string;
  };

  booking: {
    heading: string;
    chooseDay: string;
    chooseTime: string;
    chooseOption: string;
    chooseTickets: string;
    next: (day: string) => string;
    previousMonth: string;
    nextMonth: string;
    noDays: string;
    noMonth: string;
    noTimes: string;
    soldOut: string;
    closed: string;
    /** Below the calendar: what the amounts of the days are. */
    legend: (currency: string) => string;
    legendPerPerson: (currency: string) => string;
    dayFrom: (day: string, price: string) => string;
    dayWithout: (day: string, why: string) => string;
    anotherDay: string;
    anotherTime: string;
    validUntil: (day: string) => string;
    anyDay: string;
    each: (price: string) => string;
    ages: (from: number | null, to: number | null) => string;
    /** Prices by number: `from` tickets, each at `price`. */
    step: (from: number, price: string) => string;
    stepFurther: (from: number, price: string) => string;
    stepPeople: (from: number, price: string) => string;
    standsFor: (people: number) => string;
    wholeEvent: string;
    perPeople: (people: number) => string;
    extra: string;
    required: (n: number) => string;
    inSteps: (n: number) => string;
    fewer: (ticket: string) => string;
    more: (ticket: string) => string;
    total: string;
    taxIncluded: string;
    update: string;
    submit: string;
    noPayment: string;
    noTickets: string;
    loading: string;
    check: string;
    /** The event of the address is not offered any more. */
    gone: string;
  };
}
