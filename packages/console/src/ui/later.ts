import { type ComponentType, type JSXElementConstructor, lazy } from "react";
import { loadFurtherTexts } from "../i18n/index.ts";

type PropsOf<Component> = Component extends JSXElementConstructor<infer Props> ? Props : never;

/**
 * Loads the script of a page or dialog, and the texts that the first page does without, when it is first shown: the first page needs
 * a fraction of all scripts.
 */
export const later = <Module extends object, Name extends keyof Module>(load: () => Promise<Module>, name: Name) =>
  lazy(async () => {
    const [module] = await Promise.all([load(), loadFurtherTexts()]);
    return { default: module[name] as ComponentType<PropsOf<Module[Name]>> };
  });
