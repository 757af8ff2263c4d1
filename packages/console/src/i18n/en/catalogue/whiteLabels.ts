/** White labels: the sites of partners. */
export const whiteLabels = {
  title: "Partner sites",
  ownTitle: "Website",
  lead: "Sites on which partners sell your products. A page appears on all sites or on selected ones.",
  search: "Code or name",
  pagesOf: "Pages of %{code}: %{n}",
  codeLead: "Partners request pages with this code. It cannot be changed later.",
  taken: "There is a site with this code already.",
  fault: { code: "Enter a code without spaces." },
  create: {
    button: "New site",
    lead: "Partners see it in their list immediately.",
    done: "%{code} was created.",
  },
  rename: {
    button: "Rename",
    title: "Rename %{code}",
    done: "%{code} was renamed.",
    present: "Another operator renamed it to %{name}. Your name is still in the form.",
  },
  delete: {
    title: "Delete %{code}?",
    lead: "%{partner} loses the site %{name}. A site with pages cannot be deleted.",
    done: "%{code} was deleted.",
  },
} as const;
