import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, PASSWORD, type TestWorld } from '../../../testing/test-world.ts'
import { deletionGraceDays } from '../../../../contract/people/accounts.ts'
import { DAY, MINUTE } from '../../../kit/clock.ts'
import { deleteDueAccounts } from '../../office/privacy/delete-due-accounts.ts'
import { MOST_SESSIONS } from './sessions.ts'

const MOST = 100_000
/** More than one message between processes can name. */
const MANY = 5_000
const NEW_PASSWORD = 'совсем другой пароль'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

/** As signing in left them before their number had a limit. */
async function holds(many: number, { userId }: TestUser): Promise<void> {
  const now = world.clock.now()
  await world.database.pool.query(
    `insert into sessions (user_id, token_hash, created_at, last_seen_at, expires_at, ip, user_agent)
     select $1::bigint, decode(md5($1::text || ' ' || n), 'hex'), $2, $2, $3, '203.0.113.1', 'somebody else' from generate_series(1, $4) n`,
    [userId, now, new Date(now.getTime() + 60 * DAY), many],
  )
}

async function live({ userId }: TestUser): Promise<number> {
  const { rows } = await world.database.pool.query<{ count: number }>(
    'select count(*)::integer as count from sessions where user_id = $1 and ended_at is null',
    [userId],
  )
  return rows[0]?.count ?? 0
}

describe('someone with very many sessions', () => {
  it(`can sign out all ${MOST}`, async () => {
    const anna = await world.customer('anna')
    const browser = await world.connect(await anna.signIn())
    await holds(MOST, anna)
    expect(await anna.asks('accounts', 'logoutAllDevices', {})).toEqual({ ended: MOST + 2 })
    expect(await live(anna)).toBe(0)
    await browser.closed
  })

  it('can set a new password, and make one by recovery', async () => {
    const boris = await world.customer('boris')
    await holds(MANY, boris)
    expect(await boris.isRefused('accounts', 'updatePassword', { password: PASSWORD, newPassword: NEW_PASSWORD })).toBe(
      'ok',
    )
    expect(await live(boris)).toBe(1)

    await world.database.pool.query('update sessions set ended_at = null where user_id = $1', [boris.userId])
    await world.ask('accounts', 'startRecovery', { email: boris.email })
    await world.settle()
    const token = (await world.letterTo(boris.email)).link.split('#token=')[1] ?? ''
    expect(codeOf(await world.ask('accounts', 'confirmRecovery', { token, password: PASSWORD }))).toBe('ok')
    expect(await live(boris)).toBe(1)
  })

  it('can have the account deleted', async () => {
    const vera = await world.customer('vera')
    await holds(MANY, vera)
    expect(await vera.isRefused('privacy', 'deleteAccount', { password: PASSWORD })).toBe('ok')
    expect(await live(vera)).toBe(1)

    await world.database.pool.query('update sessions set ended_at = null where user_id = $1', [vera.userId])
    world.clock.advance(deletionGraceDays * DAY)
    await deleteDueAccounts(world)
    expect(await live(vera)).toBe(0)
    expect(await world.db.selectFrom('users').select('id').where('id', '=', vera.userId).execute()).toEqual([])
  })
})

describe('signing in', () => {
  it(`leaves ${MOST_SESSIONS} sessions, and ends the one that was not used for the longest`, async () => {
    const dina = await world.customer('dina')
    const left = await dina.signIn()
    const browser = await world.connect(left)
    world.clock.advance(MINUTE)
    await Promise.all(Array.from({ length: MOST_SESSIONS - 2 }, () => dina.signIn()))
    expect(await live(dina)).toBe(MOST_SESSIONS)
    world.clock.advance(10 * MINUTE)
    await dina.asks('accounts', 'getMe', {})

    await Promise.all([dina.signIn(), dina.signIn()])
    expect(await live(dina)).toBe(MOST_SESSIONS)
    await browser.closed
    expect(browser.heard['session.ended']).toEqual([{}])
    expect(await dina.asks('accounts', 'getMe', {})).toMatchObject({ user: { id: dina.userId } })
    expect(await world.ask('accounts', 'getMe', {}, { token: left })).toMatchObject({ result: { user: null } })
  })
})
