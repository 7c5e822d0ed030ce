/** How well the networks are heard, as who listens writes it down. */
import { networks, type Network } from '../../../../contract/networks.ts'
import type { NetworkStatus, SourceHealth } from '../../../../contract/watching/sources.ts'
import { failingSince, sourceState } from '../../../../rules/sources/source-state.ts'
import { personOf, type Handlers } from '../../../kit/context.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { defineFeature } from '../../../kit/feature.ts'
import { every } from '../../../kit/jobs.ts'
import { countHeardMessages, readHeard } from './heard-messages.ts'
import { readSourceHistory } from './source-history.ts'

type Part = SourceHealth['parts'][number]

const handlers: Handlers<'sources'> = {
  async listSources(ctx) {
    const { roles } = personOf(ctx)
    // What networks say of our keys and limits is for those who look after them.
    const seesFailures = roles.includes('admin') || roles.includes('support')
    return { sources: await readSources(ctx.db, ctx.clock.now(), seesFailures), demo: ctx.config.madeUpNetwork }
  },
  countHeard: readHeard,
  async getStatus({ db, clock, config }) {
    const now = clock.now()
    return { networks: await readStatus(db, now), demo: config.madeUpNetwork, at: now.toISOString() }
  },
  getSourceHistory: ({ db, clock }, { days = 1 }) => readSourceHistory(db, clock, days),
}

async function readSources(db: DbOrTx, now: Date, seesFailures: boolean): Promise<SourceHealth[]> {
  return (await readParts(db)).map(({ network, theirs }) => {
    return {
      network,
      state: sourceState(theirs, now),
      parts: theirs.map(({ part, okAt, heardAt, lagSeconds, waiting, failure }): Part => ({
        part: part as Part['part'],
        okAt: okAt?.toISOString() ?? null,
        heardAt: heardAt?.toISOString() ?? null,
        lagSeconds,
        waiting,
        failure: seesFailures ? failure : null,
      })),
    }
  })
}

async function readStatus(db: DbOrTx, now: Date): Promise<NetworkStatus[]> {
  return (await readParts(db)).flatMap(({ network, theirs }) => {
    const state = sourceState(theirs, now)
    if (state === 'off') return []
    const lags = theirs.flatMap(({ lagSeconds }) => lagSeconds ?? [])
    const heard = theirs.flatMap(({ heardAt }) => heardAt?.getTime() ?? [])
    return {
      network,
      state,
      lagSeconds: lags.length === 0 ? null : Math.max(...lags),
      heardAt: heard.length === 0 ? null : new Date(Math.max(...heard)).toISOString(),
      since: failingSince(theirs, now)?.toISOString() ?? null,
    }
  })
}

async function readParts(db: DbOrTx) {
  const rows = await db
    .selectFrom('sourceHealth')
    .select([
      'network',
      'part',
      'okAt',
      'heardAt',
      'lagSeconds',
      'waiting',
      'trouble as failure',
      'troubleAt as failureAt',
      'updatedAt',
    ])
    .orderBy('part')
    .execute()
  return networks
    .filter((network) => network !== 'mixed')
    .map((network) => ({ network, theirs: rows.filter((row) => (row.network as Network) === network) }))
}

export const sourcesFeature = defineFeature({
  name: 'sources',
  handlers,
  jobs: [every('*/10 * * * *', 'count-heard-messages', countHeardMessages)],
})
