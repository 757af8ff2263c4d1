/** Suppliers. */
export const suppliers = {
  title: "Suppliers",
  lead: "Companies that run the activities, and how they receive orders. Partners do not see them.",
  empty: "No suppliers: your orders desk handles every order. Create a supplier to send it orders.",
  kindLocked: "Only the roles Owner and Orders can change this.",
  field: {
    kind: "Receives orders by",
    minutes: "Answer time limit (minutes)",
  },
  externalIdLead: "Your own id for the supplier. It cannot be changed later.",
  langLead: "Language of the messages to the supplier.",
  minutesLead: "After that, the order is flagged. One day is 1440.",
  numberWrong: "Enter a whole number from %{minimum} to %{maximum}.",
  within: "answers within %{lasting}",
  products: "%{smart_count} product |||| %{smart_count} products",
  noProducts: "no products",
  create: { button: "New supplier" },
  delete: { lead: "Only a supplier without products and orders can be deleted. This cannot be undone." },
  secret: {
    title: "Secret of %{name}",
    lead: "Calls to the supplier's system are signed with this secret.",
    rotateLead: "For 24 hours, calls are signed with the previous secret too, so that its developers can change over.",
  },
} as const;
