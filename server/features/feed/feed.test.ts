import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTown, paid, type Town } from '../../people/town.ts'

let town: Town
beforeAll(async () => {
  town = await openTown()
})
afterAll(() => town.close())

it('shows a message that fits a subscribed category, newest first, with what fitted', async () => {
  const anna = await town.customer('anna', paid('photographers'))
  await town.post('Посоветуйте фотографа на свадьбу, пожалуйста')
  await town.post('Сегодня хорошая погода')
  await town.settle()
  const page = await anna.asks('feed', 'queryFeed', { filterId: anna.filterId })
  expect(page.messages.map((message) => message.text)).toEqual(['Посоветуйте фотографа на свадьбу, пожалуйста'])
  expect(page.total).toBe(1)
})
