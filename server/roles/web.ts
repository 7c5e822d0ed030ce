/** Answers calls and says signals. */
import type { FastifyInstance } from 'fastify'
import { answerAccounts } from '../features/accounts/accounts.ts'
import { answerCategories } from '../features/categories/categories.ts'
import { answerFeed } from '../features/feed/feed.ts'
import { answerFilters } from '../features/filters/filters.ts'
import { answerSubscriptions } from '../features/subscriptions/subscriptions.ts'
import { openHttpGate } from '../gate/http.ts'
import { openSocketGate } from '../gate/socket.ts'
import { openAnnouncer, type Announcer } from '../stream/announce/announce.ts'
import type { House, RunningRole } from './house.ts'

export interface WebRole extends RunningRole {
  app: FastifyInstance
  announcer: Announcer
  address: string
}

export async function runWeb(house: House): Promise<WebRole> {
  const { config, database, clock, log, bus, language } = house
  const { db } = database
  const announcer = await openAnnouncer({ db, clock, language, bus, log })
  const context = { db, clock, log, language, config }
  const app = await openHttpGate(context, {
    accounts: answerAccounts(config.sessionDays),
    categories: answerCategories,
    feed: answerFeed(announcer.listeners),
    filters: answerFilters,
    subscriptions: answerSubscriptions,
  })
  const sockets = openSocketGate(app, context, bus)
  const address = await app.listen({ host: config.host, port: config.port })
  return {
    app,
    announcer,
    address,
    async close() {
      await sockets.close()
      await app.close()
      announcer.close()
    },
  }
}
