/** What support does for people: each action as its preview said, its undo, what stands in the log and what people are written. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ActionData, InfoOf, LogLine, SupportAction } from '../../../../contract/office/support.ts'
import { DAY, HOUR } from '../../../kit/clock.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, paid, PASSWORD, trial, type TestWorld } from '../../../testing/test-world.ts'

let world: TestWorld
let support: TestUser
let photographers: number
beforeAll(async () => {
  world = await openTestWorld({ config: { siteUrl: 'https://echolot.example' } })
  support = await world.somebody('support', ['support'])
  photographers = await world.categoryId('photographers')
})
afterAll(() => world.close())
beforeEach(() => world.clock.advance(HOUR))

const note = 'просили по телефону'
const seen = async (person: TestUser): Promise<string[]> =>
  (await person.asks('subscriptions', 'listSubscriptions', {})).products.map(
    ({ name, trial: hidden }) => `${name}${hidden ? ' (пробно)' : ''}`,
  )
const logOf = async (person: TestUser): Promise<LogLine[]> => {
  const { info } = await support.asks('support', 'getPersonInfo', { user: person.userId, place: 'log' })
  return (info as InfoOf<'log'>).docs
}
const rowsOf = async (person: TestUser) => {
  const of = (table: 'subscriptions' | 'auditLog' | 'trialUses') =>
    world.db.selectFrom(table).select('id').where('userId', '=', person.userId).execute()
  const letters = world.db.selectFrom('letters').select('id').where('recipient', '=', person.email).execute()
  const person_ = world.db.selectFrom('users').select(['roles', 'deletionAt']).where('id', '=', person.userId)
  return [
    await of('subscriptions'),
    await of('auditLog'),
    await of('trialUses'),
    await letters,
    await person_.execute(),
  ]
}

/** Looks beforehand that nothing changes by looking, and then that what was said is what happens. */
async function does(person: TestUser, action: SupportAction, data: Omit<ActionData, 'action' | 'note'> = {}) {
  const { userId: user } = person
  const before = [await rowsOf(person), await seen(person)]
  const preview = await support.asks('support', 'previewAction', { data: { ...data, action }, user })
  expect([await rowsOf(person), await seen(person)]).toEqual(before)
  const { entry, ...done } = await support.asks('support', 'takeAction', { action, data: { ...data, note }, user })
  expect(done).toEqual(preview)
  return { entry, user, ...done }
}
const undo = (entry: number, person: TestUser) => support.asks('support', 'undoAction', { entry, user: person.userId })
const daysFrom = (days: number): string => new Date(world.clock.now().getTime() + days * DAY).toISOString()

describe('a trial', () => {
  it('of a category is opened, written of, and closed again; the person may still take their own', async () => {
    const anna = await world.customer('anna')
    const { entry, changes, until } = await does(anna, 'trial-subscribe', {
      product: 'category',
      category: photographers,
      days: 5,
    })
    expect(until).toBe(daysFrom(5))
    expect(changes).toEqual([
      expect.stringMatching(/^Категория «Фотографы»: до \d\d\.\d\d\.2026$/),
      'В ленте появится: Фотографы',
      '1 фильтр станет виден',
      'Письмо об этом уйдёт на anna@example.ru',
    ])
    expect(await seen(anna)).toEqual(['Фотографы (пробно)'])
    expect((await world.letterTo(anna.email)).subject).toBe('Поддержка открыла вам пробный доступ')
    expect((await logOf(anna)).slice(0, 1)).toMatchObject([
      {
        id: entry,
        note,
        byStaff: true,
        undo: true,
        words: expect.stringMatching(/^Открыт пробный доступ: Категория «Фотографы», 5 дней, до /),
      },
    ])

    world.clock.advance(HOUR)
    await undo(entry, anna)
    expect(await seen(anna)).toEqual([])
    expect((await world.letterTo(anna.email)).subject).toBe('Поддержка закрыла то, что открывала')
    expect((await logOf(anna)).slice(0, 2)).toMatchObject([
      { words: 'Поддержка закрыла то, что открывала' },
      { id: entry, undo: false },
    ])
    expect(await support.isRefused('support', 'undoAction', { entry, user: anna.userId })).toBe('UNDO_NOT_AVAILABLE')
    expect((await rowsOf(anna))[2]).toEqual([])
  })

  it('of a project comes from here alone, and of groups lets as many be watched as is said', async () => {
    const boris = await world.customer('boris')
    await does(boris, 'trial-subscribe', { product: 'project', days: 7 })
    expect((await boris.asks('projects', 'listProjects', {})).projects).toMatchObject([{ name: 'Проект 1' }])
    const { changes } = await does(boris, 'trial-subscribe', { product: 'group', days: 3, size: 7 })
    expect(changes).toContain('Слушать можно 7 групп')
    expect(await seen(boris)).toEqual(['Группы (пробно)', 'Проект 1 (пробно)'])
    // One is enough: they have had theirs.
    expect((await rowsOf(boris))[2]).toHaveLength(2)
  })
})

