/** Named lists of guests: files with one row a person. */

export const guestLists = {
  more: "Other lists",
  orders: "One row per order",
  persons: "One row per person",
  create: "New list",
  createLead:
    "For a harbour, an airport or a park: one row per person, with the columns and formats that they ask for.",
  edit: "Change %{name}",
  name: "Name of the list",
  file: "File",
  separator: "Separator",
  separators: { comma: "Comma", semicolon: "Semicolon", tab: "Tab" },
  dateFormat: "Dates",
  isDefault: "Offer this list first",
  columns: "Columns",
  column: "Column %{n}",
  heading: "Heading of column %{n}",
  add: "Add a column",
  up: "Move column %{n} up",
  down: "Move column %{n} down",
  remove: "Remove column %{n}",
  saved: "The list %{name} was saved.",
  deleteTitle: "Delete the list %{name}?",
  deleted: "The list %{name} was deleted.",
} as const;
