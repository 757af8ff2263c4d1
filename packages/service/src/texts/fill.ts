/** Fills the values into a text with placeholders such as `{ticket}`. */
export const filled = (template: string, values: Record<string, string | number>): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