describe('a subscription', () => {
  it('shows at once what a trial hides, and one that is paid for already is followed', async () => {
    const vera = await world.customer('vera', trial('photographers', 3))
    const { changes, entry } = await does(vera, 'subscribe', {
      product: 'category',
      category: photographers,
      days: 30,
      name: 'По договору',
      period: 'месяц',
      sum: 500.5,
    })
    expect(changes).toContain('Откроются скрытые последние дни: Фотографы')
    const held = (await vera.asks('subscriptions', 'listSubscriptions', {})).subscriptions
    expect(held.find(({ Tariff }) => Tariff.type === 'regular')?.Tariff).toMatchObject({
      id: null,
      title: 'По договору',
      durationTitle: 'месяц',
    })
    expect((await logOf(vera))[0]?.words.replaceAll('\u00A0', ' ')).toContain('за 500,50 руб.')
    expect(await world.db.selectFrom('moneyEntries').selectAll().execute()).toEqual([])

    const next = await does(vera, 'subscribe', { product: 'category', category: photographers, days: 10 })
    expect(next.until).toBe(daysFrom(40))
    expect(next.changes[0]).toContain('когда закончится то, что уже есть')
    // The first is taken back: what follows it begins now.
    await undo(entry, vera)
    const [left] = (await vera.asks('subscriptions', 'listSubscriptions', {})).subscriptions
    expect(left).toMatchObject({ startsAt: world.clock.now().toISOString(), expiresAt: daysFrom(10) })
  })

  it('that begins now does not wait, though time goes on while it is opened', async () => {
    const ida = await world.customer('ida')
    const standing = world.clock.now.bind(world.clock)
    let calls = 0
    const going = vi.spyOn(world.clock, 'now').mockImplementation(() => new Date(standing().getTime() + (calls += 1)))
    const data = { action: 'subscribe', product: 'category', category: photographers, days: 9, note } as const
    const { changes } = await support.asks('support', 'takeAction', { action: data.action, data, user: ida.userId })
    going.mockRestore()
    expect(changes[0]).toMatch(/^Категория «Фотографы»: до \S+$/)
    expect(changes).toContain('В ленте появится: Фотографы')
  })

  it('its days are brought into their range, and what the person has touched stays', async () => {
    const gleb = await world.customer('gleb')
    const opened = { product: 'category', category: photographers } as const
    expect((await does(gleb, 'subscribe', { ...opened, days: 1_000 })).until).toBe(daysFrom(365))
    const zoya = await world.customer('zoya')
    const { entry, until } = await does(zoya, 'subscribe', { ...opened, days: -3 })
    expect(until).toBe(daysFrom(1))
    const [held] = (await zoya.asks('subscriptions', 'listSubscriptions', {})).subscriptions
    await zoya.asks('subscriptions', 'freezeSubscription', { id: held?.id ?? 0 })
    expect((await logOf(zoya)).find(({ id }) => id === entry)?.undo).toBe(false)
    expect(await support.isRefused('support', 'undoAction', { entry, user: zoya.userId })).toBe('GRANT_ALREADY_CHANGED')
  })

  it('for a team makes an owner of the person, who leaves the team they were in', async () => {
    const [olga, lev] = [await world.customer('olga'), await world.customer('lev')]
    await world.team(olga, lev)
    const { changes } = await does(lev, 'team-subscribe', {
      product: 'category',
      category: photographers,
      days: 14,
      teamSize: 5,
    })
    expect(changes).toEqual(
      expect.arrayContaining([
        'Своя команда: 5 мест вместе с владельцем',
        'Выйдет из команды «olga», и отмена туда не вернёт',
      ]),
    )
    const { info } = await support.asks('support', 'getPersonInfo', { user: lev.userId, place: 'team' })
    expect(info).toMatchObject({ memberOf: null, own: { size: 5, members: [] } })
  })
})

