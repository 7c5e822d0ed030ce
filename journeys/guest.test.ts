/** Someone who is not signed in, or not yet. */
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { PASSWORD } from '../server/testing/test-world.ts'
import { story } from './browser.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
/** The corner of the header, not the buttons of the page. */
const corner = (page: Page) => page.getByRole('banner')
/** The browser tells of every refused request. */
const refused = [/status of 401/, /status of 422/]

async function signIn(page: Page, email: string, password: string): Promise<void> {
  const form = dialog(page, 'Вход')
  await form.getByLabel('Email').fill(email)
  await form.getByRole('textbox', { name: 'Пароль' }).fill(password)
  await form.getByRole('button', { name: 'Войти' }).click()
}

describe('registration', () => {
  story('shows mistakes where they are, and leads to an empty feed that says what to do', async ({ world, open }) => {
    const page = await open('/', { expects: refused })
    await page.getByRole('heading', { level: 1, name: 'Слышит тех, кто ищет вас' }).waitFor()
    expect(await page.title()).toBe('Эхолот — сообщения людей, которые ищут вас')
    await page.getByText('Фотографы', { exact: true }).waitFor()

    await corner(page).getByRole('button', { name: 'Регистрация' }).click()
    const form = dialog(page, 'Регистрация')
    const email = form.getByLabel('Email')
    const password = form.getByRole('textbox', { name: 'Пароль' })
    const submit = form.getByRole('button', { name: 'Создать аккаунт' })
    await form.getByLabel('Как к вам обращаться').fill('Мария')

    await submit.click()
    await form.getByText('Некорректно введен email').waitFor()
    expect(await email.getAttribute('aria-invalid')).toBe('true')
    expect(await password.getAttribute('aria-invalid')).toBe('true')

    await email.fill('taken@example.ru')
    await password.fill('коротко')
    await submit.click()
    await form.getByText('Некорректно введен email').waitFor({ state: 'hidden' })
    expect(await form.getByText('Не короче 8 символов').count()).toBeGreaterThan(0)

    await email.fill('maria@example.ru')
    await password.fill('maria@example.ru')
    await submit.click()
    await form.getByText('Такой пароль легко подобрать. Придумайте другой').waitFor()
    expect(await password.getAttribute('aria-invalid')).toBe('true')

    await password.fill(PASSWORD)
    await submit.click()
    const entry = dialog(page, 'Код из письма')
    await entry.getByLabel('Цифра 1 из 4').click()
    await page.keyboard.type((await world.letterTo('maria@example.ru')).code)
    await page.waitForURL('**/order')
    await entry.waitFor({ state: 'hidden' })
    await page.getByRole('heading', { name: 'Тарифы', level: 1 }).waitFor()
    await corner(page).getByRole('button', { name: 'Меню: Мария' }).waitFor()
    await expect.poll(() => page.title()).toBe('Тарифы — Эхолот')
    await page.getByRole('link', { name: 'Лента' }).click()
    await page.getByRole('heading', { name: 'Подписок пока нет' }).waitFor()
  })
})

describe('signing in and out', () => {
  story('goes wrong with a sentence, then right, and ends by the menu', async ({ world, open }) => {
    const boris = await world.customer('boris')
    const page = await open('/', { expects: refused })
    await corner(page).getByRole('button', { name: 'Войти' }).click()
    await dialog(page, 'Вход').getByRole('button', { name: 'Войти' }).click()
    await page.getByText('Введите email').waitFor()
    await page.getByText('Введите пароль').waitFor()

    await signIn(page, boris.email, 'неправильный пароль')
    await page.getByRole('alert').getByText('Неверный email или пароль').waitFor()
    await signIn(page, boris.email.toUpperCase(), PASSWORD)
    await page.waitForURL('**/feed')
    await dialog(page, 'Вход').waitFor({ state: 'hidden' })

    await corner(page).getByRole('button', { name: 'Меню: boris' }).click()
    await page.getByRole('menuitem', { name: 'Выйти', exact: true }).click()
    await page.waitForURL((url) => url.pathname === '/')
    await corner(page).getByRole('button', { name: 'Войти' }).waitFor()

    await page.reload()
    await corner(page).getByRole('button', { name: 'Войти' }).waitFor()
    // The session is gone; that someone was signed in here is remembered, so that strangers can not lock them out.
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['echolot-known'])
  })

  story('/logout signs out and goes home', async ({ world, open }) => {
    const vera = await world.customer('vera')
    // The print of the device may be on its way while the session ends.
    const page = await open('/logout', { as: vera, expects: [/401 \(Unauthorized\).*check-fp/] })
    await page.waitForURL((url) => url.pathname === '/')
    await corner(page).getByRole('button', { name: 'Войти' }).waitFor()
    expect(await vera.isRefused('filters', 'listFilters', {})).toBe('UNAUTHORIZED')
    await page.goto('/logout')
    await page.waitForURL((url) => url.pathname === '/')
  })
})

describe('the feed', () => {
  story('asks a guest to sign in, says why, and is there when he has', async ({ world, open }) => {
    const galina = await world.customer('galina')
    const page = await open('/feed')
    await dialog(page, 'Вход').waitFor()
    await page.keyboard.press('Escape')
    await dialog(page, 'Вход').waitFor({ state: 'hidden' })
    const main = page.getByRole('main')
    await main.getByRole('heading', { level: 1, name: 'Войдите, чтобы продолжить' }).waitFor()
    await main.getByRole('button', { name: 'Войти' }).click()
    await signIn(page, galina.email, PASSWORD)
    await main.getByRole('heading', { level: 1, name: 'Лента' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/feed')
  })
})

story('an address that leads nowhere says so', async ({ open }) => {
  const page = await open('/takogo-net')
  await page.getByRole('heading', { level: 1, name: 'Здесь ничего не слышно' }).waitFor()
  await page.getByRole('link', { name: 'На главную', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Слышит тех, кто ищет вас' }).waitFor()
})
