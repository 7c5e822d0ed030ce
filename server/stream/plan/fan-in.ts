/**
 * Where what all networks bring flows together: many readers, one store, each reading with a cursor of its own. Networks take
 * turns, so that none waits for the many batches of another, and anyone who brought a batch hears when it is stored.
 */
import { runSource, type BatchProgress, type StreamContext } from '../pipeline.ts'
import type { RawBatch, Source } from '../receive/shared/source.ts'

/** A batch that names its cursor. */
export type NamedBatch = RawBatch<unknown> & { cursorName: string; countedAs: string }

export interface FanIn {
  /**
   * Hands a batch on, and is done when it is stored together with its cursor.
   * @throws what storing it threw; `FanInEnded` when it was not stored any more
   */
  store(batch: NamedBatch): Promise<BatchProgress>
  /** Stores until the signal aborts. A batch that can not be stored is given back to its reader, the others go on. */
  run(signal: AbortSignal): Promise<void>
}

export class FanInEnded extends Error {}

interface Waiting {
  batch: NamedBatch
  resolve(progress: BatchProgress): void
  reject(error: unknown): void
}

export function openFanIn(context: StreamContext): FanIn {
  /** By what they are counted as; the one whose turn it is stands first. */
  const queues = new Map<string, Waiting[]>()
  /** With the pipeline, in its order. */
  const underWay: Waiting[] = []
  let wake = (): void => {}
  let ended = false

  function takeNext(): Waiting | undefined {
    for (const [name, queue] of queues) {
      const next = queue.shift()
      // To the end of the row.
      queues.delete(name)
      if (queue.length > 0) queues.set(name, queue)
      if (next) return next
    }
    return undefined
  }
  function queueUp(waiting: Waiting, inFront: boolean): void {
    const name = waiting.batch.countedAs
    const queue = queues.get(name) ?? []
    if (inFront) queue.unshift(waiting)
    else queue.push(waiting)
    queues.set(name, queue)
    wake()
  }

  const source: Source = {
    name: 'networks',
    async *read(_, signal) {
      const stop = (): void => wake()
      signal.addEventListener('abort', stop)
      try {
        while (!signal.aborted) {
          const next = takeNext()
          if (next) {
            underWay.push(next)
            yield next.batch
          } else {
            await new Promise<void>((resolve) => {
              wake = resolve
              if (signal.aborted) resolve()
            })
          }
        }
      } finally {
        signal.removeEventListener('abort', stop)
      }
    },
  }

  return {
    store: (batch) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(new FanInEnded('storing has ended'))
        queueUp({ batch, resolve, reject }, false)
      }),
    async run(signal) {
      ended = false
      try {
        while (!signal.aborted) {
          try {
            await runSource(context, source, signal, (progress) => underWay.shift()?.resolve(progress))
          } catch (error) {
            const failed = underWay.shift()
            // No one's batch: the pipeline itself can not work.
            if (!failed) throw error
            failed.reject(error)
            for (const waiting of underWay.splice(0).toReversed()) queueUp(waiting, true)
          }
        }
      } finally {
        ended = true
        const left = [...underWay.splice(0), ...[...queues.values()].flat()]
        queues.clear()
        for (const { reject } of left) reject(new FanInEnded('storing has ended'))
      }
    },
  }
}
