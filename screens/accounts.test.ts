/** How someone gets an account, and gets into it when something went wrong. */
import { describe, expect } from 'vitest'
import { MINUTE } from '../server/kit/clock.ts'
import { PASSWORD } from '../server/testing/test-world.ts'
import { story, type DomPage } from './story.ts'

const dialog = (page: DomPage, name: string) => page.getByRole('dialog', { name })
/** The corner of the header, not the buttons of the page. */
const corner = (page: DomPage) => page.getByRole('banner')
const anotherPin = (pin: string): string => (pin === '1234' ? '4321' : '1234')

async function typePin(page: DomPage, pin: string): Promise<void> {
  await page.getByLabel('Цифра 1 из 4').click()
  await page.keyboard.type(pin)
}

async function register(page: DomPage, email: string): Promise<void> {
  await corner(page).getByRole('button', { name: 'Регистрация' }).click()
  const form = dialog(page, 'Регистрация')
  await form.getByLabel('Как к вам обращаться').fill('Мария')
  await form.getByLabel('Email').fill(email)
  await form.getByRole('textbox', { name: 'Пароль' }).fill(PASSWORD)
  await form.getByRole('button', { name: 'Создать аккаунт' }).click()
  await dialog(page, 'Код из письма').getByText(email).waitFor()
}

async function signIn(page: DomPage, email: string, password: string): Promise<void> {
  const form = dialog(page, 'Вход')
  await form.getByLabel('Email').fill(email)
  await form.getByRole('textbox', { name: 'Пароль' }).fill(password)
  await form.getByRole('button', { name: 'Войти', exact: true }).click()
}

describe('registration', () => {
  story('waits for the code over a reload, forgives a wrong one, and leads in', async ({ world, open }) => {
    const page = await open('/')
    await register(page, 'maria@example.ru')
    const { code, subject } = await world.letterTo('maria@example.ru')
    expect(subject).toMatch(/[Кк]од/)

    await page.reload()
    const entry = dialog(page, 'Код из письма')
    await entry.getByText('maria@example.ru').waitFor()
    await typePin(page, anotherPin(code))
    await entry.getByText('Код не подошёл. Проверьте и введите ещё раз').waitFor()
    await typePin(page, code)
    await page.waitForURL('/order')
    await entry.waitFor({ state: 'hidden' })
    await corner(page).getByRole('button', { name: 'Меню: Мария' }).waitFor()

    await page.reload()
    await corner(page).getByRole('button', { name: 'Меню: Мария' }).waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })

  story('closes the entry after five wrong codes, and opens it with a new one', async ({ world, open }) => {
    const page = await open('/')
    await register(page, 'nina@example.ru')
    const first = await world.letterTo('nina@example.ru')
    const entry = dialog(page, 'Код из письма')
    for (let wrong = 1; wrong <= 5; wrong++) {
      await typePin(page, anotherPin(first.code))
      // Emptied with the answer.
      await expect.poll(() => page.getByLabel('Цифра 1 из 4').inputValue()).toBe('')
    }
    await entry.getByText('Код не подошёл, и попыток больше нет. Запросите новый код').waitFor()
    await expect.poll(() => page.getByLabel('Цифра 1 из 4').isDisabled()).toBe(true)

    world.clock.advance(MINUTE)
    await entry.getByRole('button', { name: 'Отправить ещё раз' }).click()
    await expect.poll(async () => (await world.letterTo('nina@example.ru')).id).not.toBe(first.id)
    await page.locator('input[aria-label="Цифра 1 из 4"]:enabled').waitFor()
    await typePin(page, (await world.letterTo('nina@example.ru')).code)
    await page.waitForURL('/order')
  })

  story('tells nobody but the owner that an e-mail is taken', async ({ world, open }) => {
    await world.customer('taken')
    const page = await open('/')
    await register(page, 'taken@example.ru')
    const letter = await world.letterTo('taken@example.ru')
    expect(letter.code).toBe('')
    expect(letter.plain).toMatch(/уже есть аккаунт/i)

    await dialog(page, 'Код из письма').getByRole('button', { name: 'Изменить email' }).click()
    const form = dialog(page, 'Регистрация')
    await expect.poll(() => form.getByLabel('Email').inputValue()).toBe('taken@example.ru')
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'hidden' })
    await page.reload()
    await corner(page).getByRole('button', { name: 'Регистрация' }).waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })
})

