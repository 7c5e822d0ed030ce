import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf } from '../../../testing/read-answer.ts'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import { keepDevicePrint } from './device-print.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

describe('accounts.updateUser', () => {
  it('changes what is given and leaves the rest', async () => {
    const anna = await world.customer('anna')
    const other = await world.customer('other')
    expect(await anna.asks('accounts', 'updateUser', { username: '  Анна Клиентова ' })).toMatchObject({
      user: { id: anna.userId, username: 'Анна Клиентова', timeZone: 'Europe/Moscow' },
    })
    expect(await anna.asks('accounts', 'updateUser', { timeZone: 'Asia/Omsk' })).toMatchObject({
      user: { username: 'Анна Клиентова', timeZone: 'Asia/Omsk' },
    })
    expect(await anna.asks('accounts', 'updateUser', {})).toEqual(await anna.asks('accounts', 'getMe', {}))
    expect(await other.asks('accounts', 'getMe', {})).toMatchObject({
      user: { username: 'other', timeZone: 'Europe/Moscow' },
    })
  })

  it.each(['Europe/Kyiv', 'Europe/Kiev', 'Asia/Calcutta', 'America/Argentina/Buenos_Aires', 'UTC', 'Etc/GMT+3'])(
    'knows %s, and so does the database',
    async (timeZone) => {
      const nick = timeZone.replace(/\W/g, '-').toLowerCase()
      const person = await world.customer(nick)
      expect(await person.asks('accounts', 'updateUser', { timeZone })).toMatchObject({ user: { timeZone } })
      await expect(
        world.database.pool.query('select now() at time zone time_zone from users where id = $1', [person.userId]),
      ).resolves.toBeDefined()
    },
  )

  it.each([
    [{ timeZone: 'Mars/Olympus' }, { keyword: 'enum', dataPath: '/timeZone' }],
    [{ timeZone: '+03:00' }, { keyword: 'enum', dataPath: '/timeZone' }],
    [{ timeZone: "Europe/Moscow'; drop table users" }, { keyword: 'enum', dataPath: '/timeZone' }],
    [{ timeZone: '' }, { keyword: 'enum', dataPath: '/timeZone' }],
    [{ username: '' }, { keyword: 'minLength', dataPath: '/username' }],
    [{ username: ' \t ' }, { keyword: 'pattern', dataPath: '/username' }],
    [{ username: 'я'.repeat(81) }, { keyword: 'maxLength', dataPath: '/username' }],
    [{ username: 'а\u0000б' }, { keyword: 'format', dataPath: '/username' }],
  ])('refuses %j', async (input, details) => {
    const someone = await world.customer(
      `someone-${Math.abs(JSON.stringify(input).length)}-${details.keyword}`.toLowerCase(),
    )
    expect(await world.ask('accounts', 'updateUser', input, someone)).toMatchObject({
      code: 'VALIDATION_FAILED',
      details,
    })
  })

  it('refuses signs that no one sees', async () => {
    const lora = await world.customer('lora')
    for (const username of ['\u200b', 'Ло\u202eра', '\u3164'])
      expect(await lora.isRefused('accounts', 'updateUser', { username })).toBe('USERNAME_INVALID')
    const answer = await world.ask('accounts', 'register', {
      email: 'unseen@example.ru',
      password: 'правильный пароль',
      username: 'Ло\u200bра',
    })
    expect(answer).toMatchObject({ code: 'USERNAME_INVALID', message: expect.stringContaining('невидимые знаки') })
  })

  it('is refused to a guest', async () => {
    expect(codeOf(await world.ask('accounts', 'updateUser', { username: 'Никто' }))).toBe('UNAUTHORIZED')
  })
})

describe('accounts.checkDevice', () => {
  const [A, B] = ['a'.repeat(32), 'b'.repeat(32)]
  const madeUp = (index: number) => String(index).padStart(32, '0')
  const printsOf = (userId: number) =>
    world.db.selectFrom('devicePrints').selectAll().where('userId', '=', userId).orderBy('fp').execute()

  it('keeps a print once, and when it was seen', async () => {
    const vera = await world.customer('vera')
    const firstSeenAt = world.clock.now()
    await vera.asks('accounts', 'checkDevice', { fp: A })
    world.clock.advance(60_000)
    await vera.asks('accounts', 'checkDevice', { fp: A, incognito: true })
    await vera.asks('accounts', 'checkDevice', { fp: ` ${B.toUpperCase()}` })
    await vera.asks('accounts', 'checkDevice', { fp: 'no print' })
    const lastSeenAt = world.clock.now()
    expect(await printsOf(vera.userId)).toEqual([
      { userId: vera.userId, fp: A, incognito: true, firstSeenAt, lastSeenAt },
      { userId: vera.userId, fp: B, incognito: false, firstSeenAt: lastSeenAt, lastSeenAt },
    ])
  })

  it('lets nobody fill the table, and goes on with the prints it knows', async () => {
    const oleg = await world.customer('oleg')
    for (let each = 0; each < 105; each += 1)
      await keepDevicePrint(world.db, world.clock, oleg.userId, { fp: madeUp(each), incognito: false })
    expect(await printsOf(oleg.userId)).toHaveLength(100)
    world.clock.advance(60_000)
    await oleg.asks('accounts', 'checkDevice', { fp: madeUp(7) })
    expect(
      (await printsOf(oleg.userId)).filter(({ lastSeenAt }) => lastSeenAt.getTime() === world.clock.now().getTime()),
    ).toMatchObject([{ fp: madeUp(7) }])
  })

  it('refuses a guest, and what is no print', async () => {
    expect(codeOf(await world.ask('accounts', 'checkDevice', { fp: 'print' }))).toBe('UNAUTHORIZED')
    const ira = await world.customer('ira')
    expect(await ira.isRefused('accounts', 'checkDevice', { fp: '' })).toBe('VALIDATION_FAILED')
    expect(await ira.isRefused('accounts', 'checkDevice', { fp: 'x'.repeat(201) })).toBe('VALIDATION_FAILED')
  })
})
