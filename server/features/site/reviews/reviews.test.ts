import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { reviewAfterDays, reviewLength } from '../../../../contract/site/reviews.ts'
import { DAY, HOUR } from '../../../kit/clock.ts'
import { codeOf, resultOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, paid, type TestWorld } from '../../../testing/test-world.ts'
import { personalReview } from './personal-review.ts'

const SUPPORT = 'support@example.ru'
const written = {
  name: 'Анна П.',
  trade: 'свадебный фотограф',
  city: 'Казань',
  text: 'За первый месяц пришло шесть заказов, два из них в первый же день.',
}

let world: TestWorld
let anna: TestUser
let boris: TestUser
let newcomer: TestUser
let moderator: TestUser
beforeAll(async () => {
  world = await openTestWorld({ config: { supportEmail: SUPPORT } })
  anna = await world.customer('anna', paid('photographers', 300))
  boris = await world.customer('boris', paid('vets', 300))
  newcomer = await world.customer('newcomer')
  moderator = await world.somebody('moderator', ['moderator'])
  world.clock.advance(reviewAfterDays * DAY)
})
afterAll(() => world.close())
afterEach(async () => {
  world.clock.advance(HOUR)
  await world.db.deleteFrom('reviews').execute()
  await world.db.deleteFrom('letters').execute()
})

const shown = async () => resultOf(await world.ask('reviews', 'listReviews', { count: 50 }))
const queue = (asked: { state?: 'new' | 'shown' | 'hidden'; page?: number } = {}) =>
  moderator.asks('reviews', 'listQueuedReviews', asked)
const first = async (state: 'new' | 'shown' | 'hidden') => {
  const [review] = (await queue({ state })).docs
  if (!review) throw new Error(`no review is ${state}`)
  return review
}
const decide = async (from: 'new' | 'shown' | 'hidden', state: 'new' | 'shown' | 'hidden', reason = '') => {
  const { id, version } = await first(from)
  return moderator.asks('reviews', 'decideReview', { id, version, state, reason })
}

