/** The looks of a feed on trial, and of one with nothing to see; `screens/trial.test.ts` has what they say. */
import { expect } from 'vitest'
import { buys } from '../server/features/commerce/payments/cart-orders.samples.ts'
import { DAY, HOUR } from '../server/kit/clock.ts'
import { trial } from '../server/testing/test-world.ts'
import { story } from './browser.ts'
import { checkLandmarks, checkLooks, onEveryWidth, phoneScreen } from './check-looks.ts'

story('what a trial hides is seen whole, and opened by a button of full size', async ({ world, open }) => {
  await world.looksFor('photographers', 'фотограф')
  const at = (age: number) => ({ publishedAt: new Date(world.clock.now().getTime() - age), demo: true })
  for (const [age, text] of [
    [5 * DAY, 'Ищу фотографа на юбилей'],
    [2 * DAY, `Нужен фотограф на выпускной. ${'Снимать весь день, с утра и до вечера. '.repeat(5)}`],
    [DAY, 'Посоветуйте фотографа в роддом'],
    [3 * HOUR, 'Кто знает хорошего фотографа в Ростове-на-Дону?'],
    [HOUR, 'Фотограф на завтра, срочно'],
  ] as const)
    await world.post(text, at(age))
  const page = await open('/feed', { ...phoneScreen, as: await world.customer('boris-looks', trial('photographers')) })
  const hidden = page.getByRole('region', { name: 'Последние три дня' })
  await hidden.getByRole('button', { name: /^Открыть за/ }).waitFor()
  await onEveryWidth(page, async () => {
    // Its words are not cut off.
    const button = hidden.getByRole('button', { name: /^Открыть за/ })
    const isWhole = () =>
      button.evaluate((whole) =>
        [whole, ...whole.querySelectorAll('*')].every((each) => each.scrollWidth <= each.clientWidth + 1),
      )
    await expect.poll(isWhole).toBe(true)
    await expect.poll(() => hidden.getByRole('listitem').count()).toBe(3)
  })
  await checkLandmarks(page, 'Лента')
  await checkLooks(page)
})

story('why there is nothing to see is seen whole', async ({ world, open }) => {
  const lena = await world.customer('lena-looks')
  await buys(world, lena, { slugs: ['photographers', 'vets'] })
  for (const { id } of (await lena.asks('subscriptions', 'listSubscriptions', {})).subscriptions)
    await lena.asks('subscriptions', 'freezeSubscription', { id })
  const page = await open('/feed', { ...phoneScreen, as: lena })
  await page.getByRole('heading', { name: 'Подписки заморожены' }).waitFor()
  await checkLandmarks(page, 'Лента')
  await checkLooks(page)

  const olga = await open('/feed', { ...phoneScreen, as: await world.customer('olga-looks') })
  await olga.getByRole('heading', { name: 'Подписок пока нет' }).waitFor()
  await checkLooks(olga)
})
