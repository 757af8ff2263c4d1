/** Suppliers. */
export const suppliers = {
  title: "Suppliers",
  lead: "Who runs the activities, and how each is asked. Partners do not see them.",
  empty: "There are no suppliers: every order waits at your own desk. Make one to have it asked.",
  kind: {
    desk: "By e-mail or own desk",
    http: "Its own system",
    simulator: "Simulator",
  },
  kindLead: {
    desk: "It gets an e-mail with a link to answer by. Without an address, orders wait at your own desk.",
    http: "The service calls its system, signed with a secret.",
    simulator:
      "Orders are confirmed without anybody being asked. In a demo or sandbox only; elsewhere orders wait at your own desk.",
  },
  kindLocked: "Only owners and the orders role change how a supplier is asked.",
  field: {
    name: "Name",
    externalId: "Id",
    kind: "How it is asked",
    email: "E-mail address",
    url: "Address of its system",
    lang: "Language",
    minutes: "Must answer within (minutes)",
  },
  externalIdLead: "Your own id for it. It never changes.",
  emailLead: "May stay empty.",
  urlLead: "Begins with https://",
  langLead: "Of what is written to it.",
  minutesLead: "Afterwards the order is flagged for your desk. A day is 1440.",
  minutesWrong: "A whole number from 1 to 43200.",
  ownDesk: "Orders wait at your own desk",
  nobody: "Nobody is asked",
  within: "answers within %{lasting}",
  products: "%{smart_count} product |||| %{smart_count} products",
  noProducts: "no products",
  saved: "%{name} was saved.",
  act: {
    change: "Change",
    secret: "Secret",
    delete: "Delete",
  },
  create: {
    button: "New supplier",
    title: "A new supplier",
  },
  change: {
    title: "Change %{name}",
  },
  delete: {
    title: "Delete %{name}?",
    lead: "Only a supplier that no product and no order names can be deleted. This cannot be taken back.",
    done: "%{name} was deleted.",
  },
  secret: {
    title: "Secret of %{name}",
    lead: "Calls to its system are signed with it.",
    rotateTitle: "A new secret for %{name}?",
    rotateLead: "For 24 hours calls are signed with the former secret as well, so that its developers can change over.",
  },
} as const;
