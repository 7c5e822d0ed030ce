/** What changes at its source while it is read. */
import { beforeEach, expect } from 'vitest'
import { MINUTE } from '../server/kit/clock.ts'
import { paid, type TestWorld } from '../server/testing/test-world.ts'
import { cards, story, untilLive } from './story.ts'

beforeEach<{ world: TestWorld }>(async ({ world }) => {
  await world.looksFor('photographers', 'ищу фотографа')
})

story(
  'an edited text takes the place of the old one under the eyes of its reader, and nothing else moves',
  async ({ world, open }) => {
    const anna = await world.customer('anna-of-edits', paid('photographers'))
    const sent = ['первый', 'второй', 'третий'].map((name) => world.message(`Ищу фотографа на свадьбу, ${name} раз`))
    await world.receive(sent)
    await world.settle()
    const page = await open('/feed', { as: anna, width: 1_100 })
    await expect.poll(() => cards(page).count()).toBe(3)
    await untilLive(page)
    const texts = () => page.locator('[data-message-text]').allInnerTexts()
    const before = await texts()
    const second = cards(page).nth(1)
    await second.getByText(/Почему здесь/u).click()
    await second.getByText('Намерение').waitFor()

    world.clock.advance(MINUTE)
    await world.receive([{ ...(sent[1] ?? world.message('')), text: 'Ищу фотографа на юбилей, свадьбы не будет' }])
    await second.getByText('изменено').waitFor()
    await expect.poll(() => texts()).toEqual([before[0], 'Ищу фотографа на юбилей, свадьбы не будет', before[2]])
    await expect.poll(() => second.locator('mark').allInnerTexts()).toEqual(['Ищу', 'фотографа'])
    await second.getByText('Намерение').waitFor()
  },
)

story('why a message is here is explained for a filter that is not saved as well', async ({ world, open }) => {
  const vera = await world.customer('vera-of-drafts', paid('photographers'))
  await world.receive([world.message('Ищу фотографа на крестины')])
  await world.settle()
  const page = await open(`/feed?words=${encodeURIComponent('крестины')}`, { as: vera, width: 1_100 })
  await expect.poll(() => cards(page).count()).toBe(1)
  await cards(page)
    .first()
    .getByText(/Почему здесь/u)
    .click()
  await cards(page).first().getByText('Слова фильтра').waitFor()
  await cards(page).first().getByText('«крестины»', { exact: true }).waitFor()
})
