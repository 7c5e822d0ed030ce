/** Hands orders to threads that make files. One that has made its file waits a while: the next one is spared reading the code. */
import { Worker } from 'node:worker_threads'
import { SECOND, type Clock } from '../../../kit/clock.ts'
import type { ThreadOrder, ThreadWord } from './export-thread.ts'

/** A chunk of long messages takes a few megabytes; what is allowed beyond that would only be filled with garbage. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }

const WAITS_MS = 30 * SECOND
/** Of those that have nothing to do one waits: more would hold memory for orders that seldom come together. */
let waiting: { thread: Worker; over: NodeJS.Timeout } | null = null

/**
 * @param onBegun hears which attempt this is
 * @throws what the thread threw; or that it ended before its time, anyone who ended it
 */
export function makeInThread(
  { clock }: { clock: Clock },
  order: ThreadOrder,
  onBegun: (attempt: number) => void,
): Promise<void> {
  const thread = takeWaiting() ?? new Worker(new URL('./export-thread.ts', import.meta.url), { resourceLimits })
  return new Promise((resolve, reject) => {
    thread.on('message', (word: ThreadWord) => {
      if (word.name === 'begun') onBegun(word.attempt)
      else if (word.name === 'written') thread.postMessage(clock.now())
      else {
        letWait(thread)
        if (word.failure) reject(thrown(word.failure))
        else resolve()
      }
    })
    thread.on('error', reject)
    thread.on('exit', (code) => reject(new Error(`the thread that made it ended with ${code}`)))
    thread.postMessage(order)
  })
}

function thrown({ error, code }: { error: unknown; code: unknown }): unknown {
  return error instanceof Error && code !== undefined ? Object.assign(error, { code }) : error
}

function takeWaiting(): Worker | null {
  if (!waiting) return null
  const { thread, over } = waiting
  waiting = null
  clearTimeout(over)
  stopListening(thread)
  thread.ref()
  return thread
}

function letWait(thread: Worker): void {
  stopListening(thread)
  // One that ends between two orders is no defect of the process.
  thread.on('error', () => {})
  const forget = (): void => {
    if (waiting?.thread !== thread) return
    clearTimeout(waiting.over)
    waiting = null
  }
  thread.on('exit', forget)
  // It keeps no process alive that has nothing else to do.
  thread.unref()
  const end = (): void => {
    forget()
    void thread.terminate()
  }
  if (waiting) end()
  else waiting = { thread, over: setTimeout(end, WAITS_MS).unref() }
}

/** To nothing but our own events: the library has listeners of its own there. */
function stopListening(thread: Worker): void {
  for (const name of ['message', 'error', 'exit']) thread.removeAllListeners(name)
}
