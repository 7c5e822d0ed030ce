import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { feedbackKeptDays, feedbackLength } from '../../../../contract/site/feedback.ts'
import { DAY, HOUR } from '../../../kit/clock.ts'
import { feedbackFeature } from './feedback.feature.ts'
import { personalFeedback } from './personal-feedback.ts'
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

describe('the queue of letters', () => {
  let sonya: TestUser
  let semyon: TestUser
  beforeAll(async () => {
    sonya = await world.somebody('sonya', ['support'])
    semyon = await world.somebody('semyon', ['support'])
  })
  const writes = async (more: object = {}, by?: TestUser): Promise<number> => {
    await world.ask('feedback', 'sendFeedback', { ...letter, ...more }, by)
    return (await written()).at(-1)?.id ?? 0
  }
  const idsOf = async (asked: { state?: 'new' | 'answered' | 'closed'; search?: string; page?: number } = {}) =>
    (await sonya.asks('feedback', 'listFeedback', asked)).docs.map(({ id }) => id)
  const audited = async () =>
    (
      await world.db
        .selectFrom('auditLog')
        .select(['actorId', 'userId', 'action', 'details'])
        .where('action', 'like', 'feedback-%')
        .where('at', '=', world.clock.now())
        .orderBy('id')
        .execute()
    ).map(({ actorId, userId, action, details }) => [actorId, userId, action, details])

  it('has the oldest new one first, and finds by address, name, words and number', async () => {
    const first = await writes({ subj: 'Оплата 100%', name: 'Ольга' })
    const second = await writes({ email: 'Petr@example.ru', msg: 'Как добавить группу?' }, anna)
    expect(await idsOf({ state: 'new' })).toEqual([first, second])
    expect(await idsOf()).toEqual([second, first])
    for (const search of ['ольга', '100%', 'guest@', String(first)])
      expect(await idsOf({ search }), search).toEqual([first])
    expect(await idsOf({ search: 'добавить ГРУППУ' })).toEqual([second])
    expect(await idsOf({ search: '0%0' })).toEqual([])
    const { docs, ...page } = await sonya.asks('feedback', 'listFeedback', { state: 'new', page: 2 })
    expect(docs).toEqual([])
    expect(page).toEqual({ total: 2, page: 2, pages: 1, limit: 20, counts: { new: 2, answered: 0, closed: 0 } })
    const long = await writes({ msg: 'а'.repeat(feedbackLength) })
    const line = (await sonya.asks('feedback', 'listFeedback', {})).docs[0]
    expect(line).toMatchObject({ id: long, state: 'new', changedBy: null, changedAt: null })
    expect(line?.beginning).toHaveLength(160)
  })

  it('knows whose letter it is: of who was signed in, or by an e-mail that is confirmed', async () => {
    const whose = async (id: number) => (await sonya.asks('feedback', 'getFeedback', { id })).letter.user
    const confirm = (emailApprove: boolean) =>
      world.db.updateTable('users').set({ emailApprove }).where('id', '=', anna.userId).execute()
    const known = { id: anna.userId, username: 'anna' }
    expect(await whose(await writes({}, anna))).toEqual({ ...known, signedIn: true })
    await confirm(false)
    const guests = await writes({ email: anna.email.toUpperCase() })
    expect(await whose(guests)).toBeNull()
    await confirm(true)
    expect(await whose(guests)).toEqual({ ...known, signedIn: false })
    expect(await whose(await writes({ email: 'other@example.ru' }))).toBeNull()
  })

  it('answers by a letter that quotes what it answers; of two at once the second is told', async () => {
    const id = await writes({ subj: 'Письма' }, anna)
    const text = 'Проверьте папку «Спам».\n\nЕсли там пусто, напишите ещё.'
    const answer = (by: TestUser, seen: number, more: object = {}) =>
      world.ask('feedback', 'answerFeedback', { id, text, seen, ...more }, by)
    const codes = (await Promise.all([answer(sonya, 0), answer(semyon, 0)])).map(codeOf)
    expect(codes.toSorted()).toEqual(['FEEDBACK_ALREADY_ANSWERED', 'ok'])
    const author = codes[0] === 'ok' ? sonya : semyon
    const now = world.clock.now().toISOString()
    const { letter: shown } = await sonya.asks('feedback', 'getFeedback', { id })
    expect(shown).toMatchObject({ state: 'answered', changedAt: now, message: letter.msg })
    expect(shown.answers).toEqual([{ id: expect.any(Number), at: now, text, author: shown.changedBy }])
    const sent = (await letters()).filter(({ recipient }) => recipient === letter.email)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.subject).toBe('Ответ поддержки: Письма')
    for (const words of ['Проверьте папку «Спам».', `Вы писали: «${letter.msg}»`, 'Это ответ на ваше письмо'])
      expect(sent[0]?.plain).toContain(words)
    expect(await audited()).toEqual([[author.userId, anna.userId, 'feedback-answered', { letter: id }]])

    // Who has read the first may write a second.
    expect(codeOf(await answer(semyon, 1, { text: 'И ещё.' }))).toBe('ok')
    expect((await sonya.asks('feedback', 'getFeedback', { id })).letter.answers).toHaveLength(2)
    const files = await personalFeedback(world, anna.userId)
    expect(JSON.stringify(files)).toContain('Проверьте папку')
  })

  it('closes what needs no answer, and opens it again', async () => {
    const id = await writes()
    const state = async () => (await sonya.asks('feedback', 'getFeedback', { id })).letter
    await sonya.asks('feedback', 'closeFeedback', { id })
    await semyon.asks('feedback', 'closeFeedback', { id })
    expect(await state()).toMatchObject({ state: 'closed', changedBy: 'sonya' })
    expect([await idsOf({ state: 'new' }), await idsOf({ state: 'closed' })]).toEqual([[], [id]])
    await semyon.asks('feedback', 'reopenFeedback', { id })
    expect(await state()).toMatchObject({ state: 'new', changedBy: 'semyon' })
    expect((await audited()).map(([actor, , action]) => [actor, action])).toEqual([
      [sonya.userId, 'feedback-closed'],
      [semyon.userId, 'feedback-reopened'],
    ])
    expect((await letters()).map(({ recipient }) => recipient)).toEqual([SUPPORT])
  })

  it('is closed to all others, and says what is not there or not right', async () => {
    const id = await writes()
    const deeds = {
      getFeedback: { id },
      answerFeedback: { id, text: 'Да', seen: 0 },
      closeFeedback: { id },
      reopenFeedback: { id },
    }
    for (const [name, input] of [['listFeedback', {}], ...Object.entries(deeds)] as [keyof typeof deeds, never][]) {
      expect(codeOf(await world.ask('feedback', name, input)), name).toBe('UNAUTHORIZED')
      expect(await anna.isRefused('feedback', name, input), name).toBe('FORBIDDEN')
    }
    for (const [name, input] of Object.entries(deeds) as [keyof typeof deeds, object][])
      expect(await sonya.isRefused('feedback', name, { ...input, id: 1_999_999 } as never), name).toBe(
        'FEEDBACK_NOT_FOUND',
      )
    for (const wrong of [{ text: '' }, { text: ' \n' }, { text: 'а'.repeat(feedbackLength + 1) }, { seen: -1 }])
      expect(await sonya.isRefused('feedback', 'answerFeedback', { ...deeds.answerFeedback, ...wrong })).toBe(
        'VALIDATION_FAILED',
      )
    expect((await sonya.asks('feedback', 'getFeedback', { id })).letter).toMatchObject({ state: 'new', answers: [] })
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
