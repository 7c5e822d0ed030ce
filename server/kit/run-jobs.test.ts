import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabaseLine } from '../testing/database-line.ts'
import { openTestWorld, type TestWorld } from '../testing/test-world.ts'
import type { AppContext } from './context.ts'
import { beat, takeOverFromGone, unlockUnknown } from './job-workers.ts'
import { on, recordEvent } from './jobs.ts'
import { mailJobs } from './mail/mail.jobs.ts'
import { postLetter } from './mail/post-letter.ts'
import { openSmtpSimulator, type SmtpSimulator } from './mail/smtp.simulator.ts'
import { runJobs } from './run-jobs.ts'
import { openDatabase } from './sql.ts'

let world: TestWorld
beforeEach(async () => {
  world = await openTestWorld()
})
afterEach(() => world.close())

const order = (exportId: number) =>
  world.db.transaction().execute((tx) => recordEvent(tx, world.clock, 'export.ordered', { exportId }))
const contextWith = (more: Partial<AppContext>): AppContext => {
  const { db, database, clock, log, config, language, bus, hooks } = world
  return { db, database, clock, log, config, language, bus, hooks, ...more }
}
const queued = async () => (await sql`select id from graphile_worker.jobs`.execute(world.db)).rows.length

it('jobs that end while the database is away are written down when it is back, and the next ones run', async () => {
  const line = await openDatabaseLine(world.database.url)
  const throughLine = openDatabase(line.url)
  const done: number[] = []
  let round = { exportId: 0, begun: 0, begin: () => {}, cut: Promise.resolve() }
  // Both have begun before the line is cut: no job is on its way to a worker then.
  const cutWith = async (exportId: number): Promise<void> => {
    if (exportId !== round.exportId) return
    round.begun += 1
    if (round.begun === 2) round.begin()
    await round.cut
  }
  const jobs = [
    on('export.ordered', 'end-without-database', async (_, { exportId }) => {
      await cutWith(exportId)
      done.push(exportId)
    }),
    on('export.ordered', 'fail-without-database', async (_, { exportId }) => {
      await cutWith(exportId)
      throw new Error('a failing part')
    }),
  ]
  const running = await runJobs(jobs, contextWith({ db: throughLine.db, database: throughLine }))
  try {
    for (const exportId of [1, 2, 3]) {
      const begun = new Promise<void>((begin) => void (round = { exportId, begun: 0, begin, cut: Promise.resolve() }))
      round.cut = begun.then(() => line.cut())
      await order(exportId)
      await round.cut
      await expect.poll(() => done).toContain(exportId)
      await line.mend()
      await expect
        .poll(async () => {
          const { rows } = await sql`select task_identifier from graphile_worker.jobs
            where task_identifier <> 'fail-without-database' or last_error is null`.execute(world.db)
          return rows
        })
        .toEqual([])
    }
    expect(done).toEqual([1, 2, 3])
  } finally {
    await running.stop()
    await throughLine.close()
    await line.close()
  }
})

describe('workers', () => {
  const lives = (id: string) => beat(world.database.pool, { id, running: new Set() })
  const takeOver = (id: string) => takeOverFromGone(world.database.pool, { id, running: new Set() })
  const aMinuteLater = () =>
    sql`update job_workers set seen_at = seen_at - interval '1 minute', since = since - interval '1 minute'`.execute(
      world.db,
    )
  const lockedBy = async () => {
    const { rows } = await sql<{ worker: string | null }>`select locked_by as worker from graphile_worker.jobs`.execute(
      world.db,
    )
    return rows.map(({ worker }) => worker)
  }
  const lockFor = (id: string) =>
    sql`update graphile_worker._private_jobs set locked_by = ${id}, locked_at = now() - interval '1 minute'`.execute(
      world.db,
    )

  it('that say they live no more lose what they had begun', async () => {
    await order(1)
    await lives('killed')
    await lives('watching')
    await lockFor('killed')
    await aMinuteLater()
    await lives('watching')
    // It has watched for no half a minute since it was seen last.
    expect(await takeOver('watching')).toEqual([])
    await sql`update job_workers set since = since - interval '1 minute' where id = 'watching'`.execute(world.db)
    expect(await takeOver('watching')).toEqual(['killed'])
    expect(await lockedBy()).toEqual([null])
  })

  it('lose nothing for a time when no one could be seen', async () => {
    await order(1)
    await lives('first')
    await lives('second')
    await lockFor('second')
    await aMinuteLater()
    await lives('first')
    expect(await takeOver('first')).toEqual([])
    await lives('second')
    await sql`update job_workers set since = since - interval '1 minute'`.execute(world.db)
    expect(await takeOver('first')).toEqual([])
    expect(await lockedBy()).toEqual(['second'])
  })

  it('get back what is locked for them and what they do not know of', async () => {
    await order(1)
    await lives('own')
    await lockFor('own')
    const { rows } = await sql<{ id: string }>`select id::text from graphile_worker.jobs`.execute(world.db)
    const running = new Set(rows.map(({ id }) => id))
    await sql`update job_workers set since = since - interval '1 minute'`.execute(world.db)
    await unlockUnknown(world.database.pool, { id: 'own', running })
    expect(await lockedBy()).toEqual(['own'])
    await unlockUnknown(world.database.pool, { id: 'own', running: new Set() })
    expect(await lockedBy()).toEqual([null])
  })
})

