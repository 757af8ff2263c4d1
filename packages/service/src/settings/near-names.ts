/** Names of variables that were probably meant as a setting's name. */

/** Names of settings that are shorter are close to words of other programs: POST and COST are one letter from PORT and HOST. */
const longName = 7;

/**
 * Whether a name is a setting's name with a letter doubled or two letters exchanged; in a long name also with a letter added, left out or
 * replaced, or with other underscores.
 */
export function isSlipOf(name: string, setting: string): boolean {
  if (name === setting) return false;
  if (isExchanged(name, setting) || hasDoubled(name, setting)) return true;
  if (setting.length < longName) return false;
  const plain = (text: string) => text.replaceAll("_", "");
  return plain(name) === plain(setting) || isOneEditAway(name, setting);
}

/** PROT for PORT. */
function isExchanged(name: string, setting: string): boolean {
  const at = [...setting].findIndex((letter, index) => letter !== name[index]);
  return (
    at >= 0 &&
    name.length === setting.length &&
    name === setting.slice(0, at) + (setting[at + 1] ?? "") + setting[at]! + setting.slice(at + 2)
  );
}

/** PORTT for PORT. */
const hasDoubled = (name: string, setting: string): boolean =>
  name.length === setting.length + 1 &&
  [...setting].some((letter, index) => name === setting.slice(0, index) + letter + setting.slice(index));

/** Whether one letter was added, left out or replaced. */
function isOneEditAway(name: string, setting: string): boolean {
  if (Math.abs(name.length - setting.length) > 1) return false;
  const at = [...setting].findIndex((letter, index) => letter !== name[index]);
  if (at < 0) return true;
  const [rest, meant] = [name.slice(at), setting.slice(at)];
  return rest.slice(1) === meant.slice(1) || rest.slice(1) === meant || rest === meant.slice(1);
}
