/** What became of what was found, for those who own it; how it is drawn stands in `journeys/board.test.ts`. */
import { beforeEach, expect } from 'vitest'
import { MINUTE } from '../server/kit/clock.ts'
import { by, feedOf, newName } from '../server/features/reading/feed/items/feed-of.samples.ts'
import type { TestUser } from '../server/testing/test-user.ts'
import { paid, paidForTeam, type TestWorld } from '../server/testing/test-world.ts'
import { story, type DomPage } from './story.ts'

beforeEach<{ world: TestWorld }>(async ({ world }) => {
  await world.looksFor('photographers', 'ищу фотографа')
  await world.db.deleteFrom('leads').execute()
})

/** Four were found; two taken, one of them answered after an hour and a half, and won. */
async function workOn(world: TestWorld, person: TestUser): Promise<void> {
  await feedOf(
    world,
    ...['на юбилей', 'на выпускной', 'для каталога', 'для визитки'].map((job, at) =>
      by(world, `Клиент ${at}`, `Ищу фотографа ${job}`),
    ),
  )
  const { messages } = await person.asks('feed', 'queryFeed', {})
  await person.asks('leads', 'takeLead', { id: messages[1]?.id ?? 0 })
  const { lead } = await person.asks('leads', 'takeLead', { id: messages[0]?.id ?? 0 })
  world.clock.advance(90 * MINUTE)
  await person.asks('leads', 'setAnswered', { id: messages[0]?.id ?? 0, value: true })
  await person.asks('leads', 'updateLead', { id: lead.id, status: 'won', sum: 1_500_000 })
}

const cells = (page: DomPage, row: string | RegExp) => page.getByRole('row', { name: row }).getByRole('cell')
const cellTexts = async (page: DomPage, row: string | RegExp) =>
  (await cells(page, row).allInnerTexts()).map((text) => text.replaceAll('\u00A0', ' ').trim())
const work = ['4', '2', '1', '1', '0', '1 ч 30 мин', '15 000 руб.']

story(
  'the owner sees how many were found, taken, answered and won, how soon and for how much',
  async ({ world, open }) => {
    const anna = await world.customer(newName('anna'), paid('photographers'))
    await workOn(world, anna)
    const page = await open('/leads', { as: anna })
    await page.getByRole('radiogroup', { name: 'Вид' }).getByText('Воронка').click()
    await expect.poll(() => cellTexts(page, 'Фотографы')).toEqual(work)
    await expect.poll(() => cellTexts(page, 'Всего')).toEqual(work)
    await expect.poll(() => page.url()).toContain('view=funnel')
    const facts = page.getByRole('region', { name: 'Воронка' })
    await facts.getByText('1 ч 30 мин').waitFor()

    await page.getByText('По неделям').click()
    await expect.poll(() => cellTexts(page, /^\d/)).toEqual(work)
    await page.getByText('По людям').click()
    await expect.poll(() => cellTexts(page, 'anna')).toEqual(['2', '2', '1', '1', '0', '1 ч 30 мин', '15 000 руб.'])
    await expect.poll(() => cellTexts(page, 'Никто')).toEqual(['2', '0', '0', '0', '0', '—', '0 руб.'])
  },
)

story('where nothing was found it says so', async ({ world, open }) => {
  const anna = await world.customer(newName('anna'), paid('photographers'))
  await world.forgetMessages()
  const page = await open('/leads?view=funnel', { as: anna })
  await page.getByText('За это время ничего не нашлось').waitFor()
})

story('who was taken into a team sees no funnel', async ({ world, open }) => {
  const oleg = await world.somebody(newName('oleg'), ['teamOwner'], paidForTeam('photographers'))
  const vera = await world.customer(newName('vera'))
  await world.team(oleg, vera)
  await workOn(world, oleg)
  const page = await open('/leads', { as: vera })
  await page.getByRole('region', { name: 'Сделка', exact: true }).getByRole('article', { name: 'Клиент 3' }).waitFor()
  await expect.poll(() => page.getByText('Воронка', { exact: true }).count()).toBe(0)
  await page.goto('/leads?view=funnel')
  await page.getByText('Воронку видит владелец команды.').waitFor()
})
