/**
 * One worker against two, each with an index of its own and its own share of the messages. This file is the worker too.
 */
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { loadDictionary } from '../engine/language/az.ts'
import { createLanguage } from '../engine/language/language.ts'
import { createMatcher } from '../engine/match/matcher.ts'
import { loadWordLists } from '../server/kit/engine-data.ts'
import type { LoadQuery } from './query-load.ts'
import { toStanding } from './query-load.ts'

interface Share {
  queries: readonly LoadQuery[]
  texts: readonly string[]
  dictionary: string
  memo: number
}

export interface Workers {
  one: number
  two: number
}

/** Messages a second, of one worker alone and of two at once. */
export const measureWorkers = async (share: Share, milliseconds: number): Promise<Workers> => {
  const start = async (): Promise<Worker> => {
    const worker = new Worker(fileURLToPath(import.meta.url), { workerData: share })
    await answer(worker)
    return worker
  }
  const rate = async (worker: Worker): Promise<number> => {
    worker.postMessage(milliseconds)
    return answer(worker)
  }
  const first = await start()
  const second = await start()
  const alone = [await rate(first)]
  const together = (await Promise.all([rate(first), rate(second)])).reduce((sum, one) => sum + one, 0)
  alone.push(await rate(second))
  await Promise.all([first.terminate(), second.terminate()])
  return { one: (alone[0]! + alone[1]!) / 2, two: together }
}

const answer = (worker: Worker): Promise<number> =>
  new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })

const work = async (port: NonNullable<typeof parentPort>): Promise<void> => {
  const { queries, texts, dictionary, memo } = workerData as Share
  const matcher = createMatcher(createLanguage(await loadDictionary(dictionary, loadWordLists()), { memoSize: memo }))
  queries.forEach((query, id) => matcher.add(id, toStanding(query)))
  for (const text of texts) matcher.matchIds(text)
  port.on('message', (milliseconds: number) => {
    let done = 0
    const start = performance.now()
    while (performance.now() - start < milliseconds) {
      for (let i = 0; i < 100; i++) matcher.matchIds(texts[done++ % texts.length]!)
    }
    port.postMessage((done / (performance.now() - start)) * 1000)
  })
  port.postMessage(0)
}

if (!isMainThread && parentPort !== null) await work(parentPort)
