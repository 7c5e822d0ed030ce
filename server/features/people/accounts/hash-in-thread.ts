/**
 * Passwords are hashed by threads of their own, few at once: a hash takes a core for some hundredths of a second, and people who sign
 * in, or guess, must not take from the others the core that answers them, nor the thread pool that files are read on.
 */
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { concurrencyLimit } from '../../../kit/concurrency-limit.ts'
import type { HashOrder, HashWord } from './hash-thread.ts'

/** With two cores one of them is left to answer. */
export const MOST_HASH_THREADS = availableParallelism() > 2 ? 2 : 1
/** A few seconds of waiting: more people than that are not signing in, they are guessing. */
const WAITING = 32
const limited = concurrencyLimit({ running: MOST_HASH_THREADS, waiting: WAITING })

/** Begun when they are first needed. */
const idle = new Set<Worker>()

/** Refuses with RATE_LIMIT_EXCEEDED. */
export const hashInThread = (password: string): Promise<string> =>
  limited(async () => {
    const word = await ask({ password })
    if ('hash' in word) return word.hash
    throw new Error('error' in word ? word.error : 'no hash came')
  })

/** Refuses with RATE_LIMIT_EXCEEDED. */
export const compareInThread = (hash: string, password: string): Promise<boolean> =>
  limited(async () => {
    const word = await ask({ password, hash })
    if ('right' in word) return word.right
    throw new Error('error' in word ? word.error : 'nothing was compared')
  })

async function ask(order: HashOrder): Promise<Exclude<HashWord, 'ready'>> {
  const [known] = idle
  if (known) idle.delete(known)
  const thread = known ?? (await begin())
  const over = new AbortController()
  const { signal } = over
  thread.ref()
  thread.postMessage(order)
  try {
    const word = await Promise.race([
      once(thread, 'message', { signal }).then(([message]) => message as Exclude<HashWord, 'ready'>),
      once(thread, 'exit', { signal }).then(() => Promise.reject(new Error('the thread that hashed ended'))),
    ])
    idle.add(thread)
    return word
  } finally {
    over.abort()
    thread.unref()
  }
}

async function begin(): Promise<Worker> {
  const thread = new Worker(new URL('./hash-thread.ts', import.meta.url))
  await once(thread, 'message')
  // One that ends between two orders is no defect of the process.
  thread.on('error', () => {})
  thread.on('exit', () => idle.delete(thread))
  // It keeps no process alive that has nothing else to do.
  thread.unref()
  return thread
}
