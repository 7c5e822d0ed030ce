/** Announces a newer build: its worker waits until someone lets it take the place of the one before. */
import type { ToWorker } from '../../../../kit/device/worker-words.ts'

interface Page {
  /** It is of the same build as a worker that names this. */
  isOwn: (build: string) => boolean
  /** There is a newer one, which `update` brings. */
  announce: (update: () => void) => void
  reload: () => void
}

/** @returns ends the watching */
export function watchVersions(registration: ServiceWorkerRegistration, page: Page): () => void {
  const consider = async (worker: ServiceWorker): Promise<void> => {
    // The page was loaded again by itself: the worker only catches up, and there is nothing to announce.
    if (page.isOwn(await buildOf(worker))) send(worker, { ask: 'takeOver' })
    else page.announce(() => update(worker, page.reload))
  }
  const found = (): void => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => {
      // The first of all waits for no one.
      if (installing.state === 'installed' && registration.active) void consider(installing)
    })
  }
  if (registration.waiting) void consider(registration.waiting)
  registration.addEventListener('updatefound', found)
  return () => registration.removeEventListener('updatefound', found)
}

function update(worker: ServiceWorker, reload: () => void): void {
  // Another tab may have let it in.
  if (worker.state === 'activated') return reload()
  worker.addEventListener('statechange', () => {
    if (worker.state === 'activated' || worker.state === 'redundant') reload()
  })
  send(worker, { ask: 'takeOver' })
}

const send = (worker: ServiceWorker, word: ToWorker, ports: Transferable[] = []): void =>
  worker.postMessage(word, ports)

function buildOf(worker: ServiceWorker): Promise<string> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<string>) => {
      resolve(data)
      port1.close()
    }
    send(worker, { ask: 'build' }, [port2])
  })
}
