/** How someone gets an account, and gets into it when something went wrong. */
import { beforeEach, describe, expect } from 'vitest'
import { HOUR, MINUTE } from '../server/kit/clock.ts'
import { PASSWORD, type TestWorld } from '../server/testing/test-world.ts'
import { story, type DomPage } from './story.ts'

const dialog = (page: DomPage, name: string) => page.getByRole('dialog', { name })
/** The corner of the header, not the buttons of the page. */
const corner = (page: DomPage) => page.getByRole('banner')
const anotherPin = (pin: string): string => (pin === '123456' ? '654321' : '123456')

async function typePin(page: DomPage, pin: string): Promise<void> {
  await page.getByLabel('Цифра 1 из 6').click()
  await page.keyboard.type(pin)
}

async function register(page: DomPage, email: string): Promise<void> {
  await corner(page).getByRole('button', { name: 'Регистрация' }).click()
  const form = dialog(page, 'Регистрация')
  await form.getByLabel('Email').fill(email)
  await form.getByRole('button', { name: 'Продолжить' }).click()
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
    await corner(page).getByRole('button', { name: 'Меню: maria' }).waitFor()

    await page.reload()
    await corner(page).getByRole('button', { name: 'Меню: maria' }).waitFor()
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
      await expect.poll(() => page.getByLabel('Цифра 1 из 6').inputValue()).toBe('')
    }
    await entry.getByText('Код не подошёл, и попыток больше нет. Запросите новый код').waitFor()
    await expect.poll(() => page.getByLabel('Цифра 1 из 6').isDisabled()).toBe(true)

    world.clock.advance(MINUTE)
    await entry.getByRole('button', { name: 'Отправить ещё раз' }).click()
    await expect.poll(async () => (await world.letterTo('nina@example.ru')).id).not.toBe(first.id)
    await page.locator('input[aria-label="Цифра 1 из 6"]:enabled').waitFor()
    await typePin(page, (await world.letterTo('nina@example.ru')).code)
    await page.waitForURL('/order')
  })

  story('takes a password from whoever wants one now, and says once what it wants of it', async ({ world, open }) => {
    const page = await open('/')
    await corner(page).getByRole('button', { name: 'Регистрация' }).click()
    const form = dialog(page, 'Регистрация')
    await expect.poll(() => form.getByRole('textbox', { name: 'Пароль' }).count()).toBe(0)
    await form.getByRole('button', { name: 'Задать пароль сейчас' }).click()
    const password = form.getByRole('textbox', { name: 'Пароль' })
    await expect.poll(() => password.and(page.locator(':focus')).count()).toBe(1)
    await form.getByLabel('Email').fill('galya@example.ru')
    await password.fill('коротко')
    await form.getByRole('button', { name: 'Продолжить' }).click()
    await expect.poll(() => password.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => form.getByText('Не короче 8 символов').count()).toBe(1)
    await password.fill(PASSWORD)
    await form.getByRole('button', { name: 'Продолжить' }).click()
    await dialog(page, 'Код из письма').getByText('galya@example.ru').waitFor()
    await typePin(page, (await world.letterTo('galya@example.ru')).code)
    await page.waitForURL('/order')
    const { passwordHash } = await world.db
      .selectFrom('users')
      .select('passwordHash')
      .where('email', '=', 'galya@example.ru')
      .executeTakeFirstOrThrow()
    expect(passwordHash).not.toBeNull()
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

describe('coming in without a password', () => {
  // Letters are counted by address, and the stories before have asked for some.
  beforeEach<{ world: TestWorld }>(({ world }) => world.clock.advance(2 * HOUR))
  const asksForCode = async (page: DomPage, email: string): Promise<void> => {
    await corner(page).getByRole('button', { name: 'Войти' }).click()
    await dialog(page, 'Вход').getByLabel('Email').fill(email)
    await dialog(page, 'Вход').getByRole('button', { name: 'Войти по коду из письма' }).click()
    const asking = dialog(page, 'Вход по коду')
    // What was typed before need not be typed again.
    await expect.poll(() => asking.getByLabel('Email').inputValue()).toBe(email)
    await asking.getByRole('button', { name: 'Прислать код' }).click()
    await dialog(page, 'Код из письма').getByText(email).waitFor()
  }

  story('goes by a code from a letter, and a password can be set afterwards', async ({ world, open }) => {
    const lena = await world.customer('lena')
    await world.db.updateTable('users').set({ passwordHash: null }).where('id', '=', lena.userId).execute()
    const page = await open('/')
    await asksForCode(page, lena.email)
    const entry = dialog(page, 'Код из письма')
    const { code } = await world.letterTo(lena.email)
    await typePin(page, anotherPin(code))
    await entry.getByText('Код не подошёл. Проверьте и введите ещё раз').waitFor()
    await typePin(page, code)
    await page.waitForURL('/feed')
    await corner(page).getByRole('button', { name: 'Меню: lena' }).waitFor()

    await page.goto('/profile')
    await page.getByText('Не задан: вы входите по коду из письма').waitFor()
    await page.getByRole('button', { name: 'Задать пароль' }).click()
    const form = dialog(page, 'Задать пароль')
    await form.getByRole('textbox', { name: 'Новый пароль' }).fill(PASSWORD)
    await form.getByRole('button', { name: 'Задать пароль' }).click()
    await form.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Изменить пароль' }).waitFor()
  })

  story('comes back to the code after a reload, unless the dialog was closed', async ({ world, open }) => {
    const mila = await world.customer('mila')
    const page = await open('/')
    await asksForCode(page, mila.email)
    const entry = dialog(page, 'Код из письма')
    await page.reload()
    await entry.getByText(mila.email).waitFor()

    await page.keyboard.press('Escape')
    await entry.waitFor({ state: 'detached' })
    await page.reload()
    await corner(page).getByRole('button', { name: 'Войти' }).click()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
    // It still waits for anyone who asks for it.
    await dialog(page, 'Вход').getByRole('button', { name: 'Войти по коду из письма' }).click()
    await entry.getByText(mila.email).waitFor()
    await typePin(page, (await world.letterTo(mila.email)).code)
    await page.waitForURL('/feed')
    await corner(page).getByRole('button', { name: 'Меню: mila' }).waitFor()

    // What has been used up is forgotten.
    expect(sessionStorage.getItem('login')).toBeNull()
  })

  story('tells nobody but the owner whether there is such an account', async ({ world, open }) => {
    const page = await open('/')
    await asksForCode(page, 'nobody-here@example.ru')
    const letter = await world.letterTo('nobody-here@example.ru')
    expect(letter.code).toBe('')
    expect(letter.plain).toMatch(/аккаунта с ним нет/)
    await typePin(page, '123456')
    await dialog(page, 'Код из письма').getByText('Код не подошёл. Проверьте и введите ещё раз').waitFor()
    await dialog(page, 'Код из письма').getByRole('button', { name: 'Изменить email' }).click()
    await expect
      .poll(() => dialog(page, 'Вход по коду').getByLabel('Email').inputValue())
      .toBe('nobody-here@example.ru')
  })
})

describe('recovery', () => {
  beforeEach<{ world: TestWorld }>(({ world }) => world.clock.advance(2 * HOUR))
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

    const signInHeading = { level: 1, name: 'Войдите, чтобы продолжить' }
    await (await open('/feed', { as: boris })).getByRole('heading', signInHeading).waitFor()
    const elsewhere = await open('/feed', { as: { token: await boris.signIn() } })
    await elsewhere.getByRole('heading', { level: 1, name: 'Лента' }).waitFor()
    world.clock.advance(MINUTE)
    await stranger.asks('accounts', 'startRecovery', { email: boris.email })
    await world.settle()
    const again = await world.letterTo(boris.email)
    expect(again.id).not.toBe(letter.id)
    const token = new URL(again.link).hash.replace('#token=', '')
    await stranger.asks('accounts', 'confirmRecovery', { token, password: 'третий правильный пароль' })
    await elsewhere.getByRole('heading', signInHeading).waitFor()
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
