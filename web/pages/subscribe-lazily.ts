/** Not before someone wants to be told: fetched by the press. */
export const subscribeLazily = async (): Promise<void> =>
  (await import('../features/reach/notices/browser/subscribe-browser.ts')).subscribeBrowser()