describe('a review', () => {
  it('is shown after approval and not before, without anything of the account', async () => {
    expect(await shown()).toEqual({ reviews: [], total: 0 })
    const own = await anna.asks('reviews', 'saveReview', { ...written, name: ` ${written.name} ` })
    expect(own).toMatchObject({
      allowed: true,
      suggestedName: 'anna',
      review: { ...written, state: 'new', reason: '' },
    })
    expect(await shown()).toEqual({ reviews: [], total: 0 })
    expect(await world.letterTo(SUPPORT)).toMatchObject({ subject: 'Новый отзыв ждёт проверки' })
    await decide('new', 'shown')
    const writtenAt = world.clock.now().toISOString()
    const { reviews, total } = await shown()
    expect([reviews, total]).toEqual([[{ id: expect.any(Number), ...written, reply: '', writtenAt }], 1])
    expect((await anna.asks('reviews', 'getOwnReview', {})).review?.state).toBe('shown')
  })

  it('goes to approval again when it is changed, and not when nothing is', async () => {
    await anna.asks('reviews', 'saveReview', written)
    await decide('new', 'shown')
    await anna.asks('reviews', 'saveReview', written)
    expect((await shown()).total).toBe(1)
    await anna.asks('reviews', 'saveReview', { ...written, city: 'Уфа' })
    expect((await shown()).total).toBe(0)
    expect(await first('new')).toMatchObject({ city: 'Уфа', version: 2, decidedBy: null })
  })

  it('is withdrawn at any time', async () => {
    await anna.asks('reviews', 'saveReview', written)
    await decide('new', 'shown')
    expect((await anna.asks('reviews', 'deleteReview', {})).review).toBeNull()
    expect(await shown()).toEqual({ reviews: [], total: 0 })
  })

  it('is of those who have used the service, and do not work for it', async () => {
    const late = await world.customer('late', paid('vets', 300))
    expect(await newcomer.isRefused('reviews', 'saveReview', written)).toBe('REVIEW_NOT_ALLOWED')
    expect(await moderator.isRefused('reviews', 'saveReview', written)).toBe('REVIEW_NOT_ALLOWED')
    world.clock.advance(reviewAfterDays * DAY - 1)
    expect((await late.asks('reviews', 'getOwnReview', {})).allowed).toBe(false)
    expect(await late.isRefused('reviews', 'saveReview', written)).toBe('REVIEW_NOT_ALLOWED')
    world.clock.advance(1)
    expect(await late.isRefused('reviews', 'saveReview', written)).toBe('ok')
  })

  it('says something, and no more than there is room for', async () => {
    for (const wrong of [
      { text: 'Хорошо' },
      { text: ' '.repeat(reviewLength.least) },
      { text: `Хорошо${' '.repeat(reviewLength.least)}` },
      { name: 'А   ' },
      { text: 'а'.repeat(reviewLength.text + 1) },
      { name: 'А' },
      { name: '   ' },
      { name: 'а'.repeat(reviewLength.name + 1) },
      { city: 'а'.repeat(reviewLength.about + 1) },
    ]) {
      expect(await anna.isRefused('reviews', 'saveReview', { ...written, ...wrong })).toBe('VALIDATION_FAILED')
      world.clock.advance(HOUR)
    }
    expect(await anna.isRefused('reviews', 'saveReview', { ...written, name: 'Ан\u202eна' })).toBe('USERNAME_INVALID')
    expect((await queue()).total).toBe(0)
  })

  it('is text, whatever stands in it, and no more of them come than are asked for', async () => {
    const text = '<img src=x onerror=alert(1)> [ссылка](javascript:alert(1)) и ещё слова'
    await boris.asks('reviews', 'saveReview', { name: 'Борис', text })
    await decide('new', 'shown')
    world.clock.advance(HOUR)
    await anna.asks('reviews', 'saveReview', written)
    await decide('new', 'shown')
    expect((await shown()).reviews.map((each) => each.text)).toEqual([written.text, text])
    const one = resultOf(await world.ask('reviews', 'listReviews', { count: 1 }))
    expect([one.reviews.map(({ name }) => name), one.total]).toEqual([['Анна П.'], 2])
    expect(codeOf(await world.ask('reviews', 'listReviews', { count: 0 }))).toBe('VALIDATION_FAILED')
    expect(codeOf(await world.ask('reviews', 'listReviews', { count: 201 }))).toBe('VALIDATION_FAILED')
  })

  it('stands in the copy of one’s data, and goes with the account', async () => {
    await anna.asks('reviews', 'saveReview', written)
    expect(await personalReview(world, anna.userId)).toEqual({
      'Отзыв о сервисе': [
        expect.objectContaining({ имя: written.name, текст: written.text, состояние: 'на проверке' }),
      ],
    })
    expect(await personalReview(world, boris.userId)).toEqual({})
    const gone = await world.customer('gone', paid('vets', 300))
    world.clock.advance(reviewAfterDays * DAY)
    await gone.asks('reviews', 'saveReview', written)
    await world.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('subscriptions').where('userId', '=', gone.userId).execute()
      await tx.deleteFrom('users').where('id', '=', gone.userId).execute()
    })
    expect((await queue()).docs.map(({ author }) => author.username)).toEqual(['anna'])
  })
})

