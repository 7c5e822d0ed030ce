/** The home page: what someone does is asked, and who asks for it is shown; what they chose goes with them. */
import { beforeEach, describe, expect, onTestFinished, vi } from 'vitest'
import { tenPercent } from '../server/features/commerce/promo/promo.samples.ts'
import { listensToThree, storeSome } from '../server/features/watching/categories/category-search.samples.ts'
import { HOUR } from '../server/kit/clock.ts'
import { PASSWORD, type TestWorld } from '../server/testing/test-world.ts'
import { story, type DomPage } from './story.ts'

const dialog = (page: DomPage, name: string) => page.getByRole('dialog', { name })
const trade = (page: DomPage) => page.getByLabel('Чем вы занимаетесь?')
const answer = (page: DomPage, name: string) => page.getByRole('region', { name: `Кто вас ищет: ${name}` })
const order = (page: DomPage) => page.getByRole('region', { name: 'Ваш заказ' })
const chosenTrial = (page: DomPage) => page.getByRole('radio', { name: /^Пробный/ }).isChecked()

/** Calls of the page that are sent only when they are let go, or never; all others go on as they are. */
function holdBack(method: string, path: string) {
  const asked: string[] = []
  let decide: (sent: boolean) => void = () => {}
  const gone = new Promise<boolean>((resolve) => (decide = resolve))
  let isHeld = true
  const send = globalThis.fetch
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const call = `${init?.method ?? 'GET'} ${String(input)}`
    asked.push(call)
    if (isHeld && call === `${method} ${path}` && !(await gone)) throw new TypeError('the network is away')
    return send(input, init)
  })
  const end = (sent: boolean): void => {
    isHeld = false
    decide(sent)
  }
  onTestFinished(() => {
    end(false)
    spy.mockRestore()
  })
  return {
    asked: () => asked,
    count: () => asked.filter((call) => call === `${method} ${path}`).length,
    letGo: () => end(true),
    fail: () => end(false),
  }
}

beforeEach<{ world: TestWorld }>(async ({ world }) => {
  // Letters are counted by address, and trials by device.
  world.clock.advance(2 * HOUR)
  await world.db.deleteFrom('trialUses').execute()
  await listensToThree(world)
  await storeSome(world)
})

