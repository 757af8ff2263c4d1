/** White labels: the sites of partners. */
export const whiteLabels = {
  title: "White labels",
  lead: "Sites of partners. A page can be on every site, or on some.",
  search: "Code or name",
  field: { code: "Code", name: "Name", pages: "Pages" },
  pagesOf: "Pages of %{code}: %{n}",
  codeLead: "Partners ask for pages by it. It cannot be changed later.",
  taken: "There is a white label with this code already.",
  fault: { code: "A code is needed, without blanks." },
  create: {
    button: "New white label",
    title: "A new white label",
    lead: "Partners see it in their list at once.",
    done: "%{code} is there.",
  },
  rename: {
    button: "Rename",
    title: "Rename %{code}",
    done: "%{code} was renamed.",
    present: "Somebody else has named it %{name}. What you typed still stands.",
  },
  delete: {
    button: "Delete",
    title: "Delete %{code}?",
    lead: "%{partner} loses the site %{name}. While pages name it, it cannot be deleted.",
    done: "%{code} was deleted.",
  },
} as const;
