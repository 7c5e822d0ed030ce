/** What watchers of the service read: whether it lives, and how it fares. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { AppError } from '../kit/app-error.ts'
import type { AppContext } from '../kit/context.ts'
import { clientAddress } from './client-address.ts'
import { metrics } from '../kit/metrics.ts'

export function addMonitoring(app: FastifyInstance, { db, config }: Pick<AppContext, 'db' | 'config'>): void {
  app.get('/healthz', async () => {
    await sql`select 1`.execute(db)
    return { status: 'ok' }
  })
  app.get('/metrics', async (request, reply) => {
    const local = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(
      clientAddress(request.headers, request.ip, config.trustProxy),
    )
    const allowed =
      config.metricsToken === ''
        ? local && !config.production
        : request.headers.authorization === `Bearer ${config.metricsToken}`
    if (!allowed) throw new AppError('NOT_FOUND')
    return reply.type(metrics.contentType).send(await metrics.metrics())
  })
}
