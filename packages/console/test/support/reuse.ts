import type { Page } from "playwright-core";

/** Cleans a page after a test, so that the next test can use it. */

/**
 * Whether the console can stay loaded for the next operator. The door works without network, so it is loaded again. So is a page with
 * unsaved changes, which asks before it is left.
 */
export async function canStayLoaded(page: Page, url: string): Promise<boolean> {
  if (!page.url().startsWith(`${url}/console/#`) || /#\/(door|login|welcome)/.test(page.url())) return false;
  return !(await asksBeforeLeaving(page));
}

/** Whether the page has unsaved changes. */
export const asksBeforeLeaving = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const leaving = new Event("beforeunload", { cancelable: true });
    dispatchEvent(leaving);
    return leaving.defaultPrevented;
  });

/** Clears what the console stored. It forgets its preferences as if another tab had deleted them. */
export const clearStorage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const keys = Object.keys(localStorage);
    localStorage.clear();
    sessionStorage.clear();
    for (const key of keys) dispatchEvent(new StorageEvent("storage", { key }));
  });

/** The former test's notice must not pass for a notice of the next test. */
export async function closeNotice(page: Page): Promise<void> {
  const notice = ".MuiSnackbar-root";
  await page.evaluate((found) => document.querySelector<HTMLElement>(`${found} .MuiIconButton-root`)?.click(), notice);
  await page.locator(notice).waitFor({ state: "detached" });
}

/** Leaves the console, and clears its storage when the page is hidden: until then the console can write there. */
export async function unload(page: Page): Promise<void> {
  await page.evaluate(() => {
    addEventListener("pagehide", () => {
      localStorage.clear();
      sessionStorage.clear();
    });
  });
  await page.goto("about:blank");
}
