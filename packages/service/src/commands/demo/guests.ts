import type { Language } from "@paseo/contract";
import { dice, pick } from "./dice.ts";

/** Invented guests. No family has these last names, and their addresses and telephone numbers belong to nobody. */

export interface DemoGuest {
  first: string;
  last: string;
  email: string;
  phoneNumber: string;
  /** The language of the guest's order. */
  lang: Language;
}

interface Origin {
  firsts: string;
  lasts: string;
  lang: Language;
  /** Makes a telephone number of three digits. Countries reserve these numbers for invented persons; +34 600 00 is not given out. */
  phone: (digits: string) => string;
}

const spanish = (digits: string) => `+34 600 00 0${digits[0]} ${digits.slice(1)}`;

const origins: readonly (readonly [Origin, number])[] = [
  [
    {
      firsts: "Alba Bruno Clara Diego Elena Iván Marina Olga Pablo Saúl Teresa Ximena Yago Nuria Álvaro Lola",
      lasts:
        "Arbolverde Bahíaclara Campoluna Dosríos Estrelares Faroalto Granolas Hojadulce Islabrava Jardínez Lunasol Marlejano Nubeblanca Olivarte Pinogrande Quintasol Ríoazul Solmayor Torrelinda Valdeviento Zarzamora",
      lang: "es",
      phone: spanish,
    },
    38,
  ],
  [
    {
      firsts: "Júlia Nuno Rita Vasco Helena Tiago Inês Caetano Beatriz Duarte Marisa Otávio",
      lasts: "Brisalva Campoflor Douralua Estrelamar Folharosa Luamansa Montevivo Pedraluz Rioclaro Ventoleve",
      lang: "pt",
      phone: spanish,
    },
    18,
  ],
  [
    {
      firsts: "Abigail Callum Daisy Edmund Fiona Gareth Hazel Imogen Jasper Morag Rowan Tamsin",
      lasts:
        "Applegarden Bramblewick Cloudmere Driftwell Fernybank Gullhaven Larkspire Merrowby Puddlestone Thistlemoor",
      lang: "en",
      phone: (digits) => `+44 7700 900${digits}`,
    },
    16,
  ],
  [
    {
      firsts: "Ashley Brandon Chloe Dwight Grace Hunter Joy Logan Maya Parker Skyler Wade",
      lasts: "Bluemesa Cottonhill Eaglebrook Goldprairie Lakewhistle Maplestead Pinehollow Redcanyon Sunnyfork",
      lang: "en",
      phone: (digits) => `+1 202 555 01${digits.slice(1)}`,
    },
    9,
  ],
  [
    {
      firsts: "Amélie Bastien Céline Damien Élodie Gaspard Léonie Maëlle Rémi Solène",
      lasts: "Bellebrise Clairmatin Doucevigne Grandpré-Neuf Hautbosquet Lunargent Rivebleue Vertcolline",
      lang: "en",
      phone: (digits) => `+33 6 39 98 0${digits[0]} ${digits.slice(1)}`,
    },
    8,
  ],
  [
    {
      firsts: "Annika Björn Detlef Frauke Heike Jannik Katrin Lennart Sönke Wiebke",
      lasts: "Apfelhain Bergwiesner Morgentau Regenbogner Sonnenhügler Sternwald Wellenreuter Wolkenberger",
      lang: "en",
      phone: (digits) => `+49 171 39200${digits.slice(1)}`,
    },
    7,
  ],
  [
    {
      firsts: "Aurelio Chiara Dario Fiammetta Ginevra Lapo Nicoletta Ruggero",
      lasts: "Belvento Campodoro Fiordilago Monteselva Pianchiaro Solemare Vallefonda",
      lang: "es",
      phone: spanish,
    },
    4,
  ],
];

/** Makes the guest of an order. The same name gives the same guest. */
export function guestOf(name: string): DemoGuest {
  const roll = dice(`paseo demo guest ${name}`);
  const { firsts, lasts, lang, phone } = pick(origins, roll);
  const one = (names: string) => names.split(" ")[Math.floor(roll() * names.split(" ").length)]!;
  const [first, last] = [one(firsts), one(lasts)];
  const plain = `${first}.${last}`
    .normalize("NFD")
    .replace(/[^A-Za-z.]/g, "")
    .toLowerCase();
  const digits = String(Math.floor(1000 * roll())).padStart(3, "0");
  return { first, last, email: `${plain}@example.com`, phoneNumber: phone(digits), lang };
}
