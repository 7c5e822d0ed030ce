/** What visitors write to the service, and what becomes of it. */
import sharp from 'sharp'
import { expect } from 'vitest'
import { emptyArticle } from '../contract/site/blog.ts'
import { DAY } from '../server/kit/clock.ts'
import { paid } from '../server/testing/test-world.ts'
import { window } from './dom/window.ts'
import { story } from './story.ts'

story('a letter with files reaches support, and is answered with one', async ({ world, open }) => {
  const support = await world.somebody('support', ['support'])
  const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()
  const screenshot = { name: 'снимок.png', mimeType: 'image/png', bytes }
  const video = { name: 'запись.mp4', mimeType: 'video/mp4', bytes: Buffer.from('xx') }
  const notes = { name: 'шаги.txt', mimeType: 'text/plain', bytes: Buffer.from('Шаг 1') }

  const page = await open('/contacts')
  const main = page.getByRole('main')
  await main.getByLabel(/^Email для ответа/).fill('guest@example.ru')
  await main.getByLabel(/^Сообщение/).fill('Кнопка не нажимается.')
  const field = main.locator('input[type="file"]')
  await field.setInputFiles([screenshot, notes])
  const files = main.getByRole('list', { name: 'Приложенные файлы' })
  await expect.poll(() => files.getByRole('listitem').count()).toBe(2)
  await files.getByRole('button', { name: 'Убрать файл «шаги.txt»' }).click()
  await expect.poll(() => files.getByRole('listitem').count()).toBe(1)
  // The dialog of the browser offers no such files; what is dropped may be anything.
  await field.evaluate((input) => input.removeAttribute('accept'), null)
  await field.setInputFiles([video])
  await main.getByText('«запись.mp4» не подходит: можно приложить картинки, PDF и текст').waitFor()

  // What is refused loses nothing.
  await field.setInputFiles([{ name: 'половина.png', mimeType: 'image/png', bytes: bytes.subarray(0, 60) }])
  await main.getByRole('button', { name: 'Отправить' }).click()
  await main.getByText('«половина.png»: картинка повреждена: открыть её не получилось').waitFor()
  expect(await world.db.selectFrom('feedback').select('id').execute()).toEqual([])
  await expect.poll(() => main.getByLabel(/^Сообщение/).inputValue()).toBe('Кнопка не нажимается.')
  await files.getByRole('button', { name: 'Убрать файл «половина.png»' }).click()
  await field.setInputFiles([notes])
  await main.getByRole('button', { name: 'Отправить' }).click()
  await main.getByRole('heading', { name: 'Спасибо! Письмо у нас' }).waitFor()

  const desk = await open('/support?tab=letters', { as: support })
  await desk.getByRole('img', { name: 'С файлами' }).waitFor()
  await desk.keyboard.press('j')
  const letter = desk.getByRole('region', { name: /Письмо № / })
  const came = letter.getByRole('list', { name: 'Файлы письма' })
  const address = await came.getByRole('link', { name: /шаги\.txt/ }).getAttribute('href')
  expect(await (await window.fetch(address ?? '')).text()).toBe('Шаг 1')
  await came.getByRole('button', { name: 'снимок.webp' }).click()
  const whole = desk.getByRole('dialog', { name: 'снимок.webp' }).getByRole('img')
  const shown = await window.fetch((await whole.getAttribute('src')) ?? '')
  expect((await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).width).toBe(300)
  await desk.getByRole('dialog').getByRole('button', { name: 'Закрыть' }).click()

  await letter.getByLabel('Ответ', { exact: true }).fill('Вот инструкция.')
  await letter.locator('input[type="file"]').setInputFiles([notes])
  await letter.getByRole('button', { name: 'Отправить' }).click()
  await letter.getByRole('list', { name: 'Файлы ответа' }).getByText('шаги.txt').waitFor()
  await expect.poll(() => letter.getByRole('list', { name: 'Приложенные файлы' }).count()).toBe(0)
  const attached = await world.db.selectFrom('letterFiles').select(['name', 'bytes']).execute()
  expect(attached.map(({ name, bytes: sent }) => [name, sent.toString()])).toEqual([['шаги.txt', 'Шаг 1']])
})

