/** The messages `bench/stream.ts` sends: real ones where they are there, else those of the made-up network. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { StandingQueries } from '../server/stream/match/standing-queries.ts'
import { openFileImport } from '../server/stream/receive/files/file-import.ts'
import { madeUpNetwork } from '../server/stream/receive/made-up/made-up-network.ts'
import type { RawBatch, RawMessage, Source } from '../server/stream/receive/shared/source.ts'

const REAL = fileURLToPath(new URL('../../shared/data/messages.ndjson.zst', import.meta.url))
export const realMessages: string | null = existsSync(REAL) ? REAL : null

/** The first so many messages, in batches of this size, unpacked and parsed again at every reading. */
export async function openSource(count: number, batch: number): Promise<Source<unknown>> {
  const source: Source<never> =
    realMessages === null
      ? madeUp(count, batch)
      : ((await openFileImport(realMessages, { batch })).source as Source<never>)
  return {
    name: 'bench',
    async *read(_, signal) {
      let read = 0
      for await (const each of source.read(null, signal)) {
        const messages = each.messages.slice(0, count - read)
        read += messages.length
        yield { messages, cursor: read }
        if (read >= count) return
      }
    },
  }
}

function madeUp(count: number, batch: number): Source<never> {
  const network = madeUpNetwork({ now: () => new Date(), backlog: count })
  return {
    name: 'bench',
    async *read() {
      let messages: RawMessage[] = []
      let read = 0
      for await (const each of network.read(null, new AbortController().signal)) {
        read += each.messages.length
        messages.push(...each.messages)
        if (messages.length < batch && read < count) continue
        yield { messages, cursor: read as never }
        messages = []
        if (read >= count) return
      }
    },
  }
}

export async function readAll(source: Source<unknown>): Promise<RawBatch<unknown>[]> {
  const batches: RawBatch<unknown>[] = []
  for await (const batch of source.read(null, new AbortController().signal)) batches.push(batch)
  return batches
}

/** Three of ten fit something; every one is a message of its own. */
export async function mixForLatency(
  standingQueries: StandingQueries,
): Promise<(n: number, id: string, publishedAt: Date) => RawMessage> {
  const fitting: RawMessage[] = []
  const others: RawMessage[] = []
  for (const batches of [
    await readAll(madeUp(3_000, 1_000)),
    realMessages === null ? [] : await readAll(await openSource(4_000, 1_000)),
  ]) {
    for (const message of batches.flatMap((batch) => batch.messages)) {
      const group = message.group ?? null
      if (standingQueries.match({ ...message, group }).length > 0) fitting.push(message)
      else others.push(message)
    }
  }
  return (n, externalId, publishedAt) => {
    const pool = n % 10 < 3 ? fitting : others
    const message = pool[Math.floor((n * 7919) / 10) % pool.length]
    if (!message) throw new Error('none of the made-up messages fit a category')
    return { ...message, externalId, publishedAt }
  }
}
