import { argentina } from "./products-argentina.ts";
import { barcelona } from "./products-barcelona.ts";
import { brazil } from "./products-brazil.ts";
import { chileAndParaguay } from "./products-chile-paraguay.ts";
import { colombia } from "./products-colombia.ts";
import { florida } from "./products-florida.ts";
import { lasVegas } from "./products-las-vegas.ts";
import { madrid } from "./products-madrid.ts";
import { mexico } from "./products-mexico.ts";
import { newYork } from "./products-new-york.ts";
import { peru } from "./products-peru.ts";
import { portugal } from "./products-portugal.ts";
import { rio } from "./products-rio.ts";
import { sevilla } from "./products-sevilla.ts";
import type { CityProducts } from "./seeds.ts";

/** Every product on sale, by city. */
export const products: readonly CityProducts[] = [
  madrid,
  barcelona,
  sevilla,
  ...portugal,
  ...mexico,
  ...colombia,
  ...peru,
  argentina,
  ...chileAndParaguay,
  rio,
  ...brazil,
  newYork,
  lasVegas,
  ...florida,
];

export { retired } from "./products-retired.ts";