describe('recovery', () => {
  story('leads by the letter to a new password, once, and signs out the others', async ({ world, open }) => {
    const [boris, stranger] = [await world.customer('boris'), await world.customer('stranger')]
    const page = await open('/')
    await corner(page).getByRole('button', { name: 'Войти' }).click()
    await dialog(page, 'Вход').getByLabel('Email').fill(boris.email)
    await dialog(page, 'Вход').getByRole('button', { name: 'Забыли пароль?' }).click()
    const asking = dialog(page, 'Восстановление пароля')
    await expect.poll(() => asking.getByLabel('Email').inputValue()).toBe(boris.email)
    await asking.getByRole('button', { name: 'Прислать ссылку' }).click()
    await asking.getByText('Ссылка действует час').waitFor()
    await world.settle()

    const letter = await world.letterTo(boris.email)
    const { pathname, hash } = new URL(letter.link)
    const way = pathname + hash
    await page.goto(way)
    await page.getByRole('heading', { level: 1, name: 'Новый пароль' }).waitFor()
    const password = page.getByRole('textbox', { name: 'Новый пароль' })
    const save = page.getByRole('button', { name: 'Сохранить и войти' })
    await password.fill('коротко')
    await save.click()
    await expect.poll(() => password.getAttribute('aria-invalid')).toBe('true')
    await password.fill('password123')
    await save.click()
    await page.getByText('Такой пароль легко подобрать. Придумайте другой').waitFor()
    await password.fill('другой правильный пароль')
    await save.click()
    await page.waitForURL((url) => url.pathname === '/feed')
    await corner(page).getByRole('button', { name: 'Меню: boris' }).waitFor()

    const comeIn = { level: 1, name: 'Войдите, чтобы продолжить' }
    await (await open('/feed', { as: boris })).getByRole('heading', comeIn).waitFor()
    const elsewhere = await open('/feed', { as: { token: await boris.signIn() } })
    await elsewhere.getByRole('heading', { level: 1, name: 'Лента' }).waitFor()
    world.clock.advance(MINUTE)
    await stranger.asks('accounts', 'startRecovery', { email: boris.email })
    await world.settle()
    const again = await world.letterTo(boris.email)
    expect(again.id).not.toBe(letter.id)
    const token = new URL(again.link).hash.replace('#token=', '')
    await stranger.asks('accounts', 'confirmRecovery', { token, password: 'третий правильный пароль' })
    await elsewhere.getByRole('heading', comeIn).waitFor()
    await signIn(elsewhere, boris.email, PASSWORD)
    await elsewhere.getByRole('alert').getByText('Неверный email или пароль').waitFor()
    await elsewhere.goto('/recovery')
    await elsewhere.getByRole('heading', { name: 'Восстановление пароля' }).waitFor()
    await elsewhere.goto(way)
    await elsewhere.getByRole('textbox', { name: 'Новый пароль' }).fill('ещё один правильный пароль')
    await elsewhere.getByRole('button', { name: 'Сохранить и войти' }).click()
    await elsewhere.getByText('Ссылка больше не действует').waitFor()
  })
})

describe('a browser that was sent back', () => {
  story('is told why, once, and what to do', async ({ open }) => {
    const page = await open('/?refused=NETWORK_ACCOUNT_NOT_FOUND')
    await page.getByRole('alert').getByText('Такого аккаунта ещё нет. Зарегистрируйтесь').waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await page.getByRole('alert').getByRole('button', { name: 'Зарегистрироваться' }).click()
    await dialog(page, 'Регистрация').waitFor()
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)

    await page.goto('/?refused=%D0%9F%D0%BE%D0%B7%D0%B2%D0%BE%D0%BD%D0%B8%D1%82%D0%B5')
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await expect.poll(() => page.getByText('Позвоните').count()).toBe(0)
  })
})

story('an account that is being deleted says so on every page, and can be taken back', async ({ world, open }) => {
  const galina = await world.customer('galina')
  await galina.asks('privacy', 'deleteAccount', { password: PASSWORD })
  const page = await open('/', { as: galina })
  const notice = page.getByRole('status').filter({ hasText: 'Аккаунт будет удалён' })
  await notice.getByRole('button', { name: 'Передумать' }).click()
  await notice.waitFor({ state: 'detached' })
  expect((await galina.asks('accounts', 'getMe', {})).user?.deletionAt).toBeNull()
})
