/** What pages and the service worker (web/service-worker) say to each other. No types of either's world: both compile it. */

/** Never another: browsers look for a newer worker at the address they know. */
export const WORKER = '/sw.js'

export type ToWorker =
  /** Answered over the port that comes with it: the page's own script as that build has it. */
  | { ask: 'build' }
  /** The worker that waits takes the place of the one before. */
  | { ask: 'takeOver' }

export type ToPage =
  /** A notice was pressed. */
  | { go: string }
  /** A notice with this tag is on the screen. */
  | { shown: string }

/** Where a press was to lead, for a page that could not hear of it: kept in a cache of this name, under this address. */
export const TARGET_CACHE = 'target-of-notice'
export const TARGET = '/target-of-notice'

/** An address of ours, and nothing else. */
export const isOwnAddress = (url: unknown): url is string => typeof url === 'string' && /^\/(?![/\\])/.test(url)
