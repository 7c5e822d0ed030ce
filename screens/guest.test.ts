/** Someone who is not signed in, or not yet. */
import { describe, expect } from 'vitest'
import { PASSWORD } from '../server/testing/test-world.ts'
import { story, type DomPage } from './story.ts'

const dialog = (page: DomPage, name: string) => page.getByRole('dialog', { name })
/** The corner of the header, not the buttons of the page. */
const corner = (page: DomPage) => page.getByRole('banner')

async function signIn(page: DomPage, email: string, password: string): Promise<void> {
  const form = dialog(page, 'Вход')
  await form.getByLabel('Email').fill(email)
  await form.getByRole('textbox', { name: 'Пароль' }).fill(password)
  await form.getByRole('button', { name: 'Войти', exact: true }).click()
}

describe('signing in and out', () => {
  story('/logout signs out and goes home', async ({ world, open }) => {
    const vera = await world.customer('vera')
    const page = await open('/logout', { as: vera })
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
    const main = page.getByRole('main')
    await main.getByRole('heading', { level: 1, name: 'Войдите, чтобы продолжить' }).waitFor()
    await main.getByRole('button', { name: 'Регистрация' }).waitFor()
    // The buttons are there: nothing opens over them by itself.
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
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
