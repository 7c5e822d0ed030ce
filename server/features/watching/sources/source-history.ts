/** How the networks were heard lately, and what their tokens may still do today, as who listens writes it down. */
import { networks, type Network } from '../../../../contract/networks.ts'
import type { SourceHealth, SourceToken } from '../../../../contract/watching/sources.ts'
import { DAY, type Clock } from '../../../kit/clock.ts'
import type { Handlers } from '../../../kit/context.ts'
import type { DbOrTx } from '../../../kit/sql.ts'

type History = Awaited<ReturnType<Handlers<'sources'>['getSourceHistory']>>
type Part = SourceHealth['parts'][number]['part']

/** As `source_health.details` has it (server/stream/receive/shared/token-pool.ts). */
interface WrittenToken {
  token: string
  dead: boolean
  restsUntil: string | null
  why: string | null
  usedToday: Record<string, number>
  /** A row that was written before limits were. */
  perDay?: Record<string, number>
}

export async function readSourceHistory(db: DbOrTx, clock: Clock, days: number): Promise<History> {
  const now = clock.now()
  const [lags, health] = await Promise.all([
    db
      .selectFrom('sourceLags')
      .selectAll()
      .where('at', '>', new Date(now.getTime() - days * DAY))
      .orderBy('at')
      .execute(),
    db.selectFrom('sourceHealth').select(['network', 'part', 'details']).orderBy('part').execute(),
  ])
  const parts = networks.flatMap((network) =>
    health
      .filter((row) => (row.network as Network) === network)
      .map(({ part }) => ({
        network,
        part: part as Part,
        points: lags
          .filter((row) => (row.network as Network) === network && row.part === part)
          .map(({ at, lagSeconds, waiting, troubled }) => ({
            at: at.toISOString(),
            lagSeconds,
            waiting,
            failed: troubled,
          })),
      })),
  )
  return { parts, tokens: tokensOf(health, now) }
}

/** Every part of a network reports the same tokens. */
function tokensOf(health: { network: string; details: unknown }[], now: Date): SourceToken[] {
  return networks.flatMap((network) => {
    const row = health.find((each) => (each.network as Network) === network)
    const { tokens = [] } = (row?.details ?? {}) as { tokens?: WrittenToken[] }
    return tokens
      .filter(({ token }) => token !== '')
      .map(({ token, dead, restsUntil, why, usedToday, perDay = {} }): SourceToken => {
        const rests = restsUntil !== null && Date.parse(restsUntil) > now.getTime()
        const methods = [...new Set([...Object.keys(perDay), ...Object.keys(usedToday)])].toSorted()
        return {
          network,
          token,
          state: dead ? 'dead' : rests ? 'resting' : 'working',
          restsUntil: rests ? restsUntil : null,
          why: dead || rests ? why : null,
          uses: methods.map((method) => ({ method, used: usedToday[method] ?? 0, perDay: perDay[method] ?? null })),
        }
      })
  })
}