describe('approval', () => {
  it('has what waits oldest first, and shows whose it is', async () => {
    await boris.asks('reviews', 'saveReview', { ...written, name: 'Борис' })
    world.clock.advance(HOUR)
    await anna.asks('reviews', 'saveReview', written)
    const { docs, counts, total } = await queue({ state: 'new' })
    expect(docs.map(({ name, author }) => [name, author])).toEqual([
      ['Борис', { id: boris.userId, username: 'boris', email: boris.email }],
      ['Анна П.', { id: anna.userId, username: 'anna', email: anna.email }],
    ])
    expect([counts, total]).toEqual([{ new: 2, shown: 0, hidden: 0 }, 2])
    expect((await queue({ state: 'hidden' })).docs).toEqual([])
  })

  it('hides with a reason that the author reads, takes it back, and is written down', async () => {
    await anna.asks('reviews', 'saveReview', written)
    const { id, version } = await first('new')
    expect(await moderator.isRefused('reviews', 'decideReview', { id, version, state: 'hidden', reason: ' ' })).toBe(
      'REVIEW_REASON_REQUIRED',
    )
    const { review } = await decide('new', 'hidden', ' Это реклама. ')
    expect(review).toMatchObject({ state: 'hidden', reason: 'Это реклама.', decidedBy: 'moderator' })
    expect((await anna.asks('reviews', 'getOwnReview', {})).review?.reason).toBe('Это реклама.')
    await decide('hidden', 'new')
    expect(await first('new')).toMatchObject({ reason: '', decidedBy: null })
    const log = await world.db
      .selectFrom('auditLog')
      .select(['actorId', 'userId', 'details'])
      .where('action', '=', 'review-decided')
      .where('at', '=', world.clock.now())
      .orderBy('id')
      .execute()
    expect(log).toEqual([
      {
        actorId: moderator.userId,
        userId: anna.userId,
        details: { review: id, state: 'hidden', reason: 'Это реклама.' },
      },
      { actorId: moderator.userId, userId: anna.userId, details: { review: id, state: 'new' } },
    ])
  })

  it('approves what was read, and not what it became meanwhile', async () => {
    await anna.asks('reviews', 'saveReview', written)
    const { id, version } = await first('new')
    await anna.asks('reviews', 'saveReview', { ...written, text: `${written.text} Купите у меня!` })
    expect(await moderator.isRefused('reviews', 'decideReview', { id, version, state: 'shown' })).toBe(
      'REVIEW_ALREADY_CHANGED',
    )
    expect((await shown()).total).toBe(0)
  })

  it('answers beneath it, and takes the answer back', async () => {
    await anna.asks('reviews', 'saveReview', written)
    const { review } = await decide('new', 'shown')
    await moderator.asks('reviews', 'replyToReview', { id: review.id, text: ' Спасибо, Анна! ' })
    expect((await shown()).reviews[0]?.reply).toBe('Спасибо, Анна!')
    await moderator.asks('reviews', 'replyToReview', { id: review.id, text: '' })
    expect((await shown()).reviews[0]?.reply).toBe('')
  })

  it('is closed to all others, and says what is not there', async () => {
    await anna.asks('reviews', 'saveReview', written)
    const { id, version } = await first('new')
    const calls = [
      ['listQueuedReviews', {}],
      ['decideReview', { id, version, state: 'shown' }],
      ['replyToReview', { id, text: 'Да' }],
    ] as [keyof typeof wanted, never][]
    const wanted = { listQueuedReviews: 'ok', decideReview: 'REVIEW_NOT_FOUND', replyToReview: 'REVIEW_NOT_FOUND' }
    for (const [name, input] of calls) {
      expect(codeOf(await world.ask('reviews', name, input)), name).toBe('UNAUTHORIZED')
      expect(await anna.isRefused('reviews', name, input), name).toBe('FORBIDDEN')
      const absent = { ...(input as object), id: 1_999_999 } as never
      expect(await moderator.isRefused('reviews', name, absent), name).toBe(wanted[name])
    }
    for (const name of ['getOwnReview', 'deleteReview'] as const)
      expect(codeOf(await world.ask('reviews', name, {})), name).toBe('UNAUTHORIZED')
    expect(codeOf(await world.ask('reviews', 'saveReview', written))).toBe('UNAUTHORIZED')
    expect(await moderator.isRefused('reviews', 'decideReview', { id, version, state: 'gone' as never })).toBe(
      'VALIDATION_FAILED',
    )
    expect((await shown()).total).toBe(0)
  })
})
