/** The effects of a change of the catalogue, in its preview and in its result. */
export const changes = {
  title: "Changes",
  none: "No changes: everything already has these values.",
  kind: {
    currencies: "Currencies",
    partners: "Partners",
    suppliers: "Suppliers",
    ticketTypes: "Ticket types",
    products: "Products",
    items: "Items",
    events: "Events",
    pages: "Pages",
  },
  counted: {
    currencies: {
      added: "%{smart_count} new currency |||| %{smart_count} new currencies",
      changed: "%{smart_count} currency changed |||| %{smart_count} currencies changed",
      removed: "%{smart_count} currency removed |||| %{smart_count} currencies removed",
    },
    partners: {
      added: "%{smart_count} new partner |||| %{smart_count} new partners",
      changed: "%{smart_count} partner changed |||| %{smart_count} partners changed",
      removed: "%{smart_count} partner removed |||| %{smart_count} partners removed",
    },
    suppliers: {
      added: "%{smart_count} new supplier |||| %{smart_count} new suppliers",
      changed: "%{smart_count} supplier changed |||| %{smart_count} suppliers changed",
      removed: "%{smart_count} supplier removed |||| %{smart_count} suppliers removed",
    },
    ticketTypes: {
      added: "%{smart_count} new ticket type |||| %{smart_count} new ticket types",
      changed: "%{smart_count} ticket type changed |||| %{smart_count} ticket types changed",
      removed: "%{smart_count} ticket type removed |||| %{smart_count} ticket types removed",
    },
    products: {
      added: "%{smart_count} new product |||| %{smart_count} new products",
      changed: "%{smart_count} product changed |||| %{smart_count} products changed",
      removed: "%{smart_count} product removed |||| %{smart_count} products removed",
    },
    items: {
      added: "%{smart_count} new item |||| %{smart_count} new items",
      changed: "%{smart_count} item changed |||| %{smart_count} items changed",
      removed: "%{smart_count} item removed |||| %{smart_count} items removed",
    },
    events: {
      added: "%{smart_count} new event |||| %{smart_count} new events",
      changed: "%{smart_count} event changed |||| %{smart_count} events changed",
      removed: "%{smart_count} event removed |||| %{smart_count} events removed",
    },
    pages: {
      added: "%{smart_count} new page |||| %{smart_count} new pages",
      changed: "%{smart_count} page changed |||| %{smart_count} pages changed",
      removed: "%{smart_count} page removed |||| %{smart_count} pages removed",
    },
  },
  list: {
    title: "Changes made",
    lead: "Changes of products and events, the latest first. Each can be undone while nobody has changed the same values since.",
    none: "Nobody has changed a product or an event yet.",
  },
  report: "Change",
  undo: {
    button: "Undo this change",
    yes: "Undo",
    lead: "The changed values go back to what they were. Partners receive an ordinary update. E-mails and messages that were sent stay sent.",
    kept: "%{smart_count} value was changed since, so it stays. |||| %{smart_count} values were changed since, so they stay.",
    lost: "The state before this change is no longer stored: %{list}.",
    done: "The change is undone.",
  },
  before: "Before",
  after: "After",
  new: "New",
  removed: "Removed",
  unseen: "not visible to partners",
  more: "%{smart_count} more is not listed. |||| %{smart_count} more are not listed.",
  nothing: "none",
  yes: "yes",
  no: "no",
  guests:
    "%{smart_count} order with %{seats} seats is affected: its guest notices the change. |||| %{smart_count} orders with %{seats} seats are affected: their guests notice the change.",
  guestsFacts:
    "What changes for them: %{list}. New vouchers and e-mails say so. Guests who already have theirs learn it only from an e-mail.",
  guestsGone: "the event goes off sale",
  guestsMoreEvents: "An e-mail goes to %{n} of the events at once: repeat it for the other %{more}.",
  guestsNamed: "Affected orders",
  guestsUnnamed: "And %{smart_count} more order. |||| And %{smart_count} more orders.",
  tellGuests: "Write to the guest |||| Write to the guests of %{smart_count} orders",
  moves:
    "%{smart_count} event with %{seats} booked seats gets another time: %{times}. |||| %{smart_count} events with %{seats} booked seats get another time: %{times}.",
  movesLead:
    "You can save and move their orders to the new time, with an e-mail to the guests. If you only save, the orders stay valid at the former time.",
  movesMore:
    "A move takes %{n} of the events at once. Move the orders of the other %{more} on the pages of these events.",
  saveAndMove: "Save and move the orders",
  saveAndTell: "Save and write to the guests",
  outdated: "%{languages}: not changed, out of date?",
  outdatedTexts:
    "Texts in %{languages} stay as they were, although another language changes. They are marked below: check them before you save.",
  soldEvents:
    "%{smart_count} changed event has sold seats (%{seats}). Existing orders keep their price. |||| %{smart_count} changed events have sold seats (%{seats}). Existing orders keep their price.",
  overbooked:
    "%{smart_count} event has sold more seats than its new capacity. |||| %{smart_count} events have sold more seats than their new capacity.",
  removedSold:
    "%{smart_count} event with sold seats (%{seats}) goes off sale. Its orders remain valid. |||| %{smart_count} events with sold seats (%{seats}) go off sale. Their orders remain valid.",
  copies:
    "%{smart_count} partner keeps a copy of the catalogue. |||| %{smart_count} partners keep a copy of the catalogue.",
  copiesNone: "No partner keeps a copy of the catalogue at the moment.",
  copiesUntouched: "Partners receive nothing new: no data that they can read changes.",
  brings: "The partners' next update brings: %{list}.",
  bring: {
    products: "%{smart_count} product |||| %{smart_count} products",
    events: "%{smart_count} event |||| %{smart_count} events",
    pages: "%{smart_count} page |||| %{smart_count} pages",
    currencies: "%{smart_count} currency |||| %{smart_count} currencies",
    deletedProducts: "%{smart_count} deletion |||| %{smart_count} deletions",
  },
} as const;
