/** This device at the door: its name, its session, and its signals. Kept in the browser. */

const keys = {
  name: "paseo.door.device",
  session: "paseo.door.session",
  signals: "paseo.door.signals",
  seen: "paseo.door.seen",
};

/** A new id. Browsers have `randomUUID` only where the page came over HTTPS. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 15) | 64;
  bytes[8] = (bytes[8]! & 63) | 128;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Four characters by which people tell devices apart. */
export function deviceName(): string {
  const known = localStorage.getItem(keys.name);
  if (known) return known;
  const made = newId().slice(0, 4).toUpperCase();
  localStorage.setItem(keys.name, made);
  return made;
}

export const storedSession = (): string => localStorage.getItem(keys.session) ?? "";
export const storeSession = (id: string): void => localStorage.setItem(keys.session, id);

export const hasSignals = (): boolean => localStorage.getItem(keys.signals) !== "off";
export const storeSignals = (on: boolean): void => localStorage.setItem(keys.signals, on ? "on" : "off");

/** The conflicts that people on this device have read. */
export const seenConflicts = (): string[] => JSON.parse(localStorage.getItem(keys.seen) ?? "[]") as string[];
export const storeSeen = (ids: string[]): void => localStorage.setItem(keys.seen, JSON.stringify(ids.slice(-200)));

let audio: AudioContext | undefined;

/** One high tone and a short vibration for an admission; two low ones for a refusal. */
export function signal(isAdmitted: boolean): void {
  if (!hasSignals()) return;
  navigator.vibrate?.(isAdmitted ? 60 : [120, 80, 120]);
  audio ??= new AudioContext();
  const { currentTime: now, destination } = audio;
  for (const start of isAdmitted ? [0] : [0, 0.22]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    volume.gain.value = 0.2;
    tone.frequency.value = isAdmitted ? 1046 : 233;
    tone.connect(volume).connect(destination);
    tone.start(now + start);
    tone.stop(now + start + 0.15);
  }
}
