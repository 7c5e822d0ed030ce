import { afterAll, beforeAll, expect, it } from 'vitest'
import { groups, openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import { lookUpLinks } from './groups.samples.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

it('a paste is followed to its end in every browser of whoever pasted it, and in no other', async () => {
  const [anna, boris] = [await world.customer('anna', groups(100)), await world.customer('boris', groups(100))]
  const [hers, herPhone, his] = [await anna.connects(), await anna.connects(), await boris.connects()]
  const began = performance.now()
  const { addition } = await hers.asks('groups', 'addGroups', {
    links: Array.from({ length: 40 }, (_, place) => `vk.com/live${place}`),
  })
  await expect.poll(() => hers.heard['monitored-group'].length).toBeGreaterThan(0)
  await lookUpLinks(world)
  for (const browser of [hers, herPhone]) {
    await expect
      .poll(() => browser.heard['monitored-group'].at(-1))
      .toMatchObject({ id: addition.id, total: 40, done: 40, finished: true })
    // Links are many and signals few: one in 0.3 s.
    expect(browser.heard['monitored-group'].length).toBeLessThanOrEqual(
      Math.ceil((performance.now() - began) / 290) + 1,
    )
    expect(browser.heard['monitored-group'].at(-1)).toEqual(
      (await anna.asks('groups', 'getAddition', { id: addition.id })).addition,
    )
  }
  expect(his.heard['monitored-group']).toEqual([])
})

it('what went on unheard is announced when notices are back', async () => {
  const vera = await world.customer('vera', groups(100))
  const browser = await vera.connects()
  const { addition } = await browser.asks('groups', 'addGroups', { links: ['vk.com/u1', 'vk.com/u2'] })
  await expect.poll(() => browser.heard['monitored-group'].length).toBeGreaterThan(0)
  await world.missNotices(() => lookUpLinks(world))
  await expect.poll(() => browser.heard['monitored-group'].at(-1)).toMatchObject({ id: addition.id, finished: true })
})
