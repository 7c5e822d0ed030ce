/** Two people of one team at their feeds, in two browsers. */
import type { Page } from 'playwright-core'
import { beforeEach, expect } from 'vitest'
import { feedOf, newName } from '../server/features/reading/feed/items/feed-of.samples.ts'
import { paidForTeam, type TestWorld } from '../server/testing/test-world.ts'
import { cards, story, untilLive, type Open } from './browser.ts'
import { axeViolations } from './axe.ts'
import { checkLooks, checkLooksAt } from './check-looks.ts'

beforeEach<{ world: TestWorld }>(({ world }) => world.looksFor('photographers', 'ищу фотографа'))

const jobs = ['на свадьбу', 'для каталога обуви', 'на крестины', 'на юбилей']

/** Oleg, who pays for the team, and Vera, each before the same feed. */
async function openTeam(world: TestWorld, open: Open) {
  const names = { oleg: newName('Олег Петров '), vera: newName('Вера Белова ') }
  const oleg = await world.somebody(names.oleg, ['teamOwner'], paidForTeam('photographers'))
  const vera = await world.customer(names.vera)
  await world.team(oleg, vera)
  await feedOf(world, ...jobs.map((job) => `Ищу фотографа ${job}. Нужен кто-то спокойный, кто умеет снимать детей`))
  const [his, hers] = [await open('/feed', { as: oleg }), await open('/feed', { as: vera })]
  for (const page of [his, hers]) {
    await expect.poll(() => cards(page).count()).toBe(jobs.length)
    await untilLive(page)
  }
  return { oleg, vera, names, his, hers }
}

const card = (page: Page, job: string) => cards(page).filter({ hasText: job })
const sign = (page: Page, job: string, words: string) => card(page, job).getByRole('img', { name: words, exact: true })
const whole = (page: Page) => page.getByRole('region', { name: 'Сообщение целиком' })

story('who looks at a message is seen, goes on, and is gone with their tab', async ({ world, open }) => {
  const { names, his, hers } = await openTeam(world, open)
  await card(his, 'на крестины').focus()
  await sign(hers, 'на крестины', `смотрит ${names.oleg}`).waitFor()
  await his.keyboard.press('KeyJ')
  await sign(hers, 'для каталога', `смотрит ${names.oleg}`).waitFor()
  await sign(hers, 'на крестины', `смотрит ${names.oleg}`).waitFor({ state: 'detached' })
  // Anyone who comes later sees it too.
  await hers.reload()
  await sign(hers, 'для каталога', `смотрит ${names.oleg}`).waitFor()
  await his.close()
  await sign(hers, 'для каталога', `смотрит ${names.oleg}`).waitFor({ state: 'detached' })
})

story('leads stand up to every screen: in rows, on cards, in the menu and whole', async ({ world, open }) => {
  const { oleg, vera, his } = await openTeam(world, open)
  await his.context().close()
  const { messages } = await oleg.asks('feed', 'queryFeed', {})
  const [first, second, third] = messages.map(({ id }) => id)
  await vera.asks('leads', 'takeLead', { id: first ?? 0 })
  await oleg.asks('leads', 'updateLeadOf', { id: second ?? 0, status: 'answered' })
  const { lead } = await oleg.asks('leads', 'updateLeadOf', { id: third ?? 0, status: 'won' })
  await vera.asks('leads', 'createLeadComment', { id: lead.id, text: 'Просит смету, позвонить в пятницу' })
  const page = await open('/feed', { as: oleg })
  await checkLooks(page)
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 })
    await cards(page).first().focus()
    await page.keyboard.press('KeyM')
    await page.getByRole('menuitemradio', { name: 'Никто' }).waitFor()
    await checkLooksAt(page, width)
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await cards(page).nth(2).focus()
  await page.keyboard.press('Enter')
  await whole(page).getByText('Просит смету').waitFor()
  await checkLooks(page)

  await page.setViewportSize({ width: 1440, height: 900 })
  await whole(page).getByRole('button', { name: 'Другое время' }).click()
  await whole(page).getByLabel('День и время напоминания').click()
  const calendar = page.getByRole('dialog', { name: 'День и время напоминания' })
  await calendar.getByRole('button', { name: 'воскресенье, 29 ноября 2026 г.' }).click()
  await expect.poll(() => axeViolations(page)).toEqual([])
  await checkLooksAt(page, 1440)
  await calendar.getByRole('button', { name: 'Готово' }).click()
  await whole(page).getByRole('button', { name: 'Напомнить', exact: true }).click()
  await whole(page).getByText('Напомним: 29 нояб., 09:00').waitFor()
  await expect
    .poll(async () => (await oleg.asks('leads', 'getLead', { id: lead.id })).lead.remindAt)
    .toBe('2026-11-29T06:00:00.000Z')
})
