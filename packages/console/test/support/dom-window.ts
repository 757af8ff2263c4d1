import { Window } from "happy-dom";
import { consoleModule } from "./dom-bundle.ts";

/** A window of happy-dom with the console in it. */

/** What a window shows, and how. */
export interface WindowKind {
  language: "es" | "pt" | "en";
  dark: boolean;
  phone: boolean;
  /** The browser's time, if it stands still. */
  now: Date | undefined;
}

/** Whom a window serves. */
export interface WindowUser {
  /** Address of the service. */
  origin: string;
  tab: Tab;
  fault: (text: string) => void;
  send: (request: SentRequest) => Promise<Response>;
  /** Stores a download. */
  save: (name: string, file: Blob) => void;
}

/** What a page load does not clear. */
export interface Tab {
  cookie: string;
  local: Record<string, string>;
  session: Record<string, string>;
}

export interface SentRequest {
  method: string;
  /** Path and query. */
  path: string;
  init: RequestInit;
}

// The console is written for browsers, and happy-dom's types are its own.
export type ConsoleWindow = globalThis.Window & typeof globalThis;

export interface OpenWindow {
  window: ConsoleWindow;
  document: Document;
  /** Serves someone else from now on. */
  use(user: WindowUser): void;
  become(kind: WindowKind): Promise<void>;
  resize(width: number, height: number): void;
  /** Resolves when the document changes, or after 50 ms: a value of a field can change without. */
  changed(): Promise<void>;
  /** Runs the action while no timer of the window runs, so that a click ends before what its beginning schedules. */
  still(act: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

const locales = { es: "es-ES", pt: "pt-BR", en: "en-GB" };

/** Loads the console in a new window, which takes three times the work of a window that has rendered before. */
export async function openWindow(first: WindowKind, path: string, firstUser: WindowUser): Promise<OpenWindow> {
  let kind = first;
  let user = firstUser;
  const happy = new Window({
    url: `${user.origin}/console/#${path}`,
    console: reporting((text) => user.fault(text)),
    settings: {
      device: { prefersReducedMotion: "reduce" },
      navigation: { disableMainFrameNavigation: true, disableChildPageNavigation: true },
    },
  });
  const setDevice = () => {
    const { device, navigator } = happy.happyDOM.settings;
    device.prefersColorScheme = kind.dark ? "dark" : "light";
    navigator.maxTouchPoints = kind.phone ? 1 : 0;
    happy.happyDOM.setViewport(kind.phone ? { width: 390, height: 844 } : { width: 1280, height: 860 });
  };
  /** happy-dom compares a media query with what it was at the last such event. */
  const changeMedia = (change: () => void) => {
    window.dispatchEvent(new window.Event("resize"));
    change();
    window.dispatchEvent(new window.Event("resize"));
  };
  setDevice();
  const window = happy as unknown as ConsoleWindow;
  const { document } = window;
  let isOpen = true;
  let isStill = false;
  for (const [key, value] of Object.entries(user.tab.local)) window.localStorage.setItem(key, value);
  for (const [key, value] of Object.entries(user.tab.session)) window.sessionStorage.setItem(key, value);
  Object.defineProperty(window.navigator, "languages", { get: () => [locales[kind.language]] });
  happy.addEventListener("error", (event) => user.fault(`error: ${(event as unknown as ErrorEvent).message}`));
  const given = Object.assign(window as ConsoleWindow & { showLanguage(language: string): Promise<void> }, {
    ...cheapStyles(window),
    ...timers(
      () => isOpen,
      () => isStill,
    ),
    URL: savingUrl(window, (name, file) => user.save(name, file)),
    scrollTo: () => {},
    fetch: async (url: string | URL, init: RequestInit = {}) => {
      const asking = user;
      const { pathname, search } = new URL(url, asking.origin);
      const request = { method: init.method ?? "GET", path: pathname + search, init: await sendable(init) };
      const answer = await asking.send(request);
      // No answer reaches a closed page, or a page that serves someone else.
      if (user !== asking) throw new TypeError("the page serves someone else");
      return isOpen ? answer : new Promise<Response>(() => {});
    },
    Date: dateAt(() => kind.now),
    Response,
    Headers,
    Request,
    AbortController,
    // A late answer does not mean that the door has no network.
    AbortSignal: Object.assign(Object.create(AbortSignal), { timeout: () => new AbortController().signal }),
  });
  Object.assign(window.Element.prototype, { scrollIntoView: () => {}, setPointerCapture: () => {} });
  withHistory(window);
  document.body.innerHTML = '<div id="root"></div>';
  const waiting = new Set<() => void>();
  const observer = new window.MutationObserver(() => {
    for (const resolve of waiting) resolve();
  });
  observer.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
  await (await consoleModule(() => globalNames(window)))(given);
  return {
    window,
    document,
    use: (other) => {
      user = other;
    },
    become: async (other) => {
      kind = other;
      changeMedia(setDevice);
      if (document.documentElement.lang !== kind.language) await given.showLanguage(kind.language);
      window.localStorage.removeItem("paseo.language");
    },
    resize: (width, height) => changeMedia(() => happy.happyDOM.setViewport({ width, height })),
    changed: () =>
      new Promise((resolve) => {
        // After the change, so that one check sees all that React changes at once.
        const done = () => {
          waiting.delete(done);
          clearTimeout(timer);
          setImmediate(resolve);
        };
        const timer = setTimeout(done, 50);
        waiting.add(done);
      }),
    still: async (act) => {
      isStill = true;
      await act().finally(() => {
        isStill = false;
      });
    },
    close: async () => {
      isOpen = false;
      observer.disconnect();
      Object.assign(user.tab, { local: { ...window.localStorage }, session: { ...window.sessionStorage } });
      await happy.happyDOM.close();
    },
  };
}

/** A history of the addresses of one document. happy-dom loads a document to go back. */
function withHistory(window: ConsoleWindow): void {
  const { history, location } = window;
  const replace = history.replaceState.bind(history);
  const entries: { state: unknown; address: string }[] = [{ state: history.state, address: location.href }];
  let at = 0;
  const put = (state: unknown, address: string | URL | null | undefined) => {
    replace(state, "", address ?? location.href);
    entries.splice(at, Infinity, { state, address: location.href });
  };
  history.replaceState = (state: unknown, _, address) => {
    const later = entries.slice(at + 1);
    put(state, address);
    entries.push(...later);
  };
  history.pushState = (state: unknown, _, address) => {
    at += 1;
    put(state, address);
  };
  history.go = (steps = 0) => {
    const entry = entries[at + steps];
    if (!entry) return;
    at += steps;
    replace(entry.state, "", entry.address);
    window.dispatchEvent(new window.PopStateEvent("popstate", { state: entry.state }));
  };
  history.back = () => history.go(-1);
  history.forward = () => history.go(1);
}

/** Saves the file at an address in memory. All windows share the prototypes of elements. */
const filesInMemory = new Map<string, (name: string) => void>();

/** Addresses of files in memory, which a click on a link with such an address saves. */
function savingUrl(window: ConsoleWindow, save: WindowUser["save"]) {
  window.HTMLAnchorElement.prototype.click = function () {
    const saveAs = filesInMemory.get(this.href);
    if (saveAs) saveAs(this.download);
    else window.HTMLElement.prototype.click.call(this);
  };
  return Object.assign(class extends window.URL {}, {
    createObjectURL: (file: Blob) => {
      const address = `blob:${window.location.origin}/${filesInMemory.size}`;
      filesInMemory.set(address, (name) => save(name, file));
      return address;
    },
    revokeObjectURL: () => {},
  });
}

/** Timers that do not keep the process alive, and do nothing once the window is closed. */
function timers(isOpen: () => boolean, isStill: () => boolean) {
  return {
    setTimeout: (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
      const timer: NodeJS.Timeout = setTimeout(() => {
        if (isStill()) timer.refresh();
        else if (isOpen()) run(...args);
      }, ms);
      return timer.unref();
    },
    setInterval: (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
      const timer: NodeJS.Timeout = setInterval(() => (isOpen() ? run(...args) : clearInterval(timer)), ms);
      return timer.unref();
    },
    clearTimeout,
    clearInterval,
    setImmediate: (run: () => void) =>
      setImmediate(() => {
        if (isOpen()) run();
      }),
  };
}

/** The router warns of an address that somebody types, as `go` does. The browser tests also do it. */
const typedAddress = /using createHashRouter and the user manually changes the URL/;

/** Every other warning and error of the console, of React and of MUI is a fault. */
function reporting(fault: (text: string) => void): Console {
  const report = (...args: unknown[]) => {
    const text = args.map(String).join(" ");
    if (!typedAddress.test(text)) fault(text);
  };
  return Object.assign(Object.create(console), { error: report, warn: report });
}

/** Node's fetch does not know happy-dom's files. */
async function sendable(init: RequestInit): Promise<RequestInit> {
  const { body } = init as { body?: { arrayBuffer?: () => Promise<ArrayBuffer> } };
  return body?.arrayBuffer ? { ...init, body: await body.arrayBuffer() } : init;
}

/** The browser's clock, which stands still at an instant if there is one. */
function dateAt(instant: () => Date | undefined): typeof Date {
  return class extends Date {
    // biome-ignore lint/suspicious/noExplicitAny: the arguments of Date.
    constructor(...args: any[]) {
      if (args.length === 0) super(instant() ?? Date.now());
      else super(...(args as [number]));
    }
    static override now = () => (instant() ?? new Date()).getTime();
  } as typeof Date;
}

function globalNames(window: object): string[] {
  const names = new Set<string>();
  for (let one = window; one !== Object.prototype; one = Object.getPrototypeOf(one))
    for (const name of Object.getOwnPropertyNames(one)) if (/^[A-Za-z]\w*$/.test(name)) names.add(name);
  for (const name of ["constructor", "Date", "setImmediate", "process", "global"]) names.delete(name);
  return [...names];
}

/** What hides an element: `display` and `visibility` of one rule. */
interface HidingRule {
  media: string | undefined;
  selector: string;
  display: string | undefined;
  visibility: string | undefined;
}

/**
 * Styles that tell only what is hidden. happy-dom parses each rule and compares it with each element: a query by role over a page then
 * takes 40 to 110 ms in place of 2.
 */
function cheapStyles(window: ConsoleWindow): Pick<typeof globalThis, "getComputedStyle"> {
  const ofClass = new Map<string, HidingRule[]>();
  const others: HidingRule[] = [];
  window.CSSStyleSheet.prototype.insertRule = (text: string) => {
    if (!/display:|visibility:/.test(text)) return 0;
    const [, media, rest = text] = text.match(/^@media ([^{]+)\{(.*)\}$/s) ?? [];
    for (const [, selector = "", body = ""] of rest.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
      const display = lastOf(body, "display");
      const visibility = lastOf(body, "visibility");
      if (display === undefined && visibility === undefined) continue;
      const rule = { media, selector, display, visibility };
      const name = selector.match(/^\.([\w-]+)$/)?.[1];
      if (name === undefined) others.push(rule);
      else ofClass.set(name, [...(ofClass.get(name) ?? []), rule]);
    }
    return 0;
  };
  const applies = ({ media }: HidingRule) => media === undefined || window.matchMedia(media).matches;
  return {
    getComputedStyle: (element: Element) => {
      const { style, classList } = element as HTMLElement;
      const found = [
        ...[...classList].flatMap((name) => ofClass.get(name) ?? []),
        ...others.filter(({ selector }) => matches(element, selector)),
      ].filter(applies);
      const own = (name: "display" | "visibility") =>
        style?.[name] || found.findLast((rule) => rule[name] !== undefined)?.[name];
      const isClosed = element.matches("[hidden], details:not([open]) > :not(summary)");
      const display = isClosed ? "none" : (own("display") ?? "block");
      const visibility = own("visibility") ?? "visible";
      const known: Record<string, string> = { display, visibility };
      const property = (name: string) => known[name] ?? style?.getPropertyValue(name) ?? "";
      return { display, visibility, getPropertyValue: property } as unknown as CSSStyleDeclaration;
    },
  };
}

const lastOf = (body: string, property: string): string | undefined =>
  [...body.matchAll(new RegExp(`(?:^|;)\\s*${property}:\\s*([\\w-]+)`, "g"))].at(-1)?.[1];

function matches(element: Element, selector: string): boolean {
  try {
    return element.matches(selector);
  } catch {
    // happy-dom does not know every selector, such as those of a vendor.
    return false;
  }
}
