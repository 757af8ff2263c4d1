import type { Command } from "commander";

/** Names the resources of the back office, the first part of an operation's id. So `--help` loads no operation. */
export const resourceDescriptions: Record<string, string> = {
  operators: "People who use the console",
  audit: "Who changed what",
  home: "The store's own time zone and currency",
  brand: "The operator's logo, colour and contact",
  mail: "The mail server",
  channels: "Sales over OCTO, GetYourGuide and Viator",
  orders: "Orders, decisions about them, and their guests' data",
  bulkActions: "Actions on the orders of one event or several",
  products: "Products with their items, schedules and prices",
  events: "Events",
  catalogue: "The catalogue as one file",
  photos: "Photos of products",
  pages: "Content pages",
  pageRules: "Pages from cities and products",
  whiteLabels: "White labels of partners",
  sites: "The operator's own booking sites",
  currencies: "Currencies and their rates",
  suppliers: "Suppliers, and the secret that signs calls to them",
  blocks: "Seats that are blocked for groups",
  guides: "Events and calendars of guides",
  resources: "Boats, vans, rooms, guides and equipment that events share",
  vouchers: "Checking and redeeming vouchers",
  door: "What a device at the door reads and sends",
  partners: "Partners, and the secret that signs their callbacks",
  priceLists: "Lines of terms that several partners share",
  statements: "Statements of partners",
  bankFiles: "Payments of partners from a bank's files",
  keys: "Keys of partners",
  allotments: "Seats of events that are guaranteed to partners, or limited for them",
  callbacks: "Messages to partners about their orders",
  refusedOrders: "Refused orders of partners",
  listFormats: "Formats of the guest list, one row a person",
  dashboard: "Figures of sales and partners",
  ticketTypes: "Names of ticket types",
  search: "Search in everything",
  refunds: "Refunds that are due or paid",
  checkouts: "Payments of guests at providers",
  paymentKinds: "Providers through which guests pay",
  changes: "Changes of products and events, and their undo",
  closings: "The money of each day, and its closing",
  documents: "Documents for the accountant",
  letters: "The e-mail with a voucher",
  roles: "What each role may do",
};

export const kebabCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export function addResourceCommands(program: Command): void {
  program.commandsGroup("Operations of the back office:");
  for (const [name, description] of Object.entries(resourceDescriptions))
    program.command(kebabCase(name)).description(description);
}

/** Returns whether a word of the command line names a resource. */
export const isResource = (word: string): boolean =>
  Object.keys(resourceDescriptions).some((name) => kebabCase(name) === word);
