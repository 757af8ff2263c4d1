import { useSyncExternalStore } from "react";

/** A value that components anywhere in the console share. A new value renders them again. */
export interface SharedValue<T> {
  get: () => T;
  set: (value: T) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createSharedValue<T>(first: T): SharedValue<T> {
  let present = first;
  const listeners = new Set<() => void>();
  return {
    get: () => present,
    set(value) {
      present = value;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useSharedValue = <T>({ subscribe, get }: SharedValue<T>): T => useSyncExternalStore(subscribe, get);

/** Creates a shared choice of the person at this browser. It survives sign-out and a reload, and other tabs follow it. */
export function createPreference<T>(name: string, otherwise: T): SharedValue<T> {
  const key = `paseo.${name}`;
  const read = (): T => JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise;
  const choice = createSharedValue(read());
  addEventListener("storage", (event) => {
    if (event.key === key) choice.set(read());
  });
  return {
    ...choice,
    set(value) {
      localStorage.setItem(key, JSON.stringify(value));
      choice.set(value);
    },
  };
}
