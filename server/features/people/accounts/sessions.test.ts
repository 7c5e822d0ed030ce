import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf } from '../../../testing/read-answer.ts'
import { openTestWorld, paid, type TestWorld } from '../../../testing/test-world.ts'
import { DAY } from '../../../kit/clock.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

const auditOf = async (userId: number): Promise<string[]> => {
  const { rows } = await world.database.pool.query<{ action: string }>(
    'select action from audit_log where user_id = $1 order by id',
    [userId],
  )
  return rows.map(({ action }) => action)
}

describe('accounts.getMe', () => {
  it('is nobody for a guest and for whoever holds a wrong token', async () => {
    expect(await world.ask('accounts', 'getMe', {})).toEqual({ status: 'ok', result: { user: null } })
    expect(await world.ask('accounts', 'getMe', {}, { token: 'A'.repeat(43) })).toEqual({
      status: 'ok',
      result: { user: null },
    })
  })

  it('tells roles by their codes, and networks by their names', async () => {
    const sonya = await world.somebody('sonya', ['support', 'partner'])
    await world.database.pool.query(
      `insert into network_accounts (network, external_id, user_id, created_at) values ('vk', '1', $1, now()), ('apple', '2', $1, now())`,
      [sonya.userId],
    )
    const { user } = await sonya.asks('accounts', 'getMe', {})
    expect(user?.role.toSorted()).toEqual([5, 6])
    expect(user?.networks).toEqual(['apple', 'vk'])
  })

  it('knows a session as long as it is used, and forgets one that is left alone', async () => {
    const own = await openTestWorld({ config: { sessionMostDays: 400 } })
    try {
      const anna = await own.customer('anna')
      own.clock.advance(59 * DAY)
      expect(await anna.asks('accounts', 'getMe', {})).toMatchObject({ user: { id: anna.userId } })
      own.clock.advance(59 * DAY)
      expect(await anna.asks('accounts', 'getMe', {})).toMatchObject({ user: { id: anna.userId } })
      own.clock.advance(60 * DAY)
      expect(await anna.asks('accounts', 'getMe', {})).toEqual({ user: null })
      expect(await anna.isRefused('filters', 'listFilters', {})).toBe('UNAUTHORIZED')
    } finally {
      await own.close()
    }
  })
})

describe('accounts.logout', () => {
  it('ends this session, takes the cookie away, and closes its socket with a word', async () => {
    const anna = await world.customer('anna')
    const elsewhere = await anna.signIn()
    const here = await anna.connects()
    const there = await world.connect(elsewhere)

    const answer = await world.ask('accounts', 'logout', {}, anna)
    expect(answer).toEqual({ status: 'ok', result: {}, token: '' })
    expect(await here.closed).toBe('io server disconnect')
    expect(here.heard['session.ended']).toEqual([{}])
    expect(await anna.isRefused('filters', 'listFilters', {})).toBe('UNAUTHORIZED')

    expect(await there.asks('accounts', 'getMe', {})).toMatchObject({ user: { id: anna.userId } })
    expect(there.heard['session.ended']).toEqual([])
    expect((await auditOf(anna.userId)).at(-1)).toBe('signed-out')
  })

  it('is nothing to a guest', async () => {
    expect(await world.ask('accounts', 'logout', {})).toMatchObject({ status: 'ok', result: {} })
  })
})

describe('accounts.logoutAllDevices', () => {
  it('ends every session of the person, and of nobody else', async () => {
    const dasha = await world.customer('dasha')
    const other = await world.customer('other')
    const browser = await world.connect(await dasha.signIn())
    const stranger = await other.connects()

    const answer = await world.ask('accounts', 'logoutAllDevices', {}, dasha)
    expect(answer).toEqual({ status: 'ok', result: { ended: 2 }, token: '' })
    await browser.closed
    expect(browser.heard['session.ended']).toEqual([{}])
    expect(await dasha.asks('accounts', 'getMe', {})).toEqual({ user: null })
    expect(await stranger.asks('accounts', 'getMe', {})).toMatchObject({ user: { id: other.userId } })
    expect((await auditOf(dasha.userId)).at(-1)).toBe('signed-out-everywhere')
  })

  it('is refused to a guest', async () => {
    expect(codeOf(await world.ask('accounts', 'logoutAllDevices', {}))).toBe('UNAUTHORIZED')
  })
})

it('closes the sockets of sessions that ended while the bus was away', async () => {
  const own = await openTestWorld()
  try {
    const anna = await own.customer('anna', paid('photographers'))
    const browser = await anna.connects()
    await own.missNotices(() => anna.asks('accounts', 'logoutAllDevices', {}))
    await browser.closed
    expect(browser.heard['session.ended']).toEqual([{}])
  } finally {
    await own.close()
  }
})

it('notifies a browser that opens its socket a moment after its session ended', async () => {
  const anna = await world.customer('late-anna')
  await anna.asks('accounts', 'logoutAllDevices', {})
  const browser = await anna.connects()
  await expect.poll(() => browser.socket.connected).toBe(false)
  expect(browser.heard['session.ended']).toEqual([{}])
})
