/** A wall that people write on, edit and delete while VK fails now and then: in the end all of it was reported. */
import { expect, test } from 'vitest'
import { DAY, HOUR } from '../../../kit/clock.ts'
import { sleepingTime } from '../../../testing/sleeping-time.ts'
import { createRandom } from '../made-up/random.ts'
import { readAll } from '../shared/read-all.samples.ts'
import type { RawMessage } from '../shared/source.ts'
import { START, vkTown, wallOf } from './vk.samples.ts'
import type { VkFault } from './vk.simulator.ts'

const faults: [VkFault, method?: string][] = [
  [{ error: 6 }],
  [{ error: 9 }],
  [{ error: 10 }],
  [{ error: 1 }, 'wall.getComments'],
  [{ error: 100 }, 'wall.getById'],
  [{ status: 429, retryAfter: 2 }],
  [{ status: 503 }],
  [{ page: '<html>' }],
  [{ stale: true }, 'wall.get'],
  [{ shuffled: true }, 'wall.get'],
  [{ shuffled: true }, 'wall.getComments'],
]

test.each([1, 4])('nothing is lost, and no limit broken (run %i)', async (seed) => {
  const random = createRandom(seed, 0)
  const { chance, pick: one } = random
  // VK's clock is ahead of ours.
  const town = await vkTown(sleepingTime(), { skew: 40_000 })
  const { simulator, world, adapter, time } = town
  try {
    const on = new AbortController().signal
    const since = new Date(START - DAY)
    world.group(1, { name: 'Ремонт' })
    const received = new Map<string, RawMessage>()
    let cursor: unknown = null
    const read = async (): Promise<void> => {
      cursor = (
        await readAll(async (at) => {
          const reading = await adapter.groups!.read(wallOf(-1), at, since, on)
          cursor = reading.cursor
          for (const message of reading.messages) received.set(message.externalId, message)
          expect(JSON.stringify(reading.cursor).length).toBeLessThan(20_000)
          return reading
        }, cursor)
      ).cursor
    }

    for (let turn = 0; turn < 100; turn += 1) {
      time.at += one([60_000, 300_000, 900_000])
      const many = chance(0.05) ? 150 : one([0, 1, 1, 3])
      for (let n = 0; n < many; n += 1)
        world.post(-1, {
          text: `Запись ${turn}.${n}`,
          date: Math.floor(time.now().getTime() / 1000) - Math.floor(random.next() * 50),
        })
      const recent = world.wall(-1).slice(0, 30)
      if (recent.length > 0) {
        for (let n = 0; n < one([0, 2, 15]); n += 1) {
          const post = one(recent)
          const root = chance(0.5)
            ? post.comments.find((comment) => comment.root === null && !comment.deleted)?.id
            : undefined
          world.comment(post, { text: `Ответ ${turn}.${n}`, ...(root === undefined ? {} : { root }) })
        }
        if (chance(0.3)) world.edit(one(recent), `Исправлено ${turn}`)
        if (chance(0.2)) one(recent).deleted = true
        if (chance(0.1)) {
          // There is one at most.
          for (const post of world.posts) post.pinned = false
          if (chance(0.5)) one(recent).pinned = true
        }
        const commented = recent.find(({ comments }) => comments.length > 0)
        if (commented && chance(0.3)) one(commented.comments).text = `Иначе ${turn}`
        // Another one takes the place of a deleted one: the number stays.
        if (commented && chance(0.2)) {
          one(commented.comments).deleted = true
          world.comment(commented, { text: `Вместо ${turn}` })
        }
      }
      if (chance(0.3)) simulator.fail(...one(faults))
      await read().catch((error: unknown) => {
        if (!(error instanceof Error) || error.name !== 'NetworkError') throw error
        time.at += 330_000
      })
    }
    simulator.heal()
    for (const hours of [1, 12, 30, 60]) {
      time.at += hours * HOUR
      await read()
    }

    const firstPage = world.wall(-1).slice(0, 100)
    const onFirstPage = new Set(firstPage)
    const oldest = Math.min(...firstPage.filter(({ pinned }) => !pinned).map(({ date }) => date))
    const followed = new Set(
      [...onFirstPage]
        .filter(({ comments }) => comments.length > 0)
        .toSorted((a, b) => b.date - a.date)
        .slice(0, 40),
    )
    for (const post of world.posts) {
      const id = `-1_${post.id}`
      if (post.deleted)
        expect([id, post.date > oldest ? (received.get(id)?.deleted ?? true) : true]).toEqual([id, true])
      else if (onFirstPage.has(post)) expect([id, received.get(id)?.text]).toEqual([id, post.text])
      else expect([id, received.has(id)]).toEqual([id, true])
      if (!followed.has(post)) continue
      for (const comment of post.comments.filter(
        ({ deleted, root }) => !deleted && !post.comments.find(({ id: at }) => at === root)?.deleted,
      )) {
        const name = `${id}_r${comment.id}`
        expect([name, received.get(name)?.text]).toEqual([name, comment.text])
      }
    }
    expect([...simulator.refused]).toEqual([])
  } finally {
    await simulator.close()
  }
})
