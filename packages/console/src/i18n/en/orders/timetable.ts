/** Days and weeks by time: events in columns, with the hours down the side. */
export const timetable = {
  title: "Day plan",
  lead: "Drag an event to another guide or boat, or select it to see its guests and to give it to another one.",
  weekLead: "Select an event to see its guests and to give it to another one.",
  before: "Previous day",
  after: "Next day",
  day: "Day",
  columns: "Columns",
  by: { guide: "Guides", vehicle: "Boats and vehicles", room: "Rooms", equipment: "Equipment", product: "Products" },
  weekOf: "Week of %{name}",
  outside: "%{smart_count} event is in no column |||| %{smart_count} events are in no column",
  now: "Now: %{time}",
  lacks: "Missing: %{kinds}",
  unpaid: "%{smart_count} balance due |||| %{smart_count} balances due",
  finished: "finished",
  cannotServe: "does not serve this event",
  moreOrders: "%{smart_count} more order |||| %{smart_count} more orders",
} as const;
