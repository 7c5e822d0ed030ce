/** An article from its first word to the last comment: who writes it, who reads it, who keeps order under it. */
import { expect } from 'vitest'
import sharp from 'sharp'
import { DAY } from '../server/kit/clock.ts'
import { seedArticles } from '../server/features/site/blog/seed.ts'
import { window } from './dom/window.ts'
import { story, type DomPage } from './story.ts'

const dialog = (page: DomPage, name: string) => page.getByRole('dialog', { name, exact: true })
const text = (page: DomPage) => page.getByRole('textbox', { name: 'Текст статьи' })

/** As from another page: what is pasted comes as HTML. */
async function pastes(page: DomPage, html: string): Promise<void> {
  await text(page).evaluate((element, pasted) => {
    const event = new window.Event('paste', { bubbles: true, cancelable: true })
    const clipboardData = { getData: (type: string) => (type === 'text/html' ? pasted : ''), files: [] }
    element.focus()
    element.dispatchEvent(Object.assign(event, { clipboardData }))
  }, html)
}

async function chooses(page: DomPage, field: string, bytes: Buffer): Promise<void> {
  await page.locator(`input[aria-label="${field}"]`).evaluate((input, contents) => {
    const file = new window.File([new window.Uint8Array(contents)], 'чат.png', { type: 'image/png' })
    Object.defineProperty(input, 'files', { configurable: true, value: [file] })
    input.dispatchEvent(new window.Event('change', { bubbles: true }))
  }, bytes)
}

/** What could run in the page, or load from elsewhere; data for search engines is no script. */
const dangersIn = (roots: HTMLElement[]): string[] =>
  roots.flatMap((root) =>
    [...root.querySelectorAll('*')]
      .filter(
        (element) =>
          [...element.attributes].some(({ name, value }) => name.startsWith('on') || /^\s*javascript:/i.test(value)) ||
          element.matches('script:not([type="application/ld+json"]), iframe, object, embed, img:not([src^="/"])'),
      )
      .map((element) => element.outerHTML),
  )

