/**
 * The kinds of settings: the values that each accepts, and how its text is parsed. The other files of this folder have
 * the settings.
 */

export interface Setting<T> {
  /** Value when the variable is unset or empty; undefined means that the setting has no value. */
  default: T;
  /** The description of the accepted values, as the end of a sentence. */
  accepts: string;
  description: string;
  /** Returns the value of a text that is not empty; undefined if the setting does not accept it. */
  read(text: string): T | undefined;
  /** True for values that may contain a password: they are never shown. */
  secret?: true;
}

export function defineSetting<T>(described: Setting<T>): Setting<T> {
  return described;
}

export function wholeNumberSetting(value: number, least: number, most: number, description: string): Setting<number> {
  return {
    default: value,
    accepts: `a whole number from ${least} to ${most}`,
    description,
    read: (text) =>
      /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined,
  };
}

export function yesOrNoSetting(description: string): Setting<boolean> {
  return {
    default: false,
    accepts: "true or false",
    description,
    read: (text) => (text === "true" ? true : text === "false" ? false : undefined),
  };
}

export function oneOfSetting<T extends string>(value: T, values: readonly T[], description: string): Setting<T> {
  return {
    default: value,
    accepts: `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`,
    description,
    read: (text) => values.find((word) => word === text),
  };
}
