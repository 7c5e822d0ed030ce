import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { features } from '../features.ts'
import { handlersOf } from '../kit/feature.ts'
import { openLog } from '../kit/log.ts'
import { openDatabase } from '../kit/sql.ts'
import { openDatabaseLine, type DatabaseLine } from '../testing/database-line.ts'
import { openTestWorld, type TestWorld } from '../testing/test-world.ts'
import { openGateParts, openHttpGate } from './http.ts'

let world: TestWorld
let line: DatabaseLine
beforeAll(async () => {
  world = await openTestWorld()
  line = await openDatabaseLine(world.database.url)
})
afterAll(async () => {
  await world.close()
  await line.close()
})

it('without its database the service refuses for a while, says so once, and goes on when it is back', async () => {
  const { config, language, bus, hooks, clock } = world
  const logged: { level: number; msg: string; err?: unknown }[] = []
  const log = openLog('info', { write: (text: string) => void logged.push(JSON.parse(text)) })
  const database = openDatabase(line.url, { connections: 4 })
  const ctx = { db: database.db, database, clock, log, config, language, bus, hooks }
  const app = await openHttpGate(ctx, handlersOf(features), openGateParts(ctx))
  const anna = await world.customer('anna')
  const headers = { cookie: `echolot=${anna.token}` }
  const read: InjectOptions = { url: '/api/filter/list', headers }
  const write: InjectOptions = { method: 'PUT', url: `/api/filter/${anna.filterId}`, headers, payload: {} }
  const ask = async (options: InjectOptions) => {
    const { statusCode, headers, body } = await app.inject(options)
    return { statusCode, retryAfter: headers['retry-after'], answer: JSON.parse(body) as unknown }
  }
  try {
    expect(await ask(read)).toMatchObject({ statusCode: 200 })
    await line.cut()
    for (const options of [read, write, read, write, { url: '/healthz' }, { url: '/api/tariff/list' }])
      expect(await ask(options)).toEqual({
        statusCode: 503,
        retryAfter: '5',
        answer: {
          status: 'error',
          type: 'refusal',
          code: 'SERVICE_UNAVAILABLE',
          message: 'Сервис временно недоступен. Попробуйте ещё раз через несколько секунд',
          details: { retryAfter: 5 },
        },
      })
    expect(logged).toEqual([
      expect.objectContaining({ level: 40, msg: 'calls are refused while the database is away' }),
    ])
    expect(logged[0]?.err).toBeUndefined()
    await line.mend()
    for (const options of [read, write]) expect(await ask(options)).toMatchObject({ statusCode: 200 })
  } finally {
    await app.close()
    await database.close()
  }
})
