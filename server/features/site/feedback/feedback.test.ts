import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { feedbackKeptDays, feedbackLength } from '../../../../contract/site/feedback.ts'
import { DAY, HOUR } from '../../../kit/clock.ts'
import { feedbackFeature } from './feedback.feature.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'

const SUPPORT = 'support@example.ru'

let world: TestWorld
let anna: TestUser
beforeAll(async () => {
  world = await openTestWorld({ config: { supportEmail: SUPPORT } })
  anna = await world.customer('anna')
})
afterAll(() => world.close())
// Everybody may write again, and nothing that was written is left.
afterEach(async () => {
  world.clock.advance(HOUR)
  await world.db.deleteFrom('feedback').execute()
  await world.db.deleteFrom('letters').execute()
})

const written = () => world.db.selectFrom('feedback').selectAll().orderBy('id').execute()
const letters = () => world.db.selectFrom('letters').select(['recipient', 'subject', 'plain', 'html']).execute()
const letter = { email: 'guest@example.ru', msg: 'Здравствуйте! Не приходят письма.' }

describe('feedback.sendFeedback', () => {
  it('keeps what a guest writes, and posts it to support', async () => {
    const from = 'https://echolot.ru/contacts?subj=x'
    const answer = await world.ask('feedback', 'sendFeedback', {
      ...letter,
      name: ' Ольга ',
      subj: ' Письма ',
      from,
      fp: ' 0123456789ABCDEF0123456789abcdef ',
    })
    expect(codeOf(answer)).toBe('ok')
    expect(await written()).toMatchObject([
      {
        userId: null,
        name: 'Ольга',
        email: 'guest@example.ru',
        subject: 'Письма',
        message: letter.msg,
        cameFrom: from,
        fp: '0123456789abcdef0123456789abcdef',
        at: world.clock.now(),
      },
    ])
    const [posted] = await letters()
    expect(posted).toMatchObject({ recipient: SUPPORT, subject: 'Обращение: Письма' })
    for (const words of ['Ольга, guest@example.ru', letter.msg, `Написано на странице ${from}`])
      expect(posted?.plain).toContain(words)
  })

  it('is taken once when it is sent again, as after an answer that was lost', async () => {
    const send = async (more: object = {}, by?: { ip: string }) =>
      codeOf(await world.ask('feedback', 'sendFeedback', { ...letter, ...more }, by))
    expect(await Promise.all([send(), send(), send({}, { ip: '10.7.7.7' })])).toEqual(['ok', 'ok', 'ok'])
    expect([await written(), await letters()].map(({ length }) => length)).toEqual([1, 1])
    expect([await send({ msg: 'Пишу ещё раз.' }), await send({ email: 'another@example.ru' })]).toEqual(['ok', 'ok'])
    expect([await written(), await letters()].map(({ length }) => length)).toEqual([3, 3])
    world.clock.advance(HOUR)
    expect(await send()).toBe('ok')
    expect([await written(), await letters()].map(({ length }) => length)).toEqual([4, 4])
  })

  it('knows who writes when he is signed in, and takes the address he gives', async () => {
    await anna.asks('feedback', 'sendFeedback', { ...letter, email: 'office@example.ru' })
    expect(await written()).toMatchObject([
      { userId: anna.userId, email: 'office@example.ru', name: '', subject: 'Без темы', cameFrom: '', fp: null },
    ])
    expect(await letters()).toMatchObject([{ subject: 'Обращение: Без темы' }])
  })

  it('does not read what is written as HTML, nor a subject as more than one line', async () => {
    await world.ask('feedback', 'sendFeedback', {
      ...letter,
      subj: 'Тема\r\nBcc: all@example.ru',
      msg: '<img src=x onerror=alert(1)>',
    })
    const [posted] = await letters()
    expect(posted?.html).not.toContain('<img src=x')
    expect(posted?.recipient).toBe(SUPPORT)
  })

  it('is refused without an address or a message, and for what is too long', async () => {
    const refused = async (more: Record<string, unknown>) =>
      codeOf(await world.ask('feedback', 'sendFeedback', { ...letter, ...more }))
    for (const wrong of [
      { email: 'не адрес' },
      { email: '' },
      { msg: '' },
      { msg: ' \n ' },
      { msg: 'а'.repeat(feedbackLength + 1) },
      { subj: 'а'.repeat(201) },
      { name: 'а'.repeat(81) },
    ]) {
      expect(await refused(wrong), JSON.stringify(wrong).slice(0, 40)).toBe('VALIDATION_FAILED')
      world.clock.advance(HOUR)
    }
    expect(await written()).toEqual([])
    expect(await letters()).toEqual([])
    expect(await refused({ msg: 'а'.repeat(feedbackLength) })).toBe('ok')
  })

  it('is refused to whoever writes a sixth time within an hour', async () => {
    for (let time = 0; time < 5; time++)
      expect(await anna.isRefused('feedback', 'sendFeedback', { ...letter, msg: `${letter.msg} ${time}` })).toBe('ok')
    expect(await anna.isRefused('feedback', 'sendFeedback', letter)).toBe('RATE_LIMIT_EXCEEDED')
    expect(await written()).toHaveLength(5)
  })

  it('is kept though nobody is named to read letters', async () => {
    const quiet = await openTestWorld({ config: { supportEmail: '' } })
    try {
      expect(codeOf(await quiet.ask('feedback', 'sendFeedback', letter))).toBe('ok')
      expect(await quiet.db.selectFrom('feedback').select('message').execute()).toEqual([{ message: letter.msg }])
      expect(await quiet.db.selectFrom('letters').select('id').execute()).toEqual([])
    } finally {
      await quiet.close()
    }
  })
})

describe('what was written to us', () => {
  it('is forgotten after a year', async () => {
    const old = await openTestWorld({ config: { supportEmail: '' } })
    try {
      await old.ask('feedback', 'sendFeedback', letter)
      const forget = feedbackFeature.jobs.find(({ name }) => name === 'forget-feedback')
      const run = (): Promise<void> =>
        (forget as { run(context: object): Promise<void> }).run({ db: old.db, clock: old.clock })
      const count = async (): Promise<number> => (await old.db.selectFrom('feedback').select('id').execute()).length
      old.clock.advance(feedbackKeptDays * DAY)
      await run()
      expect(await count()).toBe(1)
      old.clock.advance(1)
      await run()
      expect(await count()).toBe(0)
    } finally {
      await old.close()
    }
  })
})
