/** What the board asks beside whose leads and which. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestWorld, paid, type TestWorld } from '../../../testing/test-world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'ищу фотографа')
  await world.looksFor('vets', 'ищу ветеринара')
})
afterAll(() => world.close())

it('lists the leads of one product, and counts and sums no others', async () => {
  const anna = await world.customer('anna', paid('photographers'), paid('vets'))
  await world.receive(
    ['Ищу фотографа на юбилей', 'Ищу фотографа для каталога', 'Ищу ветеринара коту'].map((text) => world.message(text)),
  )
  await world.settle()
  const { messages } = await anna.asks('feed', 'queryFeed', {})
  for (const [at, { id }] of messages.entries()) {
    const { lead } = await anna.asks('leads', 'takeLead', { id })
    await anna.asks('leads', 'updateLead', { id: lead.id, status: 'won', sum: 10 ** at })
  }
  const textsOf = async (product?: string) => {
    const { leads, total, counts } = await anna.asks('leads', 'listLeads', product === undefined ? {} : { product })
    expect(total).toBe(leads.length)
    expect(counts.status.won).toBe(leads.length)
    expect(counts.sum).toBe(leads.reduce((sum, lead) => sum + (lead.sum ?? 0), 0))
    return leads.map(({ text }) => text).toSorted()
  }
  expect(await textsOf()).toHaveLength(3)
  expect(await textsOf(`category:${await world.categoryId('vets')}`)).toEqual(['Ищу ветеринара коту'])
  expect(await textsOf(`category:${await world.categoryId('photographers')}`)).toEqual([
    'Ищу фотографа для каталога',
    'Ищу фотографа на юбилей',
  ])
  expect(await textsOf('project:1')).toEqual([])
  expect(await anna.isRefused('leads', 'listLeads', { product: 'all' })).toBe('VALIDATION_FAILED')
})