describe('letters', () => {
  let smtp: SmtpSimulator
  beforeEach(async () => {
    smtp = await openSmtpSimulator({ user: 'echolot', password: 'right' })
  })
  afterEach(() => smtp.close())

  const post = (to: string) =>
    world.db
      .transaction()
      .execute((tx) =>
        postLetter(tx, world.clock, to, { subject: 'Код', title: 'Код', paragraphs: ['Введите код.'], code: '0472' }),
      )
  const withMail = () =>
    contextWith({
      config: { ...world.config, mail: { smtpUrl: smtp.url, requireTls: false, from: 'noreply@echolot.example' } },
    })
  const sentTo = () => smtp.delivered.flatMap(({ to }) => to)
  const letters = () =>
    world.db.selectFrom('letters').select(['recipient', 'sentAt', 'error']).orderBy('recipient').execute()

  it('that a mail server keeps hanging hold up no other job', async () => {
    const done: number[] = []
    smtp.hang('recipient', 8)
    for (let each = 0; each < 8; each += 1) await post(`anna${each}@example.ru`)
    const running = await runJobs(
      [...mailJobs, on('export.ordered', 'do-something-else', async (_, { exportId }) => void done.push(exportId))],
      withMail(),
    )
    try {
      await expect.poll(() => smtp.hanging()).toBe(3)
      await order(7)
      await expect.poll(() => done).toEqual([7])
      expect(smtp.hanging()).toBe(3)
    } finally {
      smtp.hang('recipient', 0)
      smtp.letGo()
      await running.stop()
    }
  })

  it('of a worker that was killed are sent by another: those that the mail server does not have', async () => {
    const child = startWorker(world.database.url, smtp.url)
    smtp.hang('recipient')
    await post('asked@example.ru')
    await expect.poll(() => smtp.hanging()).toBe(1)
    smtp.hang('answer')
    await post('taken@example.ru')
    await expect.poll(() => smtp.hanging()).toBe(2)
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    smtp.letGo()
    // Half a minute and more goes by.
    await beat(world.database.pool, { id: 'watching', running: new Set() })
    await sql`update job_workers set seen_at = seen_at - interval '1 minute' where id <> 'watching'`.execute(world.db)
    await sql`update job_workers set since = since - interval '1 minute'`.execute(world.db)
    const gone = await takeOverFromGone(world.database.pool, { id: 'watching', running: new Set() })
    expect(gone).toHaveLength(2)
    const running = await runJobs(mailJobs, withMail())
    try {
      await expect.poll(queued).toBe(0)
      expect(sentTo()).toEqual(['asked@example.ru'])
      expect(await letters()).toEqual([
        { recipient: 'asked@example.ru', sentAt: world.clock.now(), error: null },
        { recipient: 'taken@example.ru', sentAt: expect.any(Date), error: 'handed over, the answer is not known' },
      ])
    } finally {
      await running.stop()
    }
  })
})

function startWorker(databaseUrl: string, smtpUrl: string): ChildProcess {
  const child = fileURLToPath(new URL('./run-jobs.child.ts', import.meta.url))
  return spawn(process.execPath, [child], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DATABASE_URL: databaseUrl,
      SMTP_URL: smtpUrl,
      SMTP_REQUIRE_TLS: 'off',
      MAIL_FROM: 'noreply@echolot.example',
    },
  })
}
