/** What support does about a letter: looks at the service as who wrote it, comes back, and answers. */
import { expect } from 'vitest'
import { paid } from '../server/testing/test-world.ts'
import { story, type DomPage } from './story.ts'

const banner = (page: DomPage) => page.getByRole('region', { name: 'Маска поддержки' })

story(
  'support looks as who wrote, is refused what is theirs, and has its own session back',
  async ({ world, open }) => {
    const sonya = await world.somebody('sonya', ['support'])
    const anna = await world.customer('anna', paid('photographers'))
    const letter = { email: anna.email, subj: 'Лента пуста', msg: 'Второй день ничего не приходит.' }
    await anna.asks('feedback', 'sendFeedback', letter)

    let page = await open('/support?tab=letters', { as: sonya })
    await page.getByRole('button', { name: /Лента пуста/ }).click()
    const shown = page.getByRole('region', { name: /Письмо № / })
    await shown.getByText(letter.msg).waitFor()
    await shown.getByRole('link', { name: 'anna', exact: true }).waitFor()
    await shown.getByRole('button', { name: 'Посмотреть как anna' }).click()
    const asks = page.getByRole('dialog', { name: 'Посмотреть как anna' })
    await asks.getByRole('button', { name: 'Войти под маской' }).click()
    await asks.getByText('Напишите причину').waitFor()
    await asks.getByLabel(/^Причина/).fill('Лента пуста, письмо в поддержку')
    await asks.getByRole('button', { name: 'Войти под маской' }).click()

    await page.waitForURL(/\/feed/)
    await banner(page).getByText('Вы смотрите как anna').waitFor()
    await banner(page).getByText('осталось 55 мин').waitFor()
    await page.getByRole('button', { name: 'Меню: anna' }).waitFor()
    expect((await world.letterTo(anna.email)).plain).toContain('«Лента пуста, письмо в поддержку»')

    // Every page says so, the first answer of each included; what is theirs alone is refused in words.
    page = await open('/profile', { as: sonya })
    await banner(page).getByText('Вы смотрите как anna').waitFor()
    // What is theirs alone cannot be pressed; what is there to look at can.
    const own = [
      /пароль/,
      /двухфакторную защиту/,
      /: email$/,
      /: телефон$/,
      'Скачать мои данные',
      'Удалить аккаунт',
      /^Выйти везде/,
    ]
    for (const name of own) await expect.poll(() => page.getByRole('button', { name }).isDisabled()).toBe(true)
    await expect.poll(() => page.getByRole('switch', { name: 'Новости сервиса' }).isDisabled()).toBe(true)
    await expect.poll(() => page.getByRole('button', { name: 'Открыть историю входов' }).isDisabled()).toBe(false)
    await page.getByRole('group', { name: 'Под маской это не делается' }).first().waitFor()
    await page.keyboard.press('F6')
    await banner(page).locator('button:focus').waitFor()

    await banner(page).getByRole('button', { name: 'Выйти' }).click()
    await page.waitForURL(/\/support\?/)
    await banner(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Меню: sonya' }).waitFor()
    page = await open('/profile', { as: anna })
    await page.getByRole('button', { name: 'Открыть историю входов' }).click()
    const history = page.getByRole('dialog', { name: 'История входов' })
    await history.getByText('Поддержка смотрела ваш аккаунт').waitFor()
    await history.getByText('Причина: Лента пуста, письмо в поддержку').waitFor()
  },
)

story('letters are found, answered once, closed and opened again', async ({ world, open }) => {
  const [lida, egor] = [await world.somebody('lida', ['support']), await world.somebody('egor', ['support'])]
  const write = (email: string, subj: string) =>
    world.ask('feedback', 'sendFeedback', { email, subj, msg: `${subj}: подробности` }, { ip: `10.8.0.${subj.length}` })
  await write('first@example.ru', 'Оплата не прошла')
  await write('second@example.ru', 'Как добавить группу')
  const line = (page: DomPage, subject: string) => page.getByRole('button', { name: new RegExp(subject) })
  const shown = (page: DomPage) => page.getByRole('region', { name: /Письмо № / })

  const page = await open('/support?tab=letters&search=example', { as: lida })
  await line(page, 'Оплата не прошла').waitFor()
  await page.getByLabel('Найти письмо').fill('добавить')
  await expect.poll(() => line(page, 'Оплата не прошла').count()).toBe(0)
  await page.getByLabel('Найти письмо').fill('')
  await line(page, 'Оплата не прошла').click()
  await shown(page).getByText('Аккаунта с этой почтой нет').waitFor()
  await expect.poll(() => page.url()).toMatch(/letter=\d+/)

  // A colleague answers meanwhile: the own words stay, and theirs are shown.
  const id = Number(new URL(page.url()).searchParams.get('letter'))
  await shown(page).getByLabel('Ответ', { exact: true }).fill('Оплата дошла.')
  await egor.asks('feedback', 'answerFeedback', { id, text: 'Уже разобрались.', seen: 0 })
  await shown(page).getByRole('button', { name: 'Отправить' }).click()
  await shown(page).getByText('На это письмо только что ответили').waitFor()
  await shown(page).getByText('Уже разобрались.').waitFor()
  const more = shown(page).getByLabel('Ещё ответ')
  await expect.poll(() => more.inputValue()).toBe('Оплата дошла.')
  await more.press('Control+Enter')
  await shown(page).getByRole('region', { name: 'Ответ' }).getByText('Оплата дошла.').waitFor()
  await expect.poll(() => more.inputValue()).toBe('')
  expect((await world.letterTo('first@example.ru')).subject).toBe('Ответ поддержки: Оплата не прошла')
  await expect.poll(() => line(page, 'Оплата не прошла').count()).toBe(0)

  await line(page, 'Как добавить группу').click()
  await shown(page).getByRole('button', { name: 'Закрыть без ответа' }).click()
  await shown(page).getByText('закрыто').waitFor()
  await shown(page).getByRole('button', { name: 'Открыть снова' }).click()
  await shown(page).getByText('новое').waitFor()
  await page.getByRole('button', { name: /^Отвеченные/ }).click()
  await line(page, 'Оплата не прошла').waitFor()
  await expect.poll(() => page.url()).toContain('state=answered')
})
