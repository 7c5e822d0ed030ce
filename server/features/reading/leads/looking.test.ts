import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Signals } from '../../../../contract/signals.ts'
import { openBus } from '../../../kit/bus.ts'
import type { LiveSocket } from '../../../kit/context.ts'
import { silentLog } from '../../../kit/log.ts'
import { openDatabase } from '../../../kit/sql.ts'
import { runWeb } from '../../../roles/web.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import { TestBrowser } from '../../../testing/test-browser.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, paid, paidForTeam, type TestWorld } from '../../../testing/test-world.ts'
import { sessionCookieName } from '../../../gate/cookies.ts'
import { Presence, presenceOf } from './presence.ts'

let world: TestWorld
let people: Record<'owner' | 'vera' | 'gleb' | 'stranger', TestUser>
let ids: number[]
let hiddenId: number
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
  await world.looksFor('vets', 'ветеринар')
  people = {
    owner: await world.somebody('owner', ['teamOwner'], paidForTeam('photographers')),
    vera: await world.customer('vera', paid('vets')),
    gleb: await world.customer('gleb'),
    stranger: await world.customer('stranger', paid('photographers')),
  }
  await world.team(people.owner, people.vera, people.gleb)
  for (const text of ['нужен фотограф, первый', 'нужен фотограф, второй', 'ищу фотографа, третий'])
    await world.post(text)
  await world.post('ищу ветеринара')
  ids = (await people.owner.asks('feed', 'queryFeed', { filter: {} })).messages.map(({ id }) => id)
  hiddenId = (await people.vera.asks('feed', 'queryFeed', { filter: {} })).messages[0]?.id ?? 0
})
afterAll(() => world.close())

/** What the browser heard last of a message: names; null when it heard nothing. */
const namesHeard = (browser: TestBrowser, messageId: number): string[] | null => {
  const signals: Signals['leads.looking'][] = browser.heard['leads.looking']
  const last = signals.filter((signal) => signal.messageId === messageId).at(-1)
  return last ? last.users.map(({ name }) => name) : null
}
const looks = (browser: TestBrowser, messageId: number | null) => browser.asks('leads', 'setLooking', { messageId })

describe('leads.setLooking', () => {
  it('shows everybody else of the team who looks, once for several tabs, until the last of them closes', async () => {
    const [first = 0] = ids
    const [owner, vera, other] = [
      await people.owner.connects(),
      await people.vera.connects(),
      await people.vera.connects(),
    ]
    const [gleb, stranger] = [await people.gleb.connects(), await people.stranger.connects()]
    await looks(stranger, first)
    await looks(vera, first)
    await looks(other, first)
    await expect.poll(() => [namesHeard(owner, first), namesHeard(gleb, first)]).toEqual([['vera'], ['vera']])
    await looks(gleb, first)
    await expect.poll(() => [namesHeard(owner, first), namesHeard(vera, first)]).toEqual([['vera', 'gleb'], ['gleb']])
    vera.close()
    // The other tab is still there; what is announced now is that someone else left.
    await looks(gleb, null)
    await expect.poll(() => namesHeard(owner, first)).toEqual(['vera'])
    other.close()
    await expect.poll(() => namesHeard(owner, first)).toEqual([])
    expect(stranger.heard['leads.looking']).toEqual([])
    for (const browser of [owner, gleb, stranger]) browser.close()
  })

  it('shows a browser that comes later what is looked at already', async () => {
    const [, second = 0] = ids
    const vera = await people.vera.connects()
    await looks(vera, second)
    await expect.poll(() => presenceOf(world).listLooking(people.owner.userId).get(second)?.size).toBe(1)
    const late = await people.owner.connects()
    expect(namesHeard(late, second)).toBeNull()
    await looks(late, null)
    await expect.poll(() => namesHeard(late, second)).toEqual(['vera'])
    vera.close()
    await expect.poll(() => namesHeard(late, second)).toEqual([])
    late.close()
  })

  it('follows someone who walks through a feed', async () => {
    const [first = 0, second = 0, third = 0] = ids
    const [owner, gleb] = [await people.owner.connects(), await people.gleb.connects()]
    for (let step = 0; step < 30; step += 1) await looks(gleb, [first, second, third][step % 3] ?? 0)
    await expect.poll(() => namesHeard(owner, third)).toEqual(['gleb'])
    await expect.poll(() => [namesHeard(owner, first) ?? [], namesHeard(owner, second) ?? []]).toEqual([[], []])
    gleb.close()
    await expect.poll(() => namesHeard(owner, third)).toEqual([])
    owner.close()
  })

  it('informs the other processes of many steps at once', async () => {
    const { userId } = await world.customer('walker')
    const heard: number[][] = []
    const off = world.bus.on('leads.looking', ({ looking }) =>
      heard.push(...looking.filter((each) => each.userId === userId).map(({ messageIds }) => messageIds)),
    )
    const timing = { gather: 1, beat: 3_600_000, gone: 7_200_000 }
    const walked = new Presence(world, timing)
    const socket: LiveSocket = { id: 'walking', sendSignal: () => {}, onClose: () => {} }
    const ownerId = people.owner.userId
    for (const messageId of [...ids, ...ids, ...ids]) walked.set(socket, { ownerId, userId, messageId })
    await expect.poll(() => heard).toEqual([ids.slice(-1)])
    walked.set(socket, null)
    await expect.poll(() => heard).toEqual([ids.slice(-1), []])
    off()
  })

  it('informs nobody of a message they do not see', async () => {
    const [owner, vera] = [await people.owner.connects(), await people.vera.connects()]
    const other = await people.vera.connects()
    const [first = 0] = ids
    await looks(other, hiddenId)
    await expect.poll(() => presenceOf(world).listLooking(people.owner.userId).has(hiddenId)).toBe(true)
    await looks(vera, first)
    await expect.poll(() => namesHeard(owner, first)).toEqual(['vera'])
    expect(namesHeard(owner, hiddenId)).toBeNull()
    expect((await owner.answers('leads', 'setLooking', { messageId: hiddenId })).status).toBe('error')
    for (const browser of [vera, other, owner]) browser.close()
  })

  it('shows who left the team nothing more, and the team nothing more of them', async () => {
    const [first = 0] = ids
    const inna = await world.customer('inna')
    await world.team(people.owner, inna)
    const [owner, hers] = [await people.owner.connects(), await inna.connects()]
    await looks(hers, first)
    await expect.poll(() => namesHeard(owner, first)).toEqual(['inna'])
    await world.leaveTeam(people.owner, inna)
    await expect.poll(() => namesHeard(owner, first)).toEqual([])
    const before = hers.heard['leads.looking'].length
    const vera = await people.vera.connects()
    await looks(vera, first)
    await expect.poll(() => namesHeard(owner, first)).toEqual(['vera'])
    expect(hers.heard['leads.looking']).toHaveLength(before)
    for (const browser of [owner, hers, vera]) browser.close()
  })

  it('is refused to a guest, over HTTP, of a message one may not see, and with another value', async () => {
    const [first = 0] = ids
    expect(codeOf(await world.ask('leads', 'setLooking', { messageId: first }))).toBe('UNAUTHORIZED')
    expect(await people.owner.isRefused('leads', 'setLooking', { messageId: first })).toBe('SOCKET_ONLY')
    const browser = await people.owner.connects()
    expect(codeOf(await browser.answers('leads', 'setLooking', { messageId: hiddenId }))).toBe('MESSAGE_NOT_FOUND')
    expect(codeOf(await browser.answers('leads', 'setLooking', { messageId: 'все' as never }))).toBe(
      'VALIDATION_FAILED',
    )
    browser.close()
  })
})

