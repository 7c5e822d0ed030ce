/** Not before someone wants to be notified: fetched by the press. */
export const subscribeLazily = async (): Promise<void> =>
  (await import('../features/reach/notices/browser/subscribe-browser.ts')).subscribeBrowser()
