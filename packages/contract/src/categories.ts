import type { CategoryCode } from "./codes.ts";

/**
 * The names that large marketplaces use for our categories, for partners that list products there too; null if a
 * marketplace has no such category. Google's are the labels of `option_categories` in its feed of things to do. The
 * other two name categories in their search. Not verified: nobody has compared the names with the marketplaces, which
 * change them. A partner checks a name before it uses it.
 */
export const marketplaceCategories: Readonly<
  Record<CategoryCode, { getYourGuide: string; viator: string; google: string | null }>
> = {
  "guided-tour": { getYourGuide: "Guided tours", viator: "Guided Tours", google: "guided-tours" },
  "walking-tour": { getYourGuide: "Walking tours", viator: "Walking Tours", google: "walking-tours" },
  "bike-tour": { getYourGuide: "Bike tours", viator: "Bike Tours", google: "bike-tours" },
  "bus-tour": { getYourGuide: "Hop-on hop-off tours", viator: "Hop-on Hop-off Tours", google: "hop-on-hop-off" },
  "boat-tour": { getYourGuide: "Cruises & boat tours", viator: "Boat Tours", google: "boat-tours" },
  "private-tour": { getYourGuide: "Private tours", viator: "Private Sightseeing Tours", google: "private-tours" },
  "small-group-tour": { getYourGuide: "Small group tours", viator: "Small Group Tours", google: "small-group-tours" },
  "self-guided-tour": { getYourGuide: "Self-guided tours", viator: "Self-guided Tours", google: "self-guided" },
  "food-tour": { getYourGuide: "Food & drinks", viator: "Food Tours", google: "food" },
  "day-trip": { getYourGuide: "Day trips", viator: "Day Trips", google: "day-trips" },
  admission: { getYourGuide: "Entry tickets", viator: "Attraction Tickets", google: null },
  "fast-track": { getYourGuide: "Skip-the-line tickets", viator: "Skip the Line Tickets", google: "fast-track" },
  "city-pass": { getYourGuide: "City cards", viator: "Sightseeing Passes", google: "city-cards" },
  museum: { getYourGuide: "Museums", viator: "Museum Tickets & Passes", google: "museums" },
  history: { getYourGuide: "Culture & history", viator: "Historical Tours", google: "history" },
  "theme-park": { getYourGuide: "Theme parks", viator: "Theme Park Tickets", google: "theme-parks" },
  show: { getYourGuide: "Shows & performances", viator: "Theater Shows", google: null },
  concert: { getYourGuide: "Concerts", viator: "Concerts", google: null },
  nightlife: { getYourGuide: "Nightlife", viator: "Nightlife", google: "nightlife" },
  class: { getYourGuide: "Classes & workshops", viator: "Classes & Workshops", google: "classes" },
  "outdoor-activity": {
    getYourGuide: "Outdoor activities",
    viator: "Outdoor Activities",
    google: "outdoor-activities",
  },
  "water-activity": { getYourGuide: "Water activities", viator: "On the Water", google: "water-activities" },
  "air-activity": { getYourGuide: "Flights & air activities", viator: "Air Tours", google: null },
  sport: { getYourGuide: "Sports", viator: "Sports", google: "sports" },
  wildlife: { getYourGuide: "Animals & wildlife", viator: "Nature and Wildlife Tours", google: "animals" },
  wellness: { getYourGuide: "Wellness", viator: "Spa Tours", google: null },
  transfer: { getYourGuide: "Transfers", viator: "Airport & Hotel Transfers", google: null },
};
