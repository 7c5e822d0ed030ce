/** How a visitor comes to live messages; who brought them, what their browser is known by, and where they can read about it. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { listensToThree, storeSome } from '../server/features/watching/categories/category-search.samples.ts'
import { cards, story } from './browser.ts'

story('a visitor who came by a link is counted once, and the address keeps nothing of it', async ({ world, open }) => {
  const partner = await world.somebody('partner', ['partner'])
  const page = await open(`/?ref=${partner.userId}&utm_source=vk&page=2`)
  const visits = () => world.db.selectFrom('referralVisits').select(['refId', 'refUrl']).execute()
  await expect.poll(async () => (await visits()).length).toBe(1)
  await expect.poll(() => new URL(page.url()).search).toBe('?page=2')
  await expect
    .poll(() => visits())
    .toEqual([{ refId: partner.userId, refUrl: expect.stringContaining('utm_source=vk') }])
  const refId = async () => (await page.context().cookies()).find(({ name }) => name === 'ref_id')?.value
  await expect.poll(refId).toBe(String(partner.userId))

  await page.reload()
  await page.getByRole('link', { name: 'Что мы храним о вас' }).click()
  await page.getByRole('heading', { level: 1, name: 'Что мы храним о вас' }).waitFor()
  await page.getByText('ref_id', { exact: true }).waitFor()
  await expect.poll(() => visits()).toHaveLength(1)
})

story('the print of a device is sent once a visit', async ({ world, open }) => {
  const anna = await world.customer('anna')
  const page = await open('/feed', { as: anna, first: true })
  const prints = () =>
    world.db
      .selectFrom('devicePrints')
      .select(['fp', 'firstSeenAt', 'lastSeenAt'])
      .where('userId', '=', anna.userId)
      .execute()
  // It is read when the page has stood for a while.
  const aWhile = async (): Promise<void> => {
    await page.waitForLoadState('networkidle')
    await page.clock.fastForward(10_000)
  }
  await aWhile()
  await expect.poll(async () => (await prints()).length).toBe(1)
  const [first] = await prints()
  expect(first?.fp).toMatch(/^[\da-f]{32}$/)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('device-told'))).toBe(String(anna.userId))

  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  world.clock.advance(1000)
  await page.reload()
  await page.getByRole('heading', { name: 'Лента' }).waitFor()
  await aWhile()
  await page.waitForLoadState('networkidle')
  expect(asked.filter((url) => /fingerprint|detectIncognito/i.test(url))).toEqual([])
  await expect.poll(() => prints()).toEqual([first])
})

/** Counts what a person does: presses, and fields they fill. */
function handsOn(page: Page) {
  let [clicks, fields] = [0, 0]
  return {
    async click(what: Locator): Promise<void> {
      clicks += 1
      await what.click()
    },
    async fill(field: Locator, text: string): Promise<void> {
      fields += 1
      await expect.poll(() => field.and(page.locator(':focus')).count()).toBe(1)
      await page.keyboard.type(text)
    },
    done: () => ({ clicks, fields }),
  }
}

story(
  'a photographer gets from the home page to messages of those who look for them in four clicks and two fields',
  async ({ world, open }) => {
    await listensToThree(world)
    await storeSome(world)
    const page = await open('/')
    const { click, fill, done } = handsOn(page)
    await click(page.getByRole('list', { name: 'Популярные категории' }).getByRole('button', { name: 'Фотографы' }))
    const samples = page.getByRole('region', { name: 'Кто вас ищет: Фотографы' })
    await samples.getByText(/^3\sсообщения за 8\sдней$/).waitFor()
    await expect.poll(() => samples.getByRole('article').count()).toBe(2)
    // No names, no contacts, nothing that was written just now.
    const shown = await samples.innerText()
    expect(shown).toContain('Ищу фотографа для моей собаки')
    for (const hidden of ['Тайная', '900 123', '@masha', 'юбилей']) expect(shown).not.toContain(hidden)

    await click(samples.getByRole('link', { name: 'Попробовать бесплатно' }))
    await fill(page.getByRole('dialog', { name: 'Регистрация' }).getByLabel('Email'), 'foto@example.ru')
    await click(page.getByRole('dialog', { name: 'Регистрация' }).getByRole('button', { name: 'Продолжить' }))
    await page.getByRole('dialog', { name: 'Код из письма' }).waitFor()
    await fill(page.getByLabel('Цифра 1 из 6'), (await world.letterTo('foto@example.ru')).code)

    await page.waitForURL('**/order')
    const order = page.getByRole('region', { name: 'Ваш заказ' })
    await order.getByText('Фотографы').waitFor()
    // The order is not seen emptied on the way: one would think that it failed.
    await page.evaluate(`
      window.emptied = false
      new MutationObserver(() => { if (document.querySelector('main').innerText.includes('Выбрать категори')) window.emptied = true })
        .observe(document.body, { subtree: true, childList: true, characterData: true })`)
    await click(order.getByRole('button', { name: 'Попробовать бесплатно' }))
    await page.waitForURL('**/feed')
    await expect.poll(() => cards(page).count()).toBe(2)
    await expect.poll(() => cards(page).first().innerText()).toContain('Ищу фотографа на свадьбу')
    expect(done()).toEqual({ clicks: 4, fields: 2 })
    expect(await page.evaluate('window.emptied')).toBe(false)
    const held = await world.db
      .selectFrom('subscriptions')
      .innerJoin('users', 'users.id', 'subscriptions.userId')
      .select(['productType', 'productId', 'tariffType'])
      .where('email', '=', 'foto@example.ru')
      .execute()
    expect(held).toEqual([
      { productType: 'category', productId: await world.categoryId('photographers'), tariffType: 'trial' },
    ])
  },
)
