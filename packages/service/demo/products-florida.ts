import { days, everyDay, shows, voucher, weekend } from "./patterns.ts";
import type { CityProducts } from "./seeds.ts";
import { adult, booked, child, group, infant, requested, required, senior, single } from "./tickets.ts";

const miami: CityProducts = {
  cityCode: "MIA",
  products: [
    {
      key: "mia-everglades-airboat",
      type: "scheduled",
      name: "Everglades Airboat Ride",
      category: "adventure",
      place: ["Sawgrass Landing", "Tamiami Trail, Miami, FL 33194", 25.7612, -80.5593],
      booking: booked(0, 24),
      page: { es: "Everglades en hidrodeslizador", pt: "Everglades de aerobarco" },
      items: [
        {
          name: "Shared boat",
          tickets: [adult(39), child(27)],
          plan: shows([2, 4, 5, 6, 7], ["10:00"], 30, { seasonal: true }),
        },
        { name: "Private boat, up to 6", tickets: [group(330, single)], plan: shows([6, 7], ["14:30"], 8) },
      ],
    },
    {
      key: "mia-biscayne-cruise",
      type: "scheduled",
      name: "Crucero por la bahía de Biscayne",
      category: "boats",
      place: ["Bayside Pier 5", "Biscayne Boulevard, Downtown, Miami, FL 33132", 25.7785, -80.1856],
      booking: booked(0, 12),
      page: { es: "Crucero por la bahía de Biscayne", pt: "Cruzeiro pela baía de Biscayne" },
      items: [
        {
          name: "90 minutos, bilingüe",
          tickets: [adult(32), senior(29), child(22), infant(2)],
          plan: shows([4, 5, 6, 7], ["13:00"], 140, { seasonal: true }),
        },
      ],
    },
    {
      key: "mia-little-havana",
      type: "scheduled",
      name: "Pequeña Habana: café, son y dominó",
      category: "walking",
      place: ["Esquina del Dominó", "SW 8th Street, Little Havana, Miami, FL 33135", 25.7657, -80.219],
      booking: booked(0, 4),
      page: { es: "Pequeña Habana a pie", pt: "Pequena Havana a pé" },
      items: [
        { name: "En español", tickets: [adult(49), child(35)], plan: shows([3, 5, 6], ["11:00"], 16) },
        { name: "In English", tickets: [adult(49), child(35)], plan: shows([6], ["14:00"], 16) },
      ],
    },
    {
      key: "mia-key-west",
      type: "scheduled",
      name: "Key West en un día",
      category: "trips",
      place: ["Recogida en Miami Beach y Downtown", "Collins Avenue, Miami Beach, FL 33139", null, null],
      booking: booked(1, 48),
      asks: ["hotel"],
      page: { es: "Key West desde Miami", pt: "Key West saindo de Miami" },
      items: [
        {
          name: "Solo autobús",
          tickets: [adult(69, required), child(49)],
          plan: shows([2, 4, 6], ["07:00"], 50, { seasonal: true }),
        },
        {
          name: "Con esnórquel",
          tickets: [adult(119, required), child(95)],
          plan: shows([6], ["07:00"], 20, { seasonal: true }),
        },
      ],
    },
    {
      key: "mia-coral-house",
      type: "timeless",
      name: "Coral House Aquarium",
      category: "museums",
      place: ["Coral House", "Rickenbacker Causeway, Miami, FL 33149", 25.7434, -80.1692],
      booking: booked(0, 0),
      page: { es: "Acuario Coral House", pt: "Aquário Coral House" },
      items: [
        {
          name: "Day ticket",
          tickets: [adult(38), senior(33), child(29)],
          plan: days(everyDay, 350, { seasonal: true }),
        },
      ],
    },
    {
      key: "mia-seaplane-keys",
      type: "scheduled",
      name: "Seaplane over the Keys with Flight Connection",
      category: "flights",
      place: ["Watson Seaplane Base", "MacArthur Causeway, Miami, FL 33132", 25.7851, -80.1733],
      booking: requested(6, 144),
      asks: ["names", "weights", "hotel", "flight"],
      page: { es: "Hidroavión a los Cayos", pt: "Hidroavião para as Keys" },
      items: [
        {
          name: "Window seat",
          tickets: [adult(345, { max: 6 })],
          plan: shows([5, 7], ["10:00"], 9, { seasonal: true }),
        },
      ],
    },
  ],
};