story(
  'a review is written, approved by keys and shown; a comment is hidden and taken back',
  async ({ world, open }) => {
    const [moderator, reader] = [await world.somebody('moderator', ['moderator']), await world.customer('reader')]
    const anna = await world.customer('anna', paid('photographers', 90))
    world.clock.advance(8 * DAY)
    const guest = await open('/reviews')
    await guest.getByRole('heading', { name: 'Отзывов ещё нет' }).waitFor()
    await guest.getByRole('button', { name: 'Войти и оставить отзыв' }).waitFor()

    const text = 'За первый месяц пришло шесть заказов, два из них сразу.'
    const page = await open('/reviews', { as: anna })
    const form = page.getByRole('form', { name: 'Новый отзыв' })
    await form.getByRole('button', { name: 'Отправить отзыв' }).click()
    await form.getByText('Напишите хотя бы 20 знаков').waitFor()
    await form.getByLabel(/^Отзыв/).fill(text)
    await form.getByLabel(/^Как вас подписать/).fill('Анна П.')
    await form.getByLabel('Город').fill('Казань')
    await form.getByRole('button', { name: 'Отправить отзыв' }).click()
    const own = page.getByRole('region', { name: 'Ваш отзыв' })
    await own.getByText('на проверке').waitFor()
    await page.getByRole('heading', { name: 'Отзывов ещё нет' }).waitFor()

    const desk = await open('/admin?tab=approval', { as: moderator })
    const queued = desk.getByRole('main').getByRole('list', { name: 'Отзывы' })
    await queued.getByText(text).waitFor()
    // Hidden with a reason, and taken back.
    await desk.keyboard.press('h')
    await queued.getByLabel(/^Почему отзыв не публикуется/).fill('Похоже на рекламу')
    await queued.getByRole('button', { name: 'Скрыть отзыв' }).click()
    await desk.getByRole('status').getByText('Отзыв скрыт').waitFor()
    expect((await anna.asks('reviews', 'getOwnReview', {})).review?.reason).toBe('Похоже на рекламу')
    await desk.getByRole('status').getByRole('button', { name: 'Отменить' }).click()
    await queued.getByText(text).waitFor()
    await desk.keyboard.press('a')
    await desk.getByRole('status').getByText('Отзыв опубликован').waitFor()
    await desk.getByText('Проверять нечего').waitFor()
    await desk.getByRole('button', { name: /^Опубликованные/ }).click()
    await queued.getByRole('button', { name: 'Ответить' }).click()
    await queued.getByLabel(/^Ответ под отзывом/).fill('Спасибо, Анна!')
    await queued.getByRole('button', { name: 'Сохранить ответ' }).click()
    await queued.getByText('Спасибо, Анна!').waitFor()

    const editor = await world.somebody('editor', ['blogEditor'])
    const draft = {
      title: 'Где искать',
      slug: '',
      excerpt: 'Коротко',
      tags: [],
      thumbnail: null,
      content: '<p>Там.</p>',
    }
    const { id, revision } = (await editor.asks('blog', 'createArticle', { ...emptyArticle, ...draft })).article
    await editor.asks('blog', 'publishArticle', { id, revision, at: null })
    const { comment } = await reader.asks('blog', 'createComment', { id, message: 'А где искать?' })
    await desk.getByRole('button', { name: 'Комментарии', exact: true }).click()
    await desk.getByRole('button', { name: /^Ждут/ }).click()
    const comments = desk.getByRole('main').getByRole('list', { name: 'Комментарии' })
    await comments.getByText('А где искать?').waitFor()
    await comments.getByRole('button', { name: 'Скрыть' }).click()
    // That of the review before may be on its way out still.
    const toast = desk.getByRole('status').filter({ hasText: 'Комментарий скрыт' })
    await toast.getByRole('button', { name: 'Отменить' }).click()
    await comments.getByText('А где искать?').waitFor()
    await comments.getByRole('button', { name: 'Опубликовать' }).click()
    await desk.getByText('Проверять нечего').waitFor()
    const { state } = await world.db
      .selectFrom('blogComments')
      .select('state')
      .where('id', '=', comment.id)
      .executeTakeFirstOrThrow()
    expect(state).toBe('shown')

    const shown = await open('/reviews')
    const list = shown.getByRole('list', { name: 'Отзывы' })
    await list.getByText(text).waitFor()
    await list.getByText('Казань').waitFor()
    await list.getByRole('region', { name: 'Ответ Эхолота' }).getByText('Спасибо, Анна!').waitFor()
  },
)
