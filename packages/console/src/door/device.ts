import { newId } from "../api/new-id.ts";

/** This device at the door: its name, its event, and its signals. The browser stores them. */

const keys = {
  name: "paseo.door.device",
  event: "paseo.door.event",
  signals: "paseo.door.signals",
  seen: "paseo.door.seen",
};

/** Four characters by which people tell devices apart. */
export function deviceName(): string {
  const known = localStorage.getItem(keys.name);
  if (known) return known;
  const made = newId().slice(0, 4).toUpperCase();
  localStorage.setItem(keys.name, made);
  return made;
}

export const storedEvent = (): string => localStorage.getItem(keys.event) ?? "";
export const storeEvent = (id: string): void => localStorage.setItem(keys.event, id);

export const areDoorSoundsOn = (): boolean => localStorage.getItem(keys.signals) !== "off";
export const storeDoorSounds = (on: boolean): void => localStorage.setItem(keys.signals, on ? "on" : "off");

/** Returns the conflicts that people on this device have read. */
export const seenConflicts = (): string[] => JSON.parse(localStorage.getItem(keys.seen) ?? "[]") as string[];
export const storeSeenConflicts = (ids: string[]): void =>
  localStorage.setItem(keys.seen, JSON.stringify(ids.slice(-200)));

let audio: AudioContext | undefined;

/** Plays a high tone and vibrates for an admission. Plays two low tones for a refusal. */
export function playDoorSound(isAdmitted: boolean): void {
  if (!areDoorSoundsOn()) return;
  navigator.vibrate?.(isAdmitted ? 60 : [120, 80, 120]);
  // A device that cannot play a sound admits all the same.
  if (!("AudioContext" in globalThis)) return;
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