story('an editor writes, readers answer, a moderator keeps order', async ({ world, open }) => {
  const editor = await world.somebody('editor', ['blogEditor'])
  const moderator = await world.somebody('moderator', ['moderator'])
  const anna = await world.customer('anna')

  let page = await open('/blog', { as: editor })
  await page.getByText('Статей пока нет', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Добавить статью' }).click()
  const writing = dialog(page, 'Новая статья')
  await writing.getByRole('textbox', { name: 'Заголовок' }).fill('Как найти клиента в чатах')
  await pastes(
    page,
    '<h2>Где искать</h2><p>Там, где <b>спрашивают</b>.</p><script>hits.push("script")</script>' +
      '<img src="x" onerror="hits.push(1)"><p><a href="javascript:hits.push(2)">нажми</a></p><svg onload="hits.push(3)"></svg>',
  )
  await writing.getByText('Черновик. Сохранено').waitFor()
  await chooses(
    page,
    'Файл картинки',
    await sharp({ create: { width: 900, height: 300, channels: 3, background: '#117a90' } })
      .png()
      .toBuffer(),
  )
  const asked = dialog(page, 'Что на картинке?')
  await asked.getByRole('textbox', { name: /^Описание/ }).fill('Сообщение в районном чате')
  await asked.getByRole('button', { name: 'Вставить' }).click()
  await writing.getByRole('textbox', { name: /^Темы/ }).fill('Чаты, поиск')
  await writing.getByText('Просмотр', { exact: true }).click()
  await writing.getByRole('img', { name: 'Сообщение в районном чате' }).waitFor()
  await writing.getByRole('button', { name: 'Опубликовать…' }).click()
  await dialog(page, 'Опубликовать статью?').getByRole('button', { name: 'Опубликовать', exact: true }).click()
  await page.waitForURL(/\/blog\/kak-nayti-klienta-v-chatakh$/)
  await page.getByRole('heading', { name: 'Как найти клиента в чатах', level: 1 }).waitFor()
  await page.getByRole('heading', { name: 'Где искать', level: 2 }).waitFor()

  // A guest reads it whole; to say something they are asked in, and lose no word of it.
  page = await open('/blog/kak-nayti-klienta-v-chatakh')
  await page.getByRole('img', { name: 'Сообщение в районном чате' }).waitFor()
  await page.getByRole('textbox', { name: 'Ваш комментарий' }).fill('А если чат закрыт? https://example.ru/a')
  await page.getByRole('button', { name: 'Отправить' }).click()
  await dialog(page, 'Для отправки сообщения вам нужно авторизоваться').getByRole('button', { name: 'Войти' }).click()
  const login = dialog(page, 'Вход')
  await login.getByRole('textbox', { name: 'Email' }).fill(anna.email)
  await login.getByLabel('Пароль', { exact: true }).fill('правильный пароль')
  await login.getByRole('button', { name: 'Войти', exact: true }).click()
  await page.getByText('Подпись: anna').waitFor()
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Ваш комментарий' }).inputValue())
    .toBe('А если чат закрыт? https://example.ru/a')
  await page.getByRole('button', { name: 'Отправить' }).click()
  await page.getByText(/^Ждёт проверки/).waitFor()
  await expect.poll(() => page.getByRole('textbox', { name: 'Ваш комментарий' }).inputValue()).toBe('')
  await page.getByRole('button', { name: 'Отправить' }).click()
  await page.getByText('Проверьте текст сообщения', { exact: true }).waitFor()

  const { docs } = await moderator.asks('blog', 'listComments', { state: 'new' })
  await moderator.asks('blog', 'decideComment', { id: docs[0]?.id ?? 0, state: 'shown' })
  await anna.asks('blog', 'createComment', {
    id: (await world.db.selectFrom('articles').select('id').executeTakeFirstOrThrow()).id,
    message: '<img src=x onerror="hits.push(4)"> javascript:hits.push(5) [x](javascript:hits.push(6))',
  })
  page = await open('/blog/kak-nayti-klienta-v-chatakh', { as: moderator })
  const link = page.getByRole('link', { name: 'https://example.ru/a' })
  await expect.poll(() => link.getAttribute('rel')).toBe('nofollow ugc noopener')
  const comments = page.getByRole('list', { name: 'Комментарии' }).getByRole('listitem')
  await comments.filter({ hasText: 'onerror' }).getByRole('button', { name: 'Удалить комментарий: anna' }).click()
  await dialog(page, 'Удалить комментарий?').getByRole('button', { name: 'Удалить', exact: true }).click()
  await expect.poll(() => comments.count()).toBe(1)
  await expect.poll(() => page.getByRole('button', { name: 'Изменить' }).count()).toBe(0)
  await expect.poll(() => page.locator('main').evaluateAll(dangersIn)).toEqual([])
})

story(
  'a reader finds their way by tags, words and pages, and an editor changes what is there',
  async ({ world, open }) => {
    const admin = await world.somebody('admin', ['admin'])
    const publishedAt = new Date(world.clock.now().getTime() - DAY)
    await world.db.deleteFrom('articles').execute()
    await seedArticles(
      world.db,
      world.clock,
      [...'абвг'].map((name, at) => ({
        title: `Статья ${name}`,
        slug: `statya-${at}`,
        excerpt: `Кратко ${name}`,
        tags: at % 2 === 0 ? ['чаты'] : ['цены'],
        publishedAt: new Date(publishedAt.getTime() + at),
        content: `<h2>Раз</h2><p>${at === 0 ? 'Про отклики.' : 'Про другое.'}</p><h2>Два</h2><h3>Три</h3>`,
      })),
    )
    await admin.asks('blog', 'setBlogSettings', { limit: 3 })
    let page = await open('/blog')
    const shown = () => page.getByRole('main').getByRole('article').getByRole('heading').allTextContents()
    await expect.poll(shown).toEqual(['Статья г', 'Статья в', 'Статья б'])
    await page.getByRole('link', { name: 'Следующая страница' }).click()
    await expect.poll(shown).toEqual(['Статья а'])
    await page.getByRole('navigation', { name: 'Темы' }).getByRole('link', { name: 'цены' }).click()
    await expect.poll(shown).toEqual(['Статья г', 'Статья б'])
    await page.getByRole('link', { name: 'Все', exact: true }).click()
    await expect.poll(shown).toEqual(['Статья г', 'Статья в', 'Статья б'])
    await page.getByRole('searchbox', { name: 'Поиск по блогу' }).fill('отклик')
    await page.getByRole('button', { name: 'Найти' }).click()
    await expect.poll(shown).toEqual(['Статья а'])
    await page.getByRole('link', { name: 'Статья а' }).click()
    await page.getByRole('navigation', { name: 'Содержание' }).getByRole('link', { name: 'Три' }).waitFor()
    await expect.poll(() => page.getByRole('region', { name: 'Читать дальше' }).getByRole('article').count()).toBe(3)
    await page.getByRole('button', { name: 'Поделиться' }).click()
    await dialog(page, 'Поделиться').waitFor()

    page = await open('/blog/statya-0', { as: admin })
    await page.getByRole('button', { name: 'Изменить' }).click()
    const writing = dialog(page, 'Статья')
    await writing.getByRole('textbox', { name: 'Заголовок' }).fill('Статья первая')
    await writing.getByText(/есть неопубликованные правки. Сохранено$/).waitFor()
    await writing.getByText('История', { exact: true }).click()
    await writing.getByRole('listitem', { name: 'Версия 1' }).getByText('Эхолот', { exact: false }).waitFor()
    await writing.getByRole('button', { name: 'Вернуть версию 1' }).click()
    await writing.getByRole('heading', { name: 'Статья а' }).waitFor()
    await page.keyboard.press('Escape')
    await writing.waitFor({ state: 'detached' })

    page = await open('/blog', { as: admin })
    await page.getByText('Черновиков и отложенных статей нет.').waitFor()
    page = await open('/blog/net-takoy')
    await page.getByRole('heading', { name: 'Такой статьи нет' }).waitFor()
  },
)
