/** What is kept of notices goes when it is of no use: the journal and what people were notified of, addresses that ended. */
import { every, type Job } from '../../../kit/jobs.ts'
import { DAY } from '../../../kit/clock.ts'
import type { AppContext } from '../../../kit/context.ts'

export const NOTICES_KEPT = 30 * DAY

export const forgetNotices: Job = every('41 3 * * *', 'forget-notices', async ({ db, clock, log }) => {
  log.info(await forgetOldNotices({ db, clock }), 'notices of long ago are gone')
})

/** Deliveries go with their notices. */
export async function forgetOldNotices({
  db,
  clock,
}: Pick<AppContext, 'db' | 'clock'>): Promise<Record<'notices' | 'clusters' | 'addresses' | 'links', number>> {
  const before = new Date(clock.now().getTime() - NOTICES_KEPT)
  const [notices, clusters, addresses, links] = await Promise.all([
    db.deleteFrom('notices').where('createdAt', '<', before).executeTakeFirst(),
    db.deleteFrom('toldClusters').where('toldAt', '<', before).executeTakeFirst(),
    db.deleteFrom('noticeAddresses').where('endedAt', '<', before).executeTakeFirst(),
    db.deleteFrom('noticeLinkTokens').where('expiresAt', '<', before).executeTakeFirst(),
  ])
  return {
    notices: Number(notices.numDeletedRows),
    clusters: Number(clusters.numDeletedRows),
    addresses: Number(addresses.numDeletedRows),
    links: Number(links.numDeletedRows),
  }
}