describe('of several processes', () => {
  it('each shows the browsers of its own what those of the others look at', async () => {
    const { db, database, clock, log, config, language, hooks } = world
    const bus = await openBus(database.url, silentLog)
    const web = await runWeb({ db, database, clock, log, config, language, hooks, bus })
    const cookie = `${sessionCookieName(config)}=${people.vera.token}`
    const [first = 0] = ids
    const there = await TestBrowser.connect(web.address, { cookie })
    const here = await people.owner.connects()
    await looks(there, first)
    await expect.poll(() => namesHeard(here, first)).toEqual(['vera'])
    await looks(here, first)
    await expect.poll(() => namesHeard(there, first)).toEqual(['owner'])
    there.close()
    await expect.poll(() => namesHeard(here, first)).toEqual([])
    here.close()
    await web.close()
    await bus.close()
  })

  it('one that dies is forgotten with all who looked there, and one that lives is not', async () => {
    const [first = 0, second = 0] = ids
    const ownerId = people.owner.userId
    const timing = { gather: 5, beat: 50, gone: 2_000 }
    const socketOf = (id: string): LiveSocket => ({ id, sendSignal: () => {}, onClose: () => {} })
    const [dying, living] = [openDatabase(world.database.url), openDatabase(world.database.url)]
    const [dyingBus, livingBus] = [
      await openBus(world.database.url, silentLog),
      await openBus(world.database.url, silentLog),
    ]
    const dead = new Presence({ db: dying.db, bus: dyingBus, log: silentLog }, timing)
    const alive = new Presence({ db: living.db, bus: livingBus, log: silentLog }, timing)
    const here = await people.owner.connects()
    await looks(here, null)
    dead.set(socketOf('there'), { ownerId, userId: people.vera.userId, messageId: first })
    alive.set(socketOf('elsewhere'), { ownerId, userId: people.gleb.userId, messageId: second })
    await expect.poll(() => [namesHeard(here, first), namesHeard(here, second)]).toEqual([['vera'], ['gleb']])
    // From now on it can announce nothing, as if it were killed.
    await dying.close()
    await expect.poll(() => namesHeard(here, first)).toEqual([])
    await expect.poll(() => namesHeard(here, second)).toEqual(['gleb'])
    here.close()
    alive.set(socketOf('elsewhere'), null)
    await expect.poll(() => presenceOf(world).listLooking(ownerId).size).toBe(0)
    for (const bus of [dyingBus, livingBus]) await bus.close()
    await living.close()
  })
})
