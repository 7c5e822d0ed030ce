/** What follows in the pages from coming in through VK ID or Apple. */
import { expect } from 'vitest'
import { shownCode } from '../server/features/people/accounts/show-code.samples.ts'
import { openBrowser, openSocialTown, seatSomebodyNew } from '../server/features/people/social/social.samples.ts'
import { PASSWORD } from '../server/testing/test-world.ts'
import { story as plainStory, type DomPage } from './story.ts'

const story = plainStory
  .extend('social', { scope: 'file' }, async ({}, { onCleanup }) => {
    const social = await openSocialTown()
    onCleanup(() => {
      social.world.web.app.server.closeAllConnections()
      return social.close()
    })
    return social
  })
  .extend('world', { scope: 'file' }, ({ social }) => social.world)

const corner = (page: DomPage) => page.getByRole('banner')
const dialog = (page: DomPage, name: string) => page.getByRole('dialog', { name })

story('the only way in cannot be unlinked', async ({ social, open }) => {
  seatSomebodyNew(social)
  const browser = openBrowser(social)
  await browser.comesIn('apple', 'reg')
  const page = await open('/profile', { as: { token: browser.token ?? '' } })
  await page.getByRole('button', { name: 'Отвязать Apple' }).click()
  await page.getByText('Это единственный способ войти. Сначала создайте пароль').waitFor()
})

story('somebody who thinks better of it, or is not known here, is told so', async ({ social, open }) => {
  seatSomebodyNew(social)
  for (const [decision, sentence] of [
    ['cancel', 'Вы отменили вход'],
    ['allow', 'Такого аккаунта ещё нет. Зарегистрируйтесь'],
  ] as const) {
    const page = await open('/')
    await corner(page).getByRole('button', { name: 'Войти' }).click()
    const way = await dialog(page, 'Вход').getByRole('link', { name: 'Войти через VK ID' }).getAttribute('href')
    const browser = openBrowser(social)
    const { location } = await browser.goes(way ?? '')
    const back = await open(await browser.returns(await browser.decides(location, decision)))
    await back.getByText(sentence).waitFor()
    expect(new URL(back.url()).search).toBe('')
  }
})

story(
  'what was chosen goes along to the network, and stands in the order of anyone who is new',
  async ({ social, world, open }) => {
    seatSomebodyNew(social)
    const page = await open('/category/photographers')
    await page.getByRole('heading', { level: 1, name: 'Фотографы' }).waitFor()
    await corner(page).getByRole('button', { name: 'Регистрация' }).click()
    const link = dialog(page, 'Регистрация').getByRole('link', { name: 'Войти через Apple' })
    const browser = openBrowser(social)
    const { location } = await browser.goes((await link.getAttribute('href')) ?? '')
    const order = await browser.returns(await browser.decides(location))
    expect(order).toBe(`/order?product=category&type=trial&category=${await world.categoryId('photographers')}`)
    const back = await open(order, { as: { token: browser.token ?? '' } })
    await back.getByRole('region', { name: 'Ваш заказ' }).getByText('Фотографы').waitFor()
  },
)

story('a second factor is set up with an app, and its recovery codes are shown', async ({ world, open }) => {
  const anna = await world.customer('anna')
  const page = await open('/profile', { as: anna })
  await page.getByRole('button', { name: 'Включить двухфакторную защиту' }).click()
  const setUp = dialog(page, 'Двухфакторная защита')
  await setUp.getByLabel('Текущий пароль', { exact: true }).fill(PASSWORD)
  await setUp.getByRole('button', { name: 'Продолжить' }).click()
  await setUp.getByRole('img', { name: 'QR-код для приложения' }).waitFor()
  const secret = ((await setUp.locator('code').textContent()) ?? '').replaceAll(' ', '')
  const code = () => shownCode(secret, world.clock.now())
  await setUp.getByLabel('Код из приложения').fill(code())
  await setUp.getByRole('button', { name: 'Включить' }).click()
  await setUp.getByRole('list', { name: 'Резервные коды' }).waitFor()
  await expect.poll(() => setUp.getByRole('list', { name: 'Резервные коды' }).getByRole('listitem').count()).toBe(10)
  await setUp.getByRole('button', { name: 'Я сохранил коды' }).click()
  await page.getByRole('button', { name: 'Выключить двухфакторную защиту' }).waitFor()
})
