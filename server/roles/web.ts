/** Answers calls and says signals. */
import type { FastifyInstance } from 'fastify'
import { answerAccounts } from '../features/accounts/accounts.ts'
import { answerCart } from '../features/cart/cart.ts'
import { answerCategories } from '../features/categories/categories.ts'
import { openLiveExports } from '../features/exports/exports.public.ts'
import { answerExports } from '../features/exports/exports.ts'
import { openLiveMessages } from '../features/feed/feed.public.ts'
import { answerFeed } from '../features/feed/feed.ts'
import { answerFilters } from '../features/filters/filters.ts'
import { openLiveAdditions, openLiveGroups } from '../features/groups/groups.public.ts'
import { answerGroups } from '../features/groups/groups.ts'
import { openLiveLearned } from '../features/learning/learning.public.ts'
import { answerLearning } from '../features/learning/learning.ts'
import { answerLocations } from '../features/locations/locations.ts'
import { answerMarks } from '../features/marks/marks.ts'
import { answerModeration } from '../features/moderation/moderation.ts'
import { answerPartner } from '../features/partner/partner.ts'
import { answerPayments } from '../features/payments/payments.ts'
import { answerProjects } from '../features/projects/projects.ts'
import { openLiveProjects } from '../features/projects/projects.public.ts'
import { answerPromo } from '../features/promo/promo.ts'
import { answerSite } from '../features/site/site.ts'
import { answerSocial } from '../features/social/social.ts'
import { answerSources } from '../features/sources/sources.ts'
import { answerSubscriptions } from '../features/subscriptions/subscriptions.ts'
import { answerTariffs } from '../features/tariffs/tariffs.ts'
import { openLiveCodes } from '../features/verification/verification.public.ts'
import { answerVerification } from '../features/verification/verification.ts'
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
    accounts: answerAccounts(config),
    cart: answerCart(config),
    categories: answerCategories(config),
    exports: answerExports,
    feed: answerFeed(announcer.listeners),
    filters: answerFilters,
    groups: answerGroups,
    learning: answerLearning,
    locations: answerLocations,
    marks: answerMarks,
    moderation: answerModeration,
    partner: answerPartner(config),
    payments: answerPayments(config),
    projects: answerProjects(config),
    promo: answerPromo,
    site: answerSite(config),
    social: answerSocial(config),
    sources: answerSources,
    subscriptions: answerSubscriptions(config),
    tariffs: answerTariffs,
    verification: answerVerification(config),
  })
  const sockets = openSocketGate(app, context, bus)
  const liveMessages = openLiveMessages({ db, clock, bus, log }, sockets)
  const liveExports = openLiveExports({ db, bus, log }, sockets)
  const liveAdditions = openLiveAdditions({ db, bus, log }, sockets)
  const liveGroups = openLiveGroups(bus, sockets)
  const liveCodes = openLiveCodes(bus, sockets)
  const liveLearned = openLiveLearned({ db, clock, bus, log }, sockets)
  const liveProjects = openLiveProjects({ db, clock, bus, log, messageDays: config.messageDays }, sockets)
  const address = await app.listen({ host: config.host, port: config.port })
  return {
    app,
    announcer,
    address,
    async close() {
      liveMessages.close()
      liveExports.close()
      liveAdditions.close()
      liveGroups.close()
      liveCodes.close()
      liveLearned.close()
      liveProjects.close()
      await sockets.close()
      await app.close()
      announcer.close()
    },
  }
}
