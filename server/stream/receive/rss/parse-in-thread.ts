/** Has feeds and pages parsed by a thread, one after the other; one that takes too long is given up together with its thread. */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { keyedMutex } from '../../../kit/keyed-mutex.ts'
import { SECOND } from '../../../kit/clock.ts'
import { NetworkError } from '../shared/network-error.ts'
import type { DiscoveredPage } from './discover.ts'
import type { Feed } from './feed.ts'
import type { ParseOrder, ParseWord } from './parse-thread.ts'

type Asked = Omit<ParseOrder, 'kind'>

/** An honest feed takes a few hundredths; on a busy machine it may be slower by much. */
const LONGEST = 10 * SECOND
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 }

/** One thread of the process, begun when it is first needed. */
let thread: Worker | null = null
const oneByOne = keyedMutex<'parse'>()

/** @throws NetworkError `temporary` when it takes too long, or more memory than it may */
export async function parseFeedInThread(asked: Asked, longest = LONGEST): Promise<Feed | null> {
  const word = await parseInThread({ kind: 'feed', ...asked }, longest)
  return typeof word === 'object' && 'feed' in word ? word.feed : null
}

/** The same for a page that may name feeds. */
export async function parsePageInThread(asked: Asked, longest = LONGEST): Promise<DiscoveredPage> {
  const word = await parseInThread({ kind: 'page', ...asked }, longest)
  if (typeof word === 'object' && 'page' in word) return word.page
  throw hostile(asked, 'it can not be read')
}

function parseInThread(order: ParseOrder, longest: number): Promise<ParseWord> {
  return oneByOne('parse', async () => {
    thread ??= await begin()
    const worker = thread
    const outcome = await ask(worker, order, longest)
    if (typeof outcome !== 'string') return outcome
    thread = null
    await worker.terminate()
    throw hostile(order, outcome)
  })
}

async function begin(): Promise<Worker> {
  const worker = new Worker(new URL('./parse-thread.ts', import.meta.url), { resourceLimits })
  await once(worker, 'message')
  // One that ends between two orders is no defect of the process.
  worker.on('error', () => {})
  worker.on('exit', () => {
    if (thread === worker) thread = null
  })
  // It keeps no process alive that has nothing else to do.
  worker.unref()
  return worker
}

/** @returns the thread's word, or why there is none */
async function ask(worker: Worker, order: ParseOrder, longest: number): Promise<Exclude<ParseWord, 'ready'> | string> {
  const over = new AbortController()
  const { signal } = over
  worker.ref()
  worker.postMessage(order)
  try {
    return await Promise.race([
      once(worker, 'message', { signal }).then(([word]) => word as Exclude<ParseWord, 'ready'>),
      once(worker, 'exit', { signal }).then(() => 'the thread that parsed it ended'),
      sleep(longest, 'parsing it takes too long', { signal }),
    ])
  } catch (error) {
    // Out of memory.
    return error instanceof Error ? error.message : String(error)
  } finally {
    over.abort()
    worker.unref()
  }
}

const hostile = ({ address }: Asked, why: string): NetworkError =>
  new NetworkError('temporary', `${new URL(address).host}: ${why}`)
