import { expect } from 'vitest'
import type { Letter } from '../server/kit/mail/letter.ts'
import { postLetter, showCall } from '../server/kit/mail/post-letter.ts'
import { story } from './browser.ts'

const letters: Letter[] = [
  {
    subject: 'Код подтверждения Эхолота',
    title: 'Подтвердите email',
    paragraphs: ['Введите этот код на странице, где вы начали регистрацию.', 'Код действует 10 минут.'],
    code: '0472',
    footnote: 'Если вы не регистрировались, ничего делать не нужно: без кода аккаунт не появится.',
  },
  {
    subject: 'Новый пароль для Эхолота',
    title: 'Придумайте новый пароль',
    paragraphs: [
      'Кто-то, скорее всего вы, попросил восстановить доступ к аккаунту. Ссылка действует один час и только один раз.',
    ],
    button: {
      title: 'Придумать новый пароль',
      url: 'https://echolot.example/recovery#token=R5mZq0wVYt2dXx4Jx1pQe9h7nKcLsAoBvUi3FgTyHzM',
    },
    footnote: 'Если это были не вы, просто удалите письмо: пароль останется прежним.',
  },
  {
    subject: '22 новых: Фотографы',
    title: '22 новых: Фотографы',
    paragraphs: ['Сначала самые горячие.'],
    cards: ['Мамы Тулы', `Объявления${'аааааааааа'.repeat(8)}`].map((group, place) => ({
      badge: { title: place === 0 ? 'Горячий' : 'Тёплый', hot: place === 0 },
      place: `ВКонтакте · ${group}`,
      time: '20 ноября, 14:05',
      text: `Посоветуйте фотографа на свадьбу: https://example.ru/${'w'.repeat(120)}`,
      marks: [0, 11, 12, 21],
      from: 'Мария Петрова · Тула',
      open: { title: 'Открыть', url: `https://echolot.example/feed?message=${place}` },
      actions: ['Взять в работу', 'В избранное', 'Не моё'].map((title) => ({
        title,
        url: `https://echolot.example/notice#${place}`,
      })),
    })),
    button: { title: 'Ещё 20 в ленте', url: 'https://echolot.example/feed?filter=7' },
    closing: {
      text: 'Письмо пришло, потому что у вас включены письма по фильтру «Фотографы».',
      links: [{ title: 'Больше не присылать', url: 'https://echolot.example/notice#u' }],
    },
  },
]

for (const colorScheme of ['light', 'dark'] as const) {
  story(`reads the letters of the development mailbox on a telephone, ${colorScheme}`, async ({ world, open }) => {
    for (const letter of letters) {
      await world.db
        .transaction()
        .execute((tx) =>
          postLetter(tx, world.clock, 'a-rather-long-address-of-somebody@correspondence.example.ru', letter),
        )
    }
    await world.db.transaction().execute((tx) => showCall(tx, world.clock, '79991234567', '8315'))
    const page = await open('/dev/mail', { width: 360, height: 740, colorScheme })
    const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    const groundOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor)
    await page.getByRole('heading', { name: 'Звонок с кодом' }).first().waitFor()
    await expect.poll(() => page.getByText('8315', { exact: true }).count()).toBeGreaterThan(0)
    await expect.poll(() => isTooWide()).toBe(false)

    const asked: string[] = []
    page.on('request', (request) => void asked.push(request.url()))
    const doors = page.getByRole('link', { name: 'Письмо целиком' })
    for (const [index, { title, code, button }] of [...letters.entries()].reverse()) {
      await doors.nth(letters.length - 1 - index).click()
      await page.getByRole('heading', { name: title }).waitFor()
      await expect.poll(() => isTooWide()).toBe(false)
      await expect
        .poll(() => groundOf('.surface'))
        .toBe(colorScheme === 'dark' ? 'rgb(22, 35, 42)' : 'rgb(255, 255, 255)')
      if (code) expect((await page.locator('.code').textContent())?.trim()).toBe(code)
      if (button)
        await expect.poll(() => page.getByRole('link', { name: button.title }).getAttribute('href')).toBe(button.url)
      await page.goBack()
    }
    expect(asked.every((url) => url.startsWith(`${world.web.address}/dev/mail`))).toBe(true)
  })
}
