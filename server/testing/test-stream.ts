import type { AppContext } from '../kit/context.ts'
import { openPlaceFinder } from '../features/watching/locations/locations.public.ts'
import { openStandingQueries, type StandingQueries } from '../stream/match/standing-queries.ts'
import { runSource } from '../stream/pipeline.ts'
import type { RawMessage, Source } from '../stream/receive/shared/source.ts'

type PlaceFinder = Awaited<ReturnType<typeof openPlaceFinder>>
type Context = Pick<AppContext, 'db' | 'database' | 'bus' | 'language' | 'log' | 'clock' | 'config'>

/** The stream of a world. The standing queries are read when something is to fit them: most tests receive nothing. */
export class TestStream {
  readonly #context: Context
  #standingQueries: Promise<StandingQueries> | null = null
  #findPlace: Promise<PlaceFinder> | null = null
  #posts = 0

  constructor(context: Context) {
    this.#context = context
  }

  standingQueries(): Promise<StandingQueries> {
    const { db, bus, language, log, clock } = this.#context
    this.#standingQueries ??= openStandingQueries(db, bus, language, log, clock)
    return this.#standingQueries
  }

  async receive(messages: RawMessage[], name: string): Promise<void> {
    const { database, clock, log, language, config, db } = this.#context
    this.#findPlace ??= openPlaceFinder(db)
    const [standingQueries, findPlace] = await Promise.all([this.standingQueries(), this.#findPlace])
    const source: Source<number> = {
      name,
      async *read(cursor) {
        yield { messages, cursor: (cursor ?? 0) + messages.length }
      },
    }
    const context = { database, clock, log, language, standingQueries, findPlace, messageDays: config.messageDays }
    await runSource(context, source, new AbortController().signal)
  }

  /** A message as a network's adapter would read it. */
  message(text: string, more: Partial<RawMessage>): RawMessage {
    this.#posts += 1
    return {
      network: 'vk',
      externalId: `post-${this.#posts}`,
      kind: 'post',
      publishedAt: this.#context.clock.now(),
      text,
      author: { externalId: 'author-1', name: 'Мария Иванова' },
      group: { externalId: 'group-1', name: 'Подслушано' },
      ...more,
    }
  }

  async settled(): Promise<void> {
    await (await this.#standingQueries)?.settled()
  }

  async close(): Promise<void> {
    const open = this.#standingQueries
    this.#standingQueries = null
    ;(await open)?.close()
  }
}