const orlando: CityProducts = {
  cityCode: "ORL",
  products: [
    {
      key: "orl-lagoon-kingdom",
      type: "dateless",
      name: "Lagoon Kingdom Theme Park",
      category: "parks",
      place: ["Lagoon Kingdom", "International Drive, Orlando, FL 32821", 28.4115, -81.4612],
      booking: booked(0, 168),
      page: { es: "Entradas a Lagoon Kingdom", pt: "Ingressos do Lagoon Kingdom" },
      items: [
        { name: "1 day", tickets: [adult(129), child(119)], plan: voucher() },
        { name: "2 days", tickets: [adult(219), child(205)], plan: voucher() },
        { name: "3 days with water park", tickets: [adult(289), child(269)], plan: voucher() },
        { name: "4 days with water park", tickets: [adult(329), child(309)], plan: voucher() },
      ],
    },
    {
      key: "orl-comet-harbor",
      type: "dateless",
      name: "Comet Harbor, Rides and Coasters",
      category: "parks",
      place: ["Comet Harbor", "Vineland Road, Orlando, FL 32811", 28.5018, -81.4444],
      booking: booked(0, 168),
      page: { es: "Entradas a Comet Harbor", pt: "Ingressos do Comet Harbor" },
      items: [
        { name: "1 day", tickets: [adult(109), child(99)], plan: voucher() },
        { name: "Express line add-on", tickets: [adult(89, { max: 6 }), child(89, { max: 6 })], plan: voucher(400) },
      ],
    },
    {
      key: "orl-water-park",
      type: "timeless",
      name: "Blue Heron Water Park",
      category: "parks",
      place: ["Blue Heron", "Turkey Lake Road, Orlando, FL 32819", 28.4419, -81.4779],
      booking: booked(0, 24),
      page: { es: "Parque acuático Blue Heron", pt: "Parque aquático Blue Heron" },
      items: [
        {
          name: "Day entry",
          tickets: [adult(64), child(58), infant(0)],
          plan: days(everyDay, 400, { seasonal: true }),
        },
        { name: "Cabana for six", tickets: [group(260, single)], plan: days(weekend, 10, { seasonal: true }) },
      ],
    },
    {
      key: "orl-space-coast",
      type: "scheduled",
      name: "Costa Espacial en español",
      category: "trips",
      place: ["Recogida en hoteles de International Drive", "International Drive, Orlando, FL 32819", null, null],
      booking: booked(1, 24),
      asks: ["hotel"],
      page: { es: "Excursión a la Costa Espacial", pt: "Excursão à Costa Espacial" },
      items: [
        {
          name: "Día completo",
          tickets: [adult(135, required), child(115)],
          plan: shows([2, 4, 6], ["08:00"], 45, { seasonal: true }),
        },
      ],
    },
    {
      key: "orl-dinner-show",
      type: "scheduled",
      name: "Pirate Cove Dinner Show",
      category: "shows",
      place: ["Pirate Cove Hall", "Carrier Drive, Orlando, FL 32819", 28.4636, -81.4601],
      booking: booked(0, 24),
      page: { es: "Cena espectáculo de piratas", pt: "Jantar espetáculo de piratas" },
      items: [
        {
          name: "Dinner and show",
          tickets: [adult(72), senior(65), child(45), group(620, { min: 0, max: 2, start: 0 })],
          plan: shows([2, 4, 5, 6], ["18:30"], 300, { seasonal: true, closed: ["12-24"], gala: "12-31" }),
        },
      ],
    },
    {
      key: "orl-mco-shuttle",
      type: "dateless",
      name: "Shared Shuttle from Orlando Airport",
      category: "transfers",
      place: ["Orlando International Airport", "Jeff Fuqua Boulevard, Orlando, FL 32827", 28.4312, -81.3081],
      booking: booked(1, 24),
      asks: ["hotel", "flight"],
      page: {
        es: "Traslado compartido del aeropuerto de Orlando",
        pt: "Transfer compartilhado do aeroporto de Orlando",
      },
      items: [
        { name: "One way", tickets: [adult(24), child(18)], plan: voucher() },
        { name: "Round trip", tickets: [adult(42), child(32)], plan: voucher() },
      ],
    },
    {
      key: "orl-wetlands-night",
      type: "scheduled",
      name: "Wetlands by Night",
      category: "adventure",
      place: ["Cypress Boardwalk", "Lake Underhill Road, Orlando, FL 32825", 28.541, -81.2601],
      booking: requested(4, 48),
      published: false,
      items: [{ name: "Lantern walk", tickets: [adult(34), child(24)], plan: shows([6], ["20:30"], 20) }],
    },
  ],
};

export const florida: readonly CityProducts[] = [miami, orlando];