describe('a guest', () => {
  story('types a trade, takes the category that is suggested, and sees who asks for it', async ({ open }) => {
    const page = await open('/')
    await trade(page).click()
    await page.keyboard.type('фотогр')
    await page.getByRole('option', { name: 'Фотографы', exact: true }).click()
    const samples = answer(page, 'Фотографы')
    await samples.getByText(/^3\sсообщения за 8\sдней$/).waitFor()
    await expect.poll(() => samples.getByRole('article').count()).toBe(2)
    expect(new URL(page.url()).search).toBe('?category=photographers')
    const words = await samples.innerText()
    expect(words).toContain('Ищу фотографа на свадьбу •••')
    for (const hidden of ['Тайная', '900', '@masha', 'юбилей']) expect(words).not.toContain(hidden)
    await expect.poll(() => samples.locator('a[href*="vk.com"]').count()).toBe(0)

    // What was asked stands in the address.
    await page.reload()
    await samples.getByText(/^3\sсообщения за 8\sдней$/).waitFor()
    await expect.poll(() => trade(page).inputValue()).toBe('Фотографы')
  })

  story('goes through what is suggested by arrows, leaves it by Escape, and takes it by Enter', async ({ open }) => {
    const page = await open('/')
    const field = page.getByRole('combobox', { name: 'Чем вы занимаетесь?' })
    const current = async () => {
      const id = await field.getAttribute('aria-activedescendant')
      return id === null ? null : page.locator(`[id="${id}"][aria-selected="true"]`).innerText()
    }
    await page.getByRole('list', { name: 'Популярные категории' }).waitFor()
    await field.focus()
    await page.keyboard.type('фотогр')
    await page.getByRole('option', { name: 'Фотографы', exact: true }).waitFor()
    await expect.poll(() => field.getAttribute('aria-expanded')).toBe('true')
    await expect.poll(current).toBe(null)
    await page.keyboard.press('ArrowDown')
    await expect.poll(current).toBe('Фотографы')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('option').count()).toBe(0)
    await expect.poll(() => field.inputValue()).toBe('фотогр')
    await page.keyboard.press('ArrowDown')
    await expect.poll(current).toBe('Фотографы')
    await page.keyboard.press('Enter')
    await answer(page, 'Фотографы').waitFor()
    await expect.poll(() => field.inputValue()).toBe('Фотографы')
    await expect.poll(() => page.getByRole('option').count()).toBe(0)
  })

  story('asks in words of their own by keyboard alone, and is told where there is no category', async ({ open }) => {
    const page = await open('/')
    await trade(page).focus()
    await page.keyboard.type('собаки')
    await page.keyboard.press('Enter')
    const vets = answer(page, 'Ветеринары')
    await vets.getByText(/^2\sсообщения за 8\sдней с этими словами$/).waitFor()
    // Where they typed they may type on.
    await expect.poll(() => trade(page).and(page.locator(':focus')).count()).toBe(1)
    await expect.poll(() => vets.getByRole('article').count()).toBe(2)
    await vets.getByRole('link', { name: 'Фотографы', exact: true }).click()
    await answer(page, 'Фотографы').waitFor()

    await page.goto(`/?keyword=${encodeURIComponent('спит')}`)
    await page.getByRole('heading', { name: 'Готовой категории нет' }).waitFor()
    await page.getByText(/с этими словами 1\sсообщение за 8\sдней/).waitFor()
    await expect
      .poll(() => page.getByRole('link', { name: 'Искать по своим словам' }).getAttribute('href'))
      .toBe(`/custom-category?keyword=${encodeURIComponent('спит')}`)
  })

  story('looks what is said of a brand', async ({ open }) => {
    const page = await open('/')
    const mentions = page.getByRole('region', { name: 'Упоминания: что о вас говорят' })
    await mentions.getByLabel('Название бренда').fill(' Сбер ')
    await mentions.getByRole('button', { name: 'Посмотреть упоминания' }).click()
    // The page takes the word out of its address as soon as it has it.
    await page
      .getByRole('region', { name: 'Попробуйте слова до оплаты' })
      .getByRole('list', { name: 'Ключевые слова: выбрано' })
      .getByText('Сбер')
      .waitFor()
  })

  story('keeps what was chosen when they come in by password instead', async ({ world, open }) => {
    const tanya = await world.customer('tanya')
    const page = await open('/?category=photographers')
    await answer(page, 'Фотографы').getByRole('link', { name: 'Попробовать бесплатно' }).click()
    await dialog(page, 'Регистрация').getByRole('button', { name: 'Войти', exact: true }).click()
    const form = dialog(page, 'Вход')
    await form.getByLabel('Email').fill(tanya.email)
    await form.getByRole('textbox', { name: 'Пароль' }).fill(PASSWORD)
    await form.getByRole('button', { name: 'Войти', exact: true }).click()
    // Spec §2: anyone who signs in comes for the feed.
    await page.waitForURL('/feed')
    const photographers = await world.categoryId('photographers')
    await expect
      .poll(async () => (await tanya.asks('cart', 'getCart', {})).cart)
      .toMatchObject({ items: [photographers], tariffDetails: { product: 'category', type: 'trial' } })
    await page.goto('/order')
    await order(page).getByText('Фотографы').waitFor()
    await expect.poll(() => chosenTrial(page)).toBe(true)
  })

  story('keeps what was chosen however long that takes to be kept', async ({ world, open }) => {
    const masha = await world.customer('masha')
    const held = holdBack('PUT', '/api/cart')
    const page = await open('/?category=photographers')
    await answer(page, 'Фотографы').getByRole('link', { name: 'Попробовать бесплатно' }).click()
    await dialog(page, 'Регистрация').getByRole('button', { name: 'Войти', exact: true }).click()
    const form = dialog(page, 'Вход')
    await form.getByLabel('Email').fill(masha.email)
    await form.getByRole('textbox', { name: 'Пароль' }).fill(PASSWORD)
    const submit = form.getByRole('button', { name: 'Войти', exact: true })
    await submit.click()
    await expect.poll(() => submit.getAttribute('data-loading')).toBe('true')
    // They are on their way in, and what lets them in has not been asked for.
    expect(held.count()).toBe(1)
    expect(held.asked()).not.toContain('POST /auth/login')
    held.letGo()
    await page.waitForURL('/feed')
    expect(held.asked()).toContain('POST /auth/login')
    await expect
      .poll(async () => (await masha.asks('cart', 'getCart', {})).cart)
      .toMatchObject({
        items: [await world.categoryId('photographers')],
        tariffDetails: { product: 'category', type: 'trial' },
      })
  })

  story('puts what could not be kept into their own cart once they are in', async ({ world, open }) => {
    const nadya = await world.customer('nadya')
    const held = holdBack('PUT', '/api/cart')
    const page = await open('/?category=photographers')
    await answer(page, 'Фотографы').getByRole('link', { name: 'Попробовать бесплатно' }).click()
    await dialog(page, 'Регистрация').getByRole('button', { name: 'Войти', exact: true }).click()
    held.fail()
    const form = dialog(page, 'Вход')
    await form.getByLabel('Email').fill(nadya.email)
    await form.getByRole('textbox', { name: 'Пароль' }).fill(PASSWORD)
    await form.getByRole('button', { name: 'Войти', exact: true }).click()
    await page.waitForURL('/feed')
    await expect
      .poll(async () => (await nadya.asks('cart', 'getCart', {})).cart.items)
      .toEqual([await world.categoryId('photographers')])
  })

  story('keeps a promo code and the partner over registration', async ({ world, open }) => {
    const admin = await world.somebody('promo-admin', ['admin'])
    await admin.asks('promo', 'createPromoCode', { ...tenPercent, code: 'ЛЕТО10', tariffType: 'paid' })
    const partner = await world.somebody('bringer', ['partner'])
    const page = await open(`/order?product=category&category=${await world.categoryId('vets')}&ref=${partner.userId}`)
    await order(page).getByText('Ветеринары').waitFor()
    await order(page).getByRole('button', { name: 'Есть промокод?' }).click()
    await order(page).getByLabel('Промокод', { exact: true }).fill('лето10')
    await page.keyboard.press('Enter')
    await order(page).getByText('скидка 10 %').waitFor()
    await page.getByRole('banner').getByRole('button', { name: 'Регистрация' }).click()
    await dialog(page, 'Регистрация').getByLabel('Email').fill('kostya@example.ru')
    await dialog(page, 'Регистрация').getByRole('button', { name: 'Продолжить' }).click()
    await dialog(page, 'Код из письма').waitFor()
    await page.getByLabel('Цифра 1 из 6').click()
    await page.keyboard.type((await world.letterTo('kostya@example.ru')).code)
    await page.getByRole('banner').getByRole('button', { name: 'Меню: kostya' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/order')
    await order(page).getByRole('button', { name: 'Оплатить 891 руб.' }).waitFor()
    const referral = await world.db
      .selectFrom('userReferrals')
      .innerJoin('users', 'users.id', 'userReferrals.userId')
      .select('refId')
      .where('email', '=', 'kostya@example.ru')
      .executeTakeFirst()
    expect(referral).toEqual({ refId: partner.userId })
  })
})

describe('a customer', () => {
  story('whose trial is over is offered the category itself, and told so beforehand', async ({ world, open }) => {
    const ulya = await world.customer('ulya')
    await world.db.updateTable('users').set({ emailApprove: true }).where('id', '=', ulya.userId).execute()
    const photographers = await world.categoryId('photographers')
    await ulya.asks('cart', 'subscribeByPromo', {
      fp: 'd'.repeat(32),
      incognito: false,
      more: { product: 'category', category: photographers },
    })
    for (const address of ['/?category=photographers', '/category/photographers']) {
      const page = await open(address, { as: ulya })
      await page.getByText('Пробный доступ вы уже брали: он даётся один раз.').waitFor()
      await expect.poll(() => page.getByRole('link', { name: 'Попробовать бесплатно' }).count()).toBe(0)
      await page.getByRole('link', { name: 'Заказать' }).click()
      await order(page).getByText('Фотографы').waitFor()
      await order(page).getByRole('button', { name: 'Оплатить 990 руб.' }).waitFor()
    }

    // Paid for, the trial beside it has nothing to be bought any more.
    await ulya.asks('cart', 'setCartItems', { value: [photographers] })
    await ulya.asks('cart', 'updateCart', { tariff: await world.tariffId('category-month'), promoCode: null })
    const { account } = await ulya.asks('payments', 'orderCart', {})
    await ulya.asks('payments', 'payInTestMode', { account })
    const profile = await open('/profile', { as: ulya })
    await profile.getByText('Уже есть платная подписка').waitFor()
    await expect.poll(() => profile.getByRole('link', { name: /^Купить: Фотографы/ }).count()).toBe(0)
    await profile.getByRole('link', { name: 'Продлить: Фотографы' }).waitFor()
  })
})
