import { inEachLanguage } from "@paseo/contract";
import type { CataloguePage } from "../src/store/catalogue/catalogue-file.ts";
import { type Category, categories } from "./categories.ts";
import { type City, cities, cityOf } from "./cities.ts";
import { englishNames } from "./english.ts";
import type { CityProducts, ProductSeed } from "./seeds.ts";

const host = "www.example.com";

/** Selections that one partner's site puts together for its own visitors. */
const specials: readonly CataloguePage[] = [
  {
    externalId: "special-escapadas",
    type: "category",
    whiteLabels: ["VIAJES"],
    es: { name: "Escapadas de fin de semana", url: "//viajes.example.com/es/escapadas-de-fin-de-semana" },
  },
  {
    externalId: "special-navidad-nyc",
    type: "category",
    cityCode: "NYC",
    whiteLabels: ["VIAJES"],
    es: { name: "Navidad en Nueva York", url: "//viajes.example.com/es/navidad-en-nueva-york" },
    pt: { name: "Natal em Nova York", url: "//viajes.example.com/pt/natal-em-nova-york" },
    en: { name: "Christmas in New York", url: "//viajes.example.com/en/christmas-in-new-york" },
  },
  {
    externalId: "special-ferias-orlando",
    type: "category",
    cityCode: "ORL",
    whiteLabels: ["DEMO-PT"],
    pt: { name: "Férias de julho em Orlando", url: "//demo-pt.example.com/pt/ferias-de-julho-em-orlando" },
  },
  {
    externalId: "special-semana-santa",
    type: "category",
    cityCode: "SVQ",
    whiteLabels: ["DEMO-ES", "VIAJES"],
    es: { name: "Semana Santa en Sevilla", url: "//www.example.com/es/semana-santa-en-sevilla" },
  },
  {
    externalId: "special-verao",
    type: "category",
    published: false,
    pt: { name: "Verão no Nordeste", url: "//www.example.com/pt/verao-no-nordeste" },
  },
];

/** City, category, category-in-city and product pages, in every language unless a seed names only some. */
export function demoPages(products: readonly CityProducts[]): CataloguePage[] {
  return [
    ...cities.map(cityPage),
    ...categories.map(categoryPage),
    ...products.flatMap(({ cityCode, products }) =>
      categoriesOf(products).map((kind) => kindInCityPage(kind, cityOf(cityCode))),
    ),
    ...specials,
    ...products.flatMap(({ cityCode, products }) => products.flatMap((seed) => productPage(seed, cityOf(cityCode)))),
  ];
}

function cityPage(city: City): CataloguePage {
  return {
    externalId: `city-${city.code}`,
    type: "city",
    cityCode: city.code,
    ...inEachLanguage((lang) => ({ name: city[lang].name, url: address(lang, city[lang].name) })),
  };
}

function categoryPage(kind: Category): CataloguePage {
  return {
    externalId: `category-${kind.key}`,
    type: "category",
    ...inEachLanguage((lang) => ({ name: kind[lang], url: address(lang, kind[lang]) })),
  };
}

function categoriesOf(products: readonly ProductSeed[]): Category[] {
  return categories.filter(({ key }) => products.some(({ category }) => category === key));
}

function kindInCityPage(kind: Category, city: City): CataloguePage {
  return {
    externalId: `category-${kind.key}-${city.code}`,
    type: "category",
    cityCode: city.code,
    ...inEachLanguage((lang) => ({
      name: `${kind[lang]} ${city[lang].in}`,
      url: address(lang, city[lang].name, kind[lang]),
    })),
  };
}

function productPage(seed: ProductSeed, city: City): CataloguePage[] {
  if (seed.page === undefined) return [];
  const { es, pt, published, whiteLabels } = seed.page;
  const en = es && pt && (englishNames[seed.name] ?? seed.name);
  return [
    {
      externalId: `product-${seed.key}`,
      type: "product",
      cityCode: city.code,
      ...(published === false && { published }),
      ...(whiteLabels && { whiteLabels }),
      ...(es && { es: { name: es, url: address("es", city.es.name, es) } }),
      ...(pt && { pt: { name: pt, url: address("pt", city.pt.name, pt) } }),
      ...(en && { en: { name: en, url: address("en", city.en.name, en) } }),
    },
  ];
}

const address = (...segments: string[]): string => `//${[host, ...segments.map(slug)].join("/")}`;

/** `Río de Janeiro` becomes `rio-de-janeiro`. */
const slug = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