describe('a deletion', () => {
  it('is set with days of grace and taken back, here or by the person', async () => {
    const nina = await world.customer('nina', paid('photographers', 30))
    const { entry, changes, until } = await does(nina, 'delete-account')
    expect(until).toBe(daysFrom(14))
    expect(changes).toContain('Пропадёт 1 подписка, которая ещё действует')
    expect((await nina.asks('accounts', 'getMe', {})).user?.deletionAt).toBe(until)
    expect((await world.letterTo(nina.email)).link).toBe('https://echolot.example/profile')
    expect(
      await support.isRefused('support', 'takeAction', { action: 'delete-account', data: { note }, user: nina.userId }),
    ).toBe('DELETION_ALREADY_SET')
    await undo(entry, nina)
    expect((await nina.asks('accounts', 'getMe', {})).user?.deletionAt).toBeNull()
    expect((await world.letterTo(nina.email)).subject).toBe('Ваш аккаунт в Эхолоте останется')

    world.clock.advance(HOUR)
    const again = await does(nina, 'delete-account')
    await nina.asks('privacy', 'keepAccount', {})
    expect(await support.isRefused('support', 'undoAction', { entry: again.entry, user: nina.userId })).toBe(
      'UNDO_NOT_AVAILABLE',
    )
    world.clock.advance(HOUR)
    await nina.asks('privacy', 'deleteAccount', { password: PASSWORD })
    expect((await logOf(nina)).filter((line) => line.undo)).toEqual([])
  })
})

describe('is refused', () => {
  const opened = { product: 'category', category: 1, note } as const
  it.each<[action: string, data: object, code: string]>([
    ['subscribe', { ...opened, note: '  ' }, 'ACTION_NOTE_REQUIRED'],
    ['subscribe', { note }, 'ACTION_PRODUCT_REQUIRED'],
    ['subscribe', { product: 'category', note }, 'ACTION_CATEGORY_REQUIRED'],
    ['subscribe', { ...opened, category: 999_999 }, 'CATEGORY_NOT_FOUND'],
    ['team-subscribe', opened, 'TEAM_SIZE_REQUIRED'],
    ['team-subscribe', { ...opened, teamSize: 1 }, 'TEAM_SIZE_REQUIRED'],
    ['subscribe', { ...opened, action: 'delete-account' }, 'VALIDATION_FAILED'],
    ['subscribe', { ...opened, sum: -1 }, 'VALIDATION_FAILED'],
    ['forgive', opened, 'VALIDATION_FAILED'],
  ])('%s with %j: %s', async (action, data, code) => {
    const person = await world.customer(`refused-${action}-${code}-${world.clock.now().getTime()}`.toLowerCase())
    const asked = { action: action as SupportAction, data, user: person.userId }
    expect(await support.isRefused('support', 'takeAction', asked)).toBe(code)
    expect((await rowsOf(person))[0]).toEqual([])
  })

  it('without an action, of staff, of oneself, of no one, and to anyone else', async () => {
    const [anyone, admin] = [await world.customer('anyone'), await world.somebody('admin', ['admin', 'partner'])]
    const opening = { action: 'subscribe', data: opened } as const
    const deleting = { action: 'delete-account', data: { note } } as const
    expect(await support.isRefused('support', 'previewAction', { data: {}, user: anyone.userId })).toBe(
      'ACTION_REQUIRED',
    )
    for (const [asked, user, code] of [
      [opening, admin.userId, 'STAFF_CANNOT_BE_CHANGED'],
      [deleting, admin.userId, 'STAFF_CANNOT_BE_DELETED'],
      [opening, support.userId, 'STAFF_CANNOT_BE_CHANGED'],
      [opening, 999_999, 'PERSON_NOT_FOUND'],
    ] as const)
      expect(await support.isRefused('support', 'takeAction', { ...asked, user })).toBe(code)
    const entry = (await does(anyone, 'delete-account')).entry
    for (const [call, input] of [
      ['takeAction', { ...opening, user: anyone.userId }],
      ['previewAction', { data: { ...opened, action: 'subscribe' }, user: anyone.userId }],
      ['undoAction', { entry, user: anyone.userId }],
    ] as const) {
      expect(codeOf(await world.ask('support', call, input))).toBe('UNAUTHORIZED')
      expect(await anyone.isRefused('support', call, input)).toBe('FORBIDDEN')
      expect(await admin.isRefused('support', call, input)).toBe('FORBIDDEN')
    }
    expect(await support.isRefused('support', 'undoAction', { entry, user: admin.userId })).toBe(
      'STAFF_CANNOT_BE_CHANGED',
    )
    const other = await world.customer('other')
    expect(await support.isRefused('support', 'undoAction', { entry, user: other.userId })).toBe('UNDO_NOT_AVAILABLE')
    await undo(entry, anyone)
  })
})
