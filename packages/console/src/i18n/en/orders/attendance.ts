/** Guests who did not come, and guests who booked twice. */

export const attendance = {
  noShow: "No-show",
  noShows: "%{smart_count} no-show |||| %{smart_count} no-shows",
  title: "No-shows",
  rate: "%{share} no-shows",
  countOf: "%{n} (%{share})",
  mark: "Mark as no-show",
  markOf: "Mark as no-show: %{name}",
  came: "Came after all",
  cameOf: "Came after all: %{name}",
  marked: "%{name} is a no-show.",
  unmarked: "%{name} is no longer a no-show.",
  close: "Close the manifest",
  closeLead:
    "%{smart_count} person is not admitted, and counts as a no-show when the event has ended. You can reopen the manifest. |||| %{smart_count} people are not admitted, and count as no-shows when the event has ended. You can reopen the manifest.",
  closed: "The manifest is closed.",
  closedBy: "Manifest closed %{at} by %{by}",
  reopen: "Reopen the manifest",
  reopenLead: "Nobody counts as a no-show of this event, except guests that you marked yourself.",
  reopened: "The manifest is open.",
} as const;

export const sameGuest = {
  title: "Booked twice",
  lead: "%{other} is for the same event, with the same e-mail address or telephone number.",
  cancelOne: "Cancel one",
  cancelOneOf: "Cancel one: %{name}",
} as const;
