/** Tells of a newer build: its worker waits until someone lets it take the place of the one before. */
import { WORKER, type ToWorker } from '../../../../kit/device/worker-words.ts'

const HOUR = 3_600_000

/**
 * @param isOwn the page is of the same build as a worker that says this
 * @param tell there is a newer one: `update` loads the page again, of that build
 * @returns ends the watching
 */
export function watchVersions(
  registration: ServiceWorkerRegistration,
  isOwn: (build: string) => boolean,
  tell: (update: () => void) => void,
): () => void {
  const consider = async (worker: ServiceWorker): Promise<void> => {
    // The page was loaded again by itself: the worker only catches up, and there is nothing to tell.
    if (isOwn(await buildOf(worker))) say(worker, { ask: 'takeOver' })
    else tell(() => update(worker))
  }
  const found = (): void => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => {
      // The first of all waits for no one.
      if (installing.state === 'installed' && registration.active) void consider(installing)
    })
  }
  const look = (): void => {
    if (!document.hidden) void registration.update().catch(() => {})
  }
  if (registration.waiting) void consider(registration.waiting)
  registration.addEventListener('updatefound', found)
  document.addEventListener('visibilitychange', look)
  const timer = setInterval(look, HOUR)
  return () => {
    registration.removeEventListener('updatefound', found)
    document.removeEventListener('visibilitychange', look)
    clearInterval(timer)
  }
}

function update(worker: ServiceWorker): void {
  const reload = (): void => window.location.reload()
  // Another tab may have let it in.
  if (worker.state === 'activated') return reload()
  worker.addEventListener('statechange', () => {
    if (worker.state === 'activated' || worker.state === 'redundant') reload()
  })
  say(worker, { ask: 'takeOver' })
}

const say = (worker: ServiceWorker, word: ToWorker, ports: Transferable[] = []): void => worker.postMessage(word, ports)

function buildOf(worker: ServiceWorker): Promise<string> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<string>) => {
      resolve(data)
      port1.close()
    }
    say(worker, { ask: 'build' }, [port2])
  })
}

/** The page's own script stands in its document under a name of its build. */
export const isOwnBuild = (build: string): boolean =>
  [...document.scripts].some(({ src }) => src !== '' && new URL(src).pathname === build)

/** Null: there is none here. */
export const findWorker = async (): Promise<ServiceWorkerRegistration | null> =>
  (await navigator.serviceWorker.getRegistration(WORKER)) ?? null
