/** Whatever happens meanwhile, each recipient is sent a mailing once, or it is written down that no one knows; and no one is left out. */
import fc from 'fast-check'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MailingStat } from '../../../../../contract/office/mailings.ts'
import { laneNames } from '../../../../../rules/mailings/lane.ts'
import { lawRuns } from '../../../../../tools/law-runs.ts'
import { HOUR } from '../../../../kit/clock.ts'
import type { AppContext } from '../../../../kit/context.ts'
import { openSmtpSimulator, type SmtpEnding, type SmtpSimulator } from '../../../../kit/mail/smtp.simulator.ts'
import type { TestUser } from '../../../../testing/test-user.ts'
import { openTestWorld, type TestWorld } from '../../../../testing/test-world.ts'
import { addPeople, form } from '../mailings.samples.ts'
import { MailingSender } from './sender.ts'
import { openTransport } from './transport.ts'

let smtp: SmtpSimulator
let world: TestWorld
let admin: TestUser
const addresses = Array.from({ length: 9 }, (_, n) => `person${n}@${['mail.ru', 'yandex.ru', 'corp.example'][n % 3]}`)
beforeAll(async () => {
  smtp = await openSmtpSimulator({ user: 'mailer', password: 'secret' })
  const bare = { smtpUrl: smtp.url, requireTls: false, from: 'Эхолот <news@echolot.example>' }
  world = await openTestWorld({ config: { mail: bare } })
  admin = await world.somebody('admin', ['admin'])
  await addPeople(world, addresses)
})
afterAll(async () => {
  await world.close()
  await smtp.close()
})

class Killed extends Error {}

/** A process of which nothing more comes after so many statements: what it had begun stays as it is. */
const mortal = (ctx: AppContext, statements: number): AppContext => failing(ctx, (count) => count > statements)

/** One in which one statement fails, so many after it was said. */
function faulty(ctx: AppContext): { ctx: AppContext; fails: { from: (at: number) => void } } {
  let left = Infinity
  const fails = (): boolean => {
    left -= 1
    return left === 0
  }
  return { ctx: failing(ctx, fails), fails: { from: (at) => (left = at) } }
}

function failing(ctx: AppContext, fails: (count: number) => boolean): AppContext {
  let count = 0
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      count += 1
      if (fails(count)) throw new Killed('this process is gone')
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  const { database, clock, log, config, language, bus, hooks } = ctx
  return { database, clock, log, config, language, bus, hooks, db: ctx.db.withPlugin(plugin) }
}

/** One process, until nothing is due or it is gone. */
async function oneLife(statements: number, meanwhile: (() => Promise<unknown>) | null): Promise<void> {
  const ctx = mortal(world, statements)
  const transport = openTransport(ctx)
  const sender = new MailingSender(ctx, transport, { unpaced: true })
  const ended = await Promise.allSettled([
    sender.start().then(() => Promise.all(laneNames.map((lane) => sender.work(lane)))),
    meanwhile?.(),
  ])
  // Every lane of it is at its end before another process begins.
  await Promise.allSettled(laneNames.map((lane) => sender.work(lane)))
  transport.close()
  for (const each of ended) if (each.status === 'rejected' && !(each.reason instanceof Killed)) throw each.reason
}

const endings: SmtpEnding[] = [
  'taken',
  { at: 'recipient', reply: [450, '4.3.0 try again later'] },
  { at: 'letter', reply: [451, '4.7.1 too fast'] },
  { at: 'recipient', reply: [550, '5.1.1 no such user'] },
  { at: 'letter', reply: [552, '5.2.2 mailbox full'] },
  { at: 'letter', reply: [554, '5.7.1 message rejected under suspicion of SPAM'] },
  { at: 'recipient', reply: 'gone' },
  { at: 'letter', reply: 'gone' },
  { at: 'answer', reply: 'gone' },
]

const story = fc.record({
  /** Of each letter in turn; what comes after these is taken. */
  ends: fc.array(fc.nat(endings.length - 1), { maxLength: 14 }),
  /** How many statements each process lives, and whether the mailing is paused and let go on meanwhile. */
  lives: fc.array(fc.record({ statements: fc.nat(45), toggles: fc.nat(2) }), { maxLength: 5 }),
})

const stateOf = async (taskId: number) => (await admin.asks('mailings', 'getMailing', { taskId })).task

async function goOn(taskId: number): Promise<void> {
  const { holds } = await admin.asks('mailings', 'listMailHolds', {})
  for (const { holder } of holds) await admin.asks('mailings', 'endMailHold', { holder })
  if ((await stateOf(taskId)).status === 'paused') await admin.asks('mailings', 'toggleMailing', { taskId })
  world.clock.advance(13 * HOUR)
}

