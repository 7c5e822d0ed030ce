/**
 * The connections on which the queue keeps its books: what is taken, what is done. Its library leaves the promise that a job
 * is written down as done to itself, so nothing may reject here while the database is away: a statement whose connection was
 * lost is sent again on another one. All that the library sends outside of transactions may be sent twice.
 * Jobs themselves ask over the process's own connections, and cannot take these away.
 */
import pg from 'pg'
import { SECOND } from './clock.ts'
import { pause } from './pause.ts'
import { isAway } from './sql.ts'

/** Each lane listens on one; the rest are taken for a statement at a time. */
const CONNECTIONS = 8
const RETRY_MS = 500
/** How long an end waits for what is not written down yet. */
const LONGEST_END = 5 * SECOND

type Callback = Parameters<pg.Pool['connect']>[0]

export class QueuePool extends pg.Pool {
  #closing = false
  #lost = false
  readonly #waiting = new Set<Promise<unknown>>()

  constructor(url: string) {
    super({ connectionString: url, max: CONNECTIONS, application_name: 'echolot queue', keepAlive: true })
    this.on('error', () => {})
    this.on('connect', (client) => client.on('error', () => {}))
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<pg.PoolClient> | void {
    return callback ? super.connect(callback) : this.#patientClient()
  }

  /** Whether the answer of some statement was lost: it may have locked a job that no one knows of. */
  get hasLostAnswer(): boolean {
    return this.#lost
  }

  async close(): Promise<void> {
    await Promise.race([Promise.allSettled(this.#waiting), pause(LONGEST_END)])
    this.#closing = true
    await Promise.race([this.end(), pause(LONGEST_END)])
  }

  async #untilConnected(): Promise<pg.PoolClient> {
    for (;;) {
      try {
        return await super.connect()
      } catch (error) {
        if (this.#closing || !isAway(error)) throw error
        await pause(RETRY_MS)
      }
    }
  }

  async #patientClient(): Promise<pg.PoolClient> {
    let client = await this.#untilConnected()
    let inTransaction = false
    const send = async (asked: string | pg.QueryConfig, values?: unknown[]): Promise<unknown> => {
      for (;;) {
        try {
          const answer: unknown = await client.query(asked, values)
          if (typeof asked === 'string' && /^(begin|commit|rollback)/i.test(asked))
            inTransaction = /^begin/i.test(asked)
          return answer
        } catch (error) {
          if (this.#closing || inTransaction || !isAway(error)) throw error
          this.#lost = true
          client.release(true)
          await pause(RETRY_MS)
          client = await this.#untilConnected()
        }
      }
    }
    return {
      query: (asked: string | pg.QueryConfig, values?: unknown[]) => this.#keep(send(asked, values)),
      release: () => client.release(),
    } as unknown as pg.PoolClient
  }

  #keep<Answer>(asked: Promise<Answer>): Promise<Answer> {
    this.#waiting.add(asked)
    const forget = (): void => void this.#waiting.delete(asked)
    asked.then(forget, forget)
    return asked
  }
}
