/** What of the way in needs a browser: the captcha and the looks; `screens/accounts.test.ts` has the rest. */
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { HOUR } from '../server/kit/clock.ts'
import { PASSWORD } from '../server/testing/test-world.ts'
import { story } from './browser.ts'
import { checkLandmarks, checkLooks, onEveryWidth, phoneScreen } from './check-looks.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
/** The corner of the header, not the buttons of the page. */
const corner = (page: Page) => page.getByRole('banner')
/** The browser reports every refused request. */
const refused = [/status of 40[0-9]/, /status of 422/]

async function typePin(page: Page, pin: string): Promise<void> {
  await page.getByLabel('Цифра 1 из 6').click()
  await page.keyboard.type(pin)
}

async function register(page: Page, email: string): Promise<void> {
  // On a phone the header has no room for it.
  await page
    .getByRole('button', { name: /^(Регистрация|Зарегистрироваться)$/ })
    .first()
    .click()
  const form = dialog(page, 'Регистрация')
  await form.getByLabel('Email').fill(email)
  await form.getByRole('button', { name: 'Продолжить' }).click()
  await dialog(page, 'Код из письма').getByText(email).waitFor()
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  const form = dialog(page, 'Вход')
  await form.getByLabel('Email').fill(email)
  await form.getByRole('textbox', { name: 'Пароль' }).fill(password)
  await form.getByRole('button', { name: 'Войти', exact: true }).click()
}

describe('the captcha', () => {
  story('is asked for after six wrong passwords, is missed, is passed, and lets in', async ({ world, open }) => {
    // What others got wrong at this address is forgotten by then.
    world.clock.advance(2 * HOUR)
    const vera = await world.customer('vera')
    const page = await open('/', { expects: refused })
    await corner(page).getByRole('button', { name: 'Войти' }).click()
    const form = dialog(page, 'Вход')
    const box = form.getByRole('checkbox', { name: 'Я не робот' })
    for (let wrong = 1; wrong <= 6; wrong++) {
      await expect.poll(() => box.count()).toBe(0)
      const answer = page.waitForResponse('**/auth/login')
      await signIn(page, vera.email, `неправильный пароль ${wrong}`)
      await answer
      await form.getByRole('button', { name: 'Войти', exact: true }).and(page.locator(':enabled')).waitFor()
    }
    await box.waitFor()

    await signIn(page, vera.email, PASSWORD)
    await form.getByText('Поставьте галочку «Я не робот», чтобы продолжить').waitFor()
    await box.click()
    await form.getByText('Проверено').waitFor()
    await signIn(page, vera.email, 'и это неправильный пароль')
    await form.getByRole('alert').getByText('Неверный email или пароль').waitFor()

    // What was solved is good for one try.
    await form.getByText('Я не робот').waitFor()
    await box.click()
    await form.getByText('Проверено').waitFor()
    await signIn(page, vera.email, PASSWORD)
    await page.waitForURL('**/feed')
    await corner(page).getByRole('button', { name: 'Меню: vera' }).waitFor()
  })
})

describe('on every screen', () => {
  story('everything on the way in is seen whole', async ({ world, open }) => {
    world.clock.advance(2 * HOUR)
    // Not the home page: its picture has words on a gradient, which no computer can weigh.
    const page = await open('/takogo-net?refused=NETWORK_ACCOUNT_NOT_FOUND', { ...phoneScreen, expects: refused })
    await page.getByRole('alert').waitFor()
    await checkLooks(page)

    await register(page, `${'dlinnoe-imya-'.repeat(4)}looks@example.ru`)
    await checkLooks(page)
    // All six digits have room in the dialog, however narrow it is.
    await onEveryWidth(page, async () => {
      const room = await page.getByRole('dialog', { name: 'Код из письма' }).boundingBox()
      const [first, last] = await Promise.all(
        [1, 6].map((digit) => page.getByLabel(`Цифра ${digit} из 6`).boundingBox()),
      )
      if (!room || !first || !last) throw new Error('the digits are not seen')
      expect(first.x).toBeGreaterThan(room.x)
      expect(last.x + last.width).toBeLessThan(room.x + room.width)
    })
    await typePin(page, '000000')
    await page.getByText('Код не подошёл').waitFor()
    await checkLooks(page)
    await page.keyboard.press('Escape')

    await corner(page).getByRole('button', { name: 'Войти' }).click()
    for (let wrong = 1; wrong <= 6; wrong++) {
      const answer = page.waitForResponse('**/auth/login')
      await signIn(page, `nobody-looks@example.ru`, 'неправильный пароль')
      await answer
      await dialog(page, 'Вход')
        .getByRole('button', { name: 'Войти', exact: true })
        .and(page.locator(':enabled'))
        .waitFor()
    }
    await page.getByRole('checkbox', { name: 'Я не робот' }).waitFor()
    await dialog(page, 'Вход').getByRole('button', { name: 'Войти', exact: true }).click()
    await page.getByText('Поставьте галочку').waitFor()
    await checkLooks(page)
    await page.getByRole('checkbox', { name: 'Я не робот' }).focus()
    await page.keyboard.press('Space')
    await page.getByText('Проверено').waitFor()
    await checkLooks(page)

    await page.getByRole('button', { name: 'Войти по коду из письма' }).click()
    await dialog(page, 'Вход по коду').getByLabel('Email').fill('nobody-looks@example.ru')
    await checkLooks(page)
    await dialog(page, 'Вход по коду').getByRole('button', { name: 'Прислать код' }).click()
    await dialog(page, 'Код из письма').getByText('nobody-looks@example.ru').waitFor()
    await checkLooks(page)
    await dialog(page, 'Код из письма').getByRole('button', { name: 'Войти с паролем' }).click()

    await page.getByRole('button', { name: 'Забыли пароль?' }).click()
    await page.getByRole('button', { name: 'Прислать ссылку' }).click()
    await page.getByText('Ссылка действует час').waitFor()
    await checkLooks(page)

    await page.goto('/recovery#token=nothing')
    await checkLandmarks(page, 'Новый пароль')
    await page.getByRole('textbox', { name: 'Новый пароль' }).fill('другой правильный пароль')
    await page.getByRole('button', { name: 'Сохранить и войти' }).click()
    await checkLandmarks(page, 'Ссылка больше не действует')
    await checkLooks(page)
  })
})