test('a mailing that is killed, paused and refused again and again ends with everyone sent to once, or known not to be', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ ends, lives }) => {
      await world.db.deleteFrom('mailSuppressions').execute()
      smtp.delivered.length = 0
      const left = ends.map((place) => endings[place] ?? 'taken')
      smtp.endEach(() => left.shift() ?? 'taken')
      const { task } = await admin.asks(
        'mailings',
        'sendEmail',
        form({ recGroup: 'any', recAny: addresses.join('\n') }),
      )
      for (const { statements, toggles } of lives) {
        await oneLife(statements, async () => {
          for (let n = 0; n < toggles; n += 1)
            if ((await stateOf(task.id)).status !== 'completed')
              await admin.asks('mailings', 'toggleMailing', { taskId: task.id }).catch(() => {})
        })
        await goOn(task.id)
      }
      for (let life = 0; (await stateOf(task.id)).status !== 'completed' && life < 12; life += 1) {
        await oneLife(Infinity, null)
        await goOn(task.id)
      }
      await checkEnd(task.id)
    }),
    {
      numRuns: lawRuns(12),
      examples: [
        [{ ends: [8, 7, 6, 5, 4, 3, 2, 1, 0], lives: [{ statements: 12, toggles: 1 }] }],
        [{ ends: [], lives: [3, 6, 9, 12, 15].map((statements) => ({ statements, toggles: 0 })) }],
        [
          {
            ends: [8, 8, 8],
            lives: [
              { statements: 20, toggles: 2 },
              { statements: 31, toggles: 1 },
            ],
          },
        ],
      ],
    },
  )
})

/** All in one lane, so that several are on their way at once. */
const oneLane = addresses.map((address) => address.replace(/@.*/, '@mail.ru'))

async function beginInOneLane(): Promise<number> {
  await world.db.deleteFrom('mailSuppressions').execute()
  smtp.delivered.length = 0
  smtp.endEach(() => 'taken')
  const { task } = await admin.asks('mailings', 'sendEmail', form({ recGroup: 'any', recAny: oneLane.join('\n') }))
  return task.id
}

async function isSentWhole(taskId: number): Promise<void> {
  expect((await stateOf(taskId)).status).toBe('completed')
  expect(smtp.delivered.map(({ to }) => to[0]).toSorted()).toEqual(oneLane.toSorted())
}

test('a mailing that is paused among its letters ends when the same process goes on', async () => {
  const taskId = await beginInOneLane()
  const transport = openTransport(world)
  let letters = 0
  const deliver: typeof transport.deliver = async (parcel, beforeLastLine) => {
    letters += 1
    if (letters === 2) await admin.asks('mailings', 'toggleMailing', { taskId })
    await transport.deliver(parcel, beforeLastLine)
  }
  const sender = new MailingSender(world, { ...transport, deliver }, { unpaced: true })
  await sender.start()
  await sender.work('mailru')
  expect((await stateOf(taskId)).status).toBe('paused')
  await admin.asks('mailings', 'toggleMailing', { taskId })
  await sender.work('mailru')
  await isSentWhole(taskId)
  transport.close()
})

test('a mailing that breaks off somewhere ends when the same process goes on', async () => {
  for (const at of [2, 5, 8]) {
    const taskId = await beginInOneLane()
    const { ctx, fails } = faulty(world)
    const transport = openTransport(ctx)
    const sender = new MailingSender(ctx, transport, { unpaced: true })
    await sender.start()
    fails.from(at)
    await sender.work('mailru').catch(() => {})
    // The mail server may be left alone for a while.
    world.clock.advance(HOUR)
    await sender.work('mailru')
    // What the server had whole when it broke off is not sent again, whatever is known of it.
    const { stat } = await stateOf(taskId)
    expect([stat.wait, stat.active, stat.paused]).toEqual([0, 0, 0])
    expect(new Set(smtp.delivered.map(({ to }) => to[0])).size).toBe(smtp.delivered.length)
    expect((await stateOf(taskId)).status).toBe('completed')
    transport.close()
  }
})

async function checkEnd(mailingId: number): Promise<void> {
  const { status, stat } = await stateOf(mailingId)
  expect(status).toBe('completed')
  const { total, ...parts }: MailingStat = stat
  expect(total).toBe(addresses.length)
  expect(Object.values(parts).reduce((sum, each) => sum + each, 0)).toBe(total)
  expect([stat.wait, stat.active, stat.paused]).toEqual([0, 0, 0])
  const rows = await world.db
    .selectFrom('mailingRecipients')
    .select(['email', 'state'])
    .where('mailingId', '=', mailingId)
    .execute()
  expect(rows).toHaveLength(addresses.length)
  for (const { email, state } of rows) {
    const times = smtp.delivered.filter(({ to }) => to[0] === email).length
    if (state === 'sent') expect(times, `${email} was sent to`).toBe(1)
    else if (state === 'unknown') expect(times, `of ${email} no one knows`).toBeLessThanOrEqual(1)
    else {
      expect(['failed', 'bounced'], `${email} has ended`).toContain(state)
      expect(times, `${email} was refused`).toBe(0)
    }
  }
}
