import { useSyncExternalStore } from "react";

/** A value that components anywhere in the console share. A new value renders them again. */
export interface Shared<T> {
  get: () => T;
  set: (value: T) => void;
  subscribe: (listener: () => void) => () => void;
}

export function shared<T>(first: T): Shared<T> {
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

export const useShared = <T>({ subscribe, get }: Shared<T>): T => useSyncExternalStore(subscribe, get);

/** Creates a shared choice of the person at this browser. It survives sign-out and a reload, and other tabs follow it. */
export function preference<T>(name: string, otherwise: T): Shared<T> {
  const key = `paseo.${name}`;
  const read = (): T => JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise;
  const choice = shared(read());
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
