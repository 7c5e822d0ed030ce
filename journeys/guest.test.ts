/** Someone who is not signed in, or not yet. */
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { PASSWORD } from '../server/testing/test-world.ts'
import { story } from './browser.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
/** The corner of the header, not the buttons of the page. */
const corner = (page: Page) => page.getByRole('banner')
/** The browser reports every refused request. */
const refused = [/status of 401/, /status of 422/]

async function signIn(page: Page, email: string, password: string): Promise<void> {
  const form = dialog(page, 'Вход')
  await form.getByLabel('Email').fill(email)
  await form.getByRole('textbox', { name: 'Пароль' }).fill(password)
  await form.getByRole('button', { name: 'Войти', exact: true }).click()
}

describe('registration', () => {
  story('shows mistakes where they are, and leads to an empty feed that says what to do', async ({ world, open }) => {
    const page = await open('/', { expects: refused })
    await page.getByRole('heading', { level: 1, name: 'Слышит тех, кто ищет вас' }).waitFor()
    await expect.poll(() => page.title()).toBe('Эхолот — сообщения людей, которые ищут вас')
    await page.getByRole('button', { name: 'Фотографы', exact: true }).waitFor()

    await corner(page).getByRole('button', { name: 'Регистрация' }).click()
    const form = dialog(page, 'Регистрация')
    const email = form.getByLabel('Email')
    const password = form.getByRole('textbox', { name: 'Пароль' })
    const submit = form.getByRole('button', { name: 'Продолжить' })
    await expect.poll(() => email.and(page.locator(':focus')).count()).toBe(1)

    await submit.click()
    await form.getByText('Некорректно введен email').waitFor()
    await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true')
    await form.getByRole('button', { name: 'Задать пароль сейчас' }).click()

    await email.fill('taken@example.ru')
    await password.fill('коротко')
    await submit.click()
    await form.getByText('Некорректно введен email').waitFor({ state: 'hidden' })
    await expect.poll(() => form.getByText('Не короче 8 символов').count()).toBeGreaterThan(0)

    await email.fill('maria@example.ru')
    await password.fill('maria@example.ru')
    await submit.click()
    await form.getByText('Такой пароль легко подобрать. Придумайте другой').waitFor()
    await expect.poll(() => password.getAttribute('aria-invalid')).toBe('true')

    await password.fill(PASSWORD)
    await submit.click()
    const entry = dialog(page, 'Код из письма')
    await entry.getByLabel('Цифра 1 из 6').click()
    await page.keyboard.type((await world.letterTo('maria@example.ru')).code)
    await page.waitForURL('**/order')
    await entry.waitFor({ state: 'hidden' })
    await page.getByRole('heading', { name: 'Тарифы', level: 1 }).waitFor()
    await corner(page).getByRole('button', { name: 'Меню: maria' }).waitFor()
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
    await dialog(page, 'Вход').getByRole('button', { name: 'Войти', exact: true }).click()
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
})
