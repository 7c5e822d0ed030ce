import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import { becomePartner, broughtBy, pays } from './partner.samples.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
  // Number one is the house itself.
  await world.customer('house')
})
afterAll(() => world.close())

it('a commission is announced to the browsers of its partner, and to no others', async () => {
  const partner = await becomePartner(world, 'partner-hears')
  const other = await becomePartner(world, 'partner-does-not')
  const buyer = await broughtBy(world, partner, 'buyer-heard')
  const [theirs, others, buyers] = await Promise.all([partner.connects(), other.connects(), buyer.connects()])
  await pays(world, buyer)
  await expect.poll(() => theirs.heard['partner.changed']).toEqual([{}])
  // What is sent later comes later: the others would have heard by the time they hear of their own.
  await other.asks('partner', 'createShortLink', { data: '/order' })
  await expect.poll(() => others.heard['partner.changed']).toEqual([{}])
  expect(buyers.heard['partner.changed']).toEqual([])
  for (const browser of [theirs, others, buyers]) browser.close()
})
