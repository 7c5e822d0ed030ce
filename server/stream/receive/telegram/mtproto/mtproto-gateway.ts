/** A gateway that is an account of a person: MTProto by `@mtcute/core`. Loaded only where an account is set. */
import { createHash } from 'node:crypto'
import type { TokenLimits, TokenPool } from '../../shared/token-pool.ts'
import type { GatewayFind, TelegramGateway } from '../gateway.ts'
import { MtprotoAccount, type MtprotoAccountOptions } from './mtproto-account.ts'
import { Heard } from './heard.ts'
import { PublicNames } from './public-names.ts'
import { openAccountPages } from './read-pages.ts'
import { AccountSearch } from './search.ts'

export interface MtprotoOptions extends MtprotoAccountOptions {
  /** Of so many calls; the token names the account, and what the pool is for. */
  openPool(token: string, limits: TokenLimits): Promise<TokenPool>
}

export interface MtprotoGateway extends TelegramGateway {
  /** For the health page. */
  pools: TokenPool[]
  /** Ends the connection; nothing is left that would hold the process. */
  close(): Promise<void>
}

/**
 * Telegram publishes no limits, and shuts out accounts that ask too much. A refusal is of one kind of calls: each kind rests by
 * itself, so that names used up for a day stop no reading.
 */
const limits = {
  names: { perSecond: 0.2, perDay: { name: 200 } },
  reading: { perSecond: 1 },
  search: { perSecond: 0.2 },
} satisfies Record<string, TokenLimits>

export async function openMtprotoGateway({ openPool, ...options }: MtprotoOptions): Promise<MtprotoGateway> {
  const { session, time, log } = options
  const owner = createHash('sha256').update(session).digest('hex')
  const [namesPool, reading, searching] = await Promise.all([
    openPool(`names ${owner}`, limits.names),
    openPool(`reading ${owner}`, limits.reading),
    openPool(`search ${owner}`, limits.search),
  ])
  const account = new MtprotoAccount(options)
  const over = new AbortController()
  const names = new PublicNames({ account, pool: namesPool, time })
  const pages = openAccountPages({ account, names, pool: reading })
  const search = new AccountSearch({ account, pool: searching, time })
  const listeners = new Set<(find: GatewayFind) => void>()
  const report = (find: GatewayFind): void => {
    for (const listener of listeners) listener(find)
  }
  const heard = new Heard({ account, pages, pool: reading, time, log, report }, over.signal)

  return {
    resolve: (name, signal) => names.chat(name, signal),
    history: pages.history,
    replies: pages.replies,
    search: search.search,
    onMessage(listener) {
      listeners.add(listener)
      account.listen(heard)
      return () => listeners.delete(listener)
    },
    heardAt: () => account.heardAt(),
    allowance: (method) => (method === 'search' ? search.allowance() : reading.allowance('history')),
    handleOf: (name) => names.handleOf(name),
    recall: (name, handle) => names.recall(name, handle),
    pools: [namesPool, reading, searching],
    async close() {
      over.abort()
      await account.close()
    },
  }
}
