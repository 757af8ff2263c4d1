import { type Html, safe } from "./html.ts";

/** Small drawings beside texts. They say nothing that the texts do not say. */

const shapes = {
  clock: '<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3.5 2"/>',
  people:
    '<circle cx="9" cy="8" r="3.5"/><path d="M2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6M16 5a3.5 3.5 0 0 1 0 6.5M18.5 14.5c2 .8 2.9 2.7 3.1 5.5"/>',
  speech: '<path d="M4 5h16v11H11l-4.5 4v-4H4z"/>',
  pin: '<path d="M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21z"/><circle cx="12" cy="9.5" r="2.5"/>',
  child: '<circle cx="12" cy="6" r="3"/><path d="M6.5 21c0-6 1.5-9 5.5-9s5.5 3 5.5 9M9 16h6"/>',
  check: '<path d="M4.5 12.5l5 5 10-11"/>',
  cross: '<path d="M6 6l12 12M18 6L6 18"/>',
  calendar: '<path d="M4 6h16v14H4zM4 10h16M8 3v4M16 3v4"/>',
  search: '<circle cx="10.5" cy="10.5" r="6.5"/><path d="M15.5 15.5L21 21"/>',
  globe:
    '<circle cx="12" cy="12" r="9"/><path d="M3 12h18M12 3c3 3 3.5 6 3.5 9s-.5 6-3.5 9c-3-3-3.5-6-3.5-9S9 6 12 3z"/>',
  left: '<path d="M15 5l-7 7 7 7"/>',
  right: '<path d="M9 5l7 7-7 7"/>',
  access: '<circle cx="12" cy="4.5" r="1.8"/><path d="M5 9h14M12 9v5l-3.5 7M12 14l3.5 7"/>',
} as const;

export const icon = (name: keyof typeof shapes): Html =>
  safe(`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${shapes[name]}</svg>`);
