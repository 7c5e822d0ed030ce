import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, PASSWORD, type TestWorld } from '../../../testing/test-world.ts'
import { HOUR } from '../../../kit/clock.ts'

const NEW_PASSWORD = 'совсем другой пароль'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

let addresses = 0
const logIn = async (email: string, password: string) =>
  codeOf(await world.ask('accounts', 'login', { email, password }, { ip: `192.168.50.${(addresses += 1)}` }))
const actionsOf = async (userId: number): Promise<string[]> => {
  const { rows } = await world.database.pool.query<{ action: string }>(
    'select action from audit_log where user_id = $1 order by id',
    [userId],
  )
  return rows.map(({ action }) => action)
}
async function networker(nickname: string): Promise<TestUser> {
  const person = await world.customer(nickname)
  await world.database.pool.query('update users set password_hash = null where id = $1', [person.userId])
  return person
}

describe('accounts.updatePassword', () => {
  it('sets another one, gives this browser a new session, and ends all others with a word', async () => {
    const anna = await world.customer('anna')
    const browser = await world.connect(await anna.signIn())
    const answer = await world.ask(
      'accounts',
      'updatePassword',
      { password: PASSWORD, newPassword: NEW_PASSWORD },
      anna,
    )
    expect(answer).toMatchObject({ status: 'ok', result: { user: { id: anna.userId } } })
    await browser.closed
    expect(browser.heard['session.ended']).toEqual([{}])
    expect(answer.token).not.toBe(anna.token)
    expect(await anna.asks('accounts', 'getMe', {})).toEqual({ user: null })
    expect(await world.ask('accounts', 'getMe', {}, { token: answer.token ?? null })).toMatchObject({
      result: { user: { id: anna.userId } },
    })
    expect(await logIn(anna.email, PASSWORD)).toBe('CREDENTIALS_INVALID')
    expect(await logIn(anna.email, NEW_PASSWORD)).toBe('ok')
    expect(await actionsOf(anna.userId)).toEqual(expect.arrayContaining(['password-changed']))
    expect(await world.letterTo(anna.email)).toMatchObject({
      subject: 'Пароль в Эхолоте изменён',
      link: `${world.config.siteUrl}/recovery`,
    })
  })

  it('refuses a wrong present one, and one that is easily guessed', async () => {
    const boris = await world.customer('boris')
    expect(await boris.isRefused('accounts', 'updatePassword', { password: 'не тот', newPassword: NEW_PASSWORD })).toBe(
      'PASSWORD_INVALID',
    )
    expect(await boris.isRefused('accounts', 'updatePassword', { password: PASSWORD, newPassword: 'boris2026' })).toBe(
      'PASSWORD_TOO_COMMON',
    )
    expect(await boris.asks('accounts', 'getMe', {})).toMatchObject({ user: { id: boris.userId } })
    expect(await logIn(boris.email, PASSWORD)).toBe('ok')
  })

  it('is no way to guess on: after a hundred in an hour even the right one is refused', async () => {
    const gleb = await world.customer('gleb')
    await world.database.pool.query(
      `insert into sign_in_failures (key, at) select 'person ' || $1, $2::timestamptz from generate_series(1, 100)`,
      [gleb.userId, world.clock.now()],
    )
    const change = () => gleb.isRefused('accounts', 'updatePassword', { password: PASSWORD, newPassword: NEW_PASSWORD })
    expect(await change()).toBe('RATE_LIMIT_EXCEEDED')
    world.clock.advance(HOUR)
    expect(await change()).toBe('ok')
  })

  it('lets one of two at once through', async () => {
    const dina = await world.customer('dina')
    const change = (newPassword: string) =>
      world.ask('accounts', 'updatePassword', { password: PASSWORD, newPassword }, dina)
    const codes = (await Promise.all([change(`${NEW_PASSWORD} 1`), change(`${NEW_PASSWORD} 2`)])).map(codeOf)
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1)
  })

  it('is nothing for whoever has none, and refused to a guest', async () => {
    const elena = await networker('elena')
    expect(await elena.isRefused('accounts', 'updatePassword', { password: '', newPassword: NEW_PASSWORD })).toBe(
      'PASSWORD_INVALID',
    )
    expect(
      codeOf(await world.ask('accounts', 'updatePassword', { password: PASSWORD, newPassword: NEW_PASSWORD })),
    ).toBe('UNAUTHORIZED')
  })
})

describe('accounts.createPassword', () => {
  it('gives one to whoever came through a network, and this browser a new session', async () => {
    const fedor = await networker('fedor')
    const elsewhere = await world.connect(fedor.token)
    const answer = await world.ask('accounts', 'createPassword', { password: NEW_PASSWORD }, fedor)
    expect(answer).toMatchObject({ status: 'ok', result: { user: { hasPassword: true } } })
    await elsewhere.closed
    expect(answer.token).not.toBe(fedor.token)
    expect(await logIn(fedor.email, NEW_PASSWORD)).toBe('ok')
    expect(await actionsOf(fedor.userId)).toEqual(expect.arrayContaining(['password-created']))
    expect(await world.letterTo(fedor.email)).toMatchObject({
      subject: 'Пароль в Эхолоте создан',
      link: `${world.config.siteUrl}/recovery`,
    })
  })

  it('is refused where there is one, to a guest, and for one that is easily guessed', async () => {
    const zoya = await world.customer('zoya')
    expect(await zoya.isRefused('accounts', 'createPassword', { password: NEW_PASSWORD })).toBe('PASSWORD_ALREADY_SET')
    expect(codeOf(await world.ask('accounts', 'createPassword', { password: NEW_PASSWORD }))).toBe('UNAUTHORIZED')
    const inna = await networker('inna')
    expect(await inna.isRefused('accounts', 'createPassword', { password: '1234567890' })).toBe('PASSWORD_TOO_COMMON')
  })

  it('of two at once keeps one', async () => {
    const kira = await networker('kira')
    const create = (password: string) => world.ask('accounts', 'createPassword', { password }, kira)
    const answers = await Promise.all([create(`${NEW_PASSWORD} 1`), create(`${NEW_PASSWORD} 2`)])
    expect(answers.filter((answer) => answer.status === 'ok')).toHaveLength(1)
  })
})
