/** Walls that come out empty, wholly or from some page on: nothing is taken from it, and nothing that was written is skipped. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../kit/clock.ts'
import { sleepingTime } from '../../../testing/sleeping-time.ts'
import type { Reading } from '../shared/adapter.ts'
import { readAll } from '../shared/read-all.samples.ts'
import { idsOf, never, since, vkTown, wallOf } from './vk.samples.ts'
import type { WallCursor } from './wall-cursor.ts'

const openVkTown = () => vkTown(sleepingTime())
let town: Awaited<ReturnType<typeof openVkTown>>
beforeEach(async () => {
  town = await openVkTown()
  town.world.group(1, { name: 'Ремонт' })
})
afterEach(() => town.simulator.close())

const bare = (count = 0) => ({ page: JSON.stringify({ response: { count, items: [] } }) })
/** As it comes back from the database. */
const kept = (cursor: unknown): WallCursor => JSON.parse(JSON.stringify(cursor))
const readOnce = (cursor: unknown): Promise<Reading> =>
  town.adapter.groups!.read(wallOf(-1), kept(cursor), since, never)
const readWall = async (cursor: unknown = null) => {
  const all = await town.readWall(-1, cursor)
  return {
    ids: new Set(idsOf(all.messages)),
    cursor: kept(all.cursor),
    steps: all.steps,
    deleted: all.messages.filter(({ deleted }) => deleted).length,
  }
}
/** Written a minute apart, the newest just now. @returns their names */
function write(many: number): string[] {
  town.time.at += many * MINUTE
  return Array.from({ length: many }, (_, n) => {
    const { id } = town.world.post(-1, { text: `Запись ${n}`, date: town.seconds((many - 1 - n) * MINUTE) })
    return `-1_${id}`
  }).toSorted()
}
/** The first page comes, and all that are asked for after it come empty. */
async function readWithBareTail(cursor: unknown, many: number, count = 0) {
  const received = new Set<string>()
  let last: Reading | null = null
  await readAll(async (at) => {
    if (last) town.simulator.fail(bare(count), 'wall.get', many)
    last = await town.adapter.groups!.read(wallOf(-1), at && kept(at), since, never)
    for (const { externalId } of last.messages) received.add(externalId)
    return last
  }, cursor)
  town.simulator.heal()
  return { received, reading: last as unknown as Reading, cursor: kept((last as unknown as Reading).cursor) }
}

describe('a gap', () => {
  test.each([0, 360, 30])('whose pages come empty (of %i) again and again stays open', async (count) => {
    write(10)
    const { cursor } = await readWall()
    const wanted = write(350)
    const suspected = await readWithBareTail(cursor, 50, count)
    expect(suspected.received.size).toBe(100)
    expect(suspected.reading).toMatchObject({ more: false, suspicion: expect.stringContaining('wall of -1') })
    const after = await readWall(suspected.cursor)
    expect([...new Set([...suspected.received, ...after.ids])].toSorted()).toEqual(wanted)
    expect(after.cursor).not.toHaveProperty('gap')
    expect(await readOnce(after.cursor)).toMatchObject({ messages: [] })
    expect(await readOnce(after.cursor)).not.toHaveProperty('suspicion')
  })

  test('of the first reading stays open, too', async () => {
    const wanted = write(350)
    const suspected = await readWithBareTail(null, 50)
    expect(suspected.received.size).toBe(100)
    const after = await readWall(suspected.cursor)
    expect([...new Set([...suspected.received, ...after.ids])].toSorted()).toEqual(wanted)
  })

  test('is not forgotten over days, in which what is new, edited and deleted is reported all the same', async () => {
    write(10)
    const { cursor } = await readWall()
    const wanted = write(250)
    let suspected = await readWithBareTail(cursor, 50)
    const received = new Set(suspected.received)
    for (let day = 0; day < 3; day += 1) {
      town.time.at += DAY
      const fresh = write(5)
      wanted.push(...fresh)
      const [one, other] = town.world.wall(-1).slice(10)
      town.world.edit(one!, `Исправлено ${day}`)
      other!.deleted = true
      suspected = await readWithBareTail(suspected.cursor, 50)
      for (const id of suspected.received) received.add(id)
      expect([...fresh, `-1_${one!.id}`, `-1_${other!.id}`].filter((id) => !suspected.received.has(id))).toEqual([])
      expect(suspected.reading.suspicion).toBeDefined()
    }
    town.time.at += DAY
    const after = await readWall(suspected.cursor)
    expect(wanted.filter((id) => !received.has(id) && !after.ids.has(id))).toEqual([])
    expect(after.cursor).not.toHaveProperty('gap')
  })

  test('is asked for less and less often, and some day no more', async () => {
    write(10)
    const { cursor } = await readWall()
    write(250)
    let suspected = await readWithBareTail(cursor, 50)
    const before = town.simulator.called('wall.get')
    for (let minute = 0; minute < 12 * 60; minute += 2) {
      town.time.at += 2 * MINUTE
      suspected = await readWithBareTail(suspected.cursor, 50)
    }
    // One a reading, and those for the gap.
    expect(town.simulator.called('wall.get') - before - 360).toBeLessThan(80)
    expect(suspected.cursor.gap).toBeDefined()
    for (let n = 0; n < 60; n += 1) {
      town.time.at += 6 * HOUR
      suspected = await readWithBareTail(suspected.cursor, 50)
    }
    expect(suspected.cursor).not.toHaveProperty('gap')
    expect(suspected.reading).not.toHaveProperty('suspicion')
  })

  test('ends where the wall does, when what was known has been deleted', async () => {
    write(10)
    const { cursor } = await readWall()
    for (const post of town.world.posts) post.deleted = true
    const wanted = write(150)
    const all = await readWall(cursor)
    expect([...all.ids].filter((id) => wanted.includes(id)).toSorted()).toEqual(wanted)
    expect(all.cursor).not.toHaveProperty('gap')
  })

  test('is met though more was deleted between two pages than these lap over', async () => {
    write(10)
    const { cursor } = await readWall()
    const wanted = write(600)
    const first = await readOnce(cursor)
    for (const post of town.world.wall(-1).slice(0, 300)) post.deleted = true
    const rest = await readWall(first.cursor)
    const after = await readWall(rest.cursor)
    const left = new Set(town.world.wall(-1).map(({ id }) => `-1_${id}`))
    expect(
      wanted.filter(
        (id) =>
          left.has(id) &&
          !first.messages.some(({ externalId }) => externalId === id) &&
          !rest.ids.has(id) &&
          !after.ids.has(id),
      ),
    ).toEqual([])
  })
})

