/** Lists, and the search (Ctrl K). */
export const lists = {
  display: "Rows and columns",
  density: { title: "Row height", compact: "One line", comfortable: "Two lines" },
  columns: "Columns",
  panel: {
    open: "Show beside the list: %{name}",
    page: "Open the page",
  },
  undo: "Undo",
  undone: "Undone.",
  inline: {
    seats: "Change the capacity: %{name}",
    price: "Change the price of %{ticket}: %{name}",
    seatsDone: "Capacity: %{former} → %{value}.",
    priceDone: "%{ticket}: %{former} → %{value}.",
    stepsDone: "Its prices by number changed with it.",
    seatsWrong: "A whole number from 0 to 1,000,000, or nothing for no limit.",
    tooFew: "Seats sold: %{sold}, more than the new capacity of %{capacity}. Is that right?",
    tooFewTitle: "Fewer seats than are sold",
    noLimit: "The capacity, %{capacity}, is removed: the event can be sold without a limit. Is that right?",
    noLimitTitle: "No limit on seats?",
    past: "This event can no longer be changed.",
  },
} as const;

export const commands = {
  kind: { actions: "Actions", pages: "Pages" },
  /** Other words for a new order. */
  sell: "sell, sale, ticket, booking, book",
  eventList: "List of events",
  lead: "Pages, actions, guests, orders, products and events. Try “close tonight’s flamenco”.",
  /** Words of a search that ask for an action on an event or name its day; phrases of several words first. */
  words: {
    close: "close, stop selling",
    open: "reopen, open",
    inform: "tell, notify, message",
    move: "move",
    cancel: "cancel",
    today: "tonight's, tonight, today's, today",
    tomorrow: "tomorrow's, tomorrow",
    ignored: "the, of, on, at, for, all, orders, guests, sales",
  },
} as const;