describe('an empty wall', () => {
  const emptyBoth = (): void => {
    town.simulator.fail(bare(), 'wall.get')
    town.simulator.fail({ page: '{"response":{"items":[]}}' }, 'wall.getById')
  }

  test('where there were posts is suspected for an hour, though each by itself seems gone', async () => {
    write(10)
    const { cursor } = await readWall()
    let last: unknown = cursor
    for (let minutes = 0; minutes < 55; minutes += 5) {
      emptyBoth()
      const suspected = await readOnce(last)
      expect(suspected).toMatchObject({ messages: [], more: false, suspicion: expect.stringContaining('wall of -1') })
      last = suspected.cursor
      town.simulator.heal()
      town.time.at += 5 * MINUTE
    }
    const wanted = write(5)
    const after = await readWall(last)
    expect([...after.ids].toSorted()).toEqual(wanted)
    expect(after.cursor).not.toHaveProperty('suspectedSince')
    expect(await readOnce(after.cursor)).not.toHaveProperty('suspicion')
    // It begins to be suspected again.
    town.time.at += 3 * HOUR
    emptyBoth()
    expect(await readOnce(after.cursor)).toMatchObject({ messages: [], suspicion: expect.any(String) })
  })

  test('of posts that are there by themselves is not believed, however long it takes', async () => {
    write(10)
    let { cursor } = await readWall()
    for (let n = 0; n < 5; n += 1) {
      town.simulator.fail(bare(), 'wall.get')
      const suspected = await readOnce(cursor)
      expect(suspected).toMatchObject({ messages: [], suspicion: expect.any(String) })
      cursor = kept(suspected.cursor)
      town.time.at += DAY
    }
    const wanted = write(120)
    expect([...(await readWall(cursor)).ids].toSorted()).toEqual(wanted)
  })

  test('with a single new post on it skips none of those that it does not show', async () => {
    write(10)
    const { cursor } = await readWall()
    const wanted = write(30)
    const newest = town.world.wall(-1)[0]!
    town.simulator.fail(
      {
        page: JSON.stringify({
          response: {
            count: 1,
            items: [{ id: newest.id, owner_id: -1, from_id: -1, date: newest.date, text: newest.text }],
          },
        }),
      },
      'wall.get',
    )
    town.simulator.fail({ page: '{"response":{"items":[]}}' }, 'wall.getById')
    const suspected = await readWall(cursor)
    expect(suspected.ids.size).toBe(1)
    const after = await readWall(suspected.cursor)
    expect([...new Set([...suspected.ids, ...after.ids])].toSorted()).toEqual(wanted)
  })

  test('of archived posts hides no new ones for long', async () => {
    write(10)
    const { cursor } = await readWall()
    for (const post of town.world.posts) post.archived = true
    const wanted = write(3)
    const suspected = await readWall(cursor)
    town.time.at += 2 * HOUR
    const after = await readWall(suspected.cursor)
    expect([...new Set([...suspected.ids, ...after.ids])].toSorted()).toEqual(wanted)
    expect((await readWall(after.cursor)).ids.size).toBe(0)
    wanted.push(...write(2))
    expect([...(await readWall(after.cursor)).ids].toSorted()).toEqual(wanted.slice(3))
  })

  test('is believed after a while, when each by itself is gone, too', async () => {
    write(10)
    const { cursor } = await readWall()
    for (const post of town.world.posts) post.deleted = true
    const suspected = await readWall(cursor)
    expect(suspected.ids.size).toBe(0)
    town.time.at += 2 * HOUR
    const believed = await readWall(suspected.cursor)
    expect(believed.deleted).toBe(10)
    expect(await readOnce(believed.cursor)).not.toHaveProperty('suspicion')
    const wanted = write(3)
    expect([...(await readWall(believed.cursor)).ids].toSorted()).toEqual(wanted)
  })
})
