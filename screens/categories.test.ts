/** Those who keep the categories change one, see what that would bring, publish it and go back; and begin a new one. */
import { describe, expect } from 'vitest'
import { paid, type TestWorld } from '../server/testing/test-world.ts'
import { story } from './story.ts'

const slug = 'cleaning'

async function layOut(world: TestWorld): Promise<void> {
  await world.looksFor(slug, 'уборка')
  const jobs = ['курьер', 'грузчик', 'кассир', 'продавец']
  await world.receive([
    ...jobs.map((job) => world.message(`Требуется вакансия ${job}, уборка склада, график сменный`)),
    world.message('Посоветуйте, кто делает уборку квартир'),
    world.message('Ищем мастера помыть окна, подскажите контакты'),
  ])
}

describe('who keeps the categories', () => {
  story('changes one, sees what comes in and goes out, publishes it and goes back', async ({ world, open }) => {
    await layOut(world)
    const editor = await world.somebody('editor', ['categoryEditor'])
    await world.customer('anna', paid(slug))
    const id = await world.categoryId(slug)
    const published = async () => (await editor.asks('editing', 'getEditedCategory', { id })).published

    const page = await open('/admin', { as: editor })
    const list = page.getByRole('region', { name: 'Категории', exact: true })
    await list.getByLabel('Найти категорию').fill('уборка')
    await list.getByRole('link', { name: /Уборка/ }).click()
    await page.waitForURL(/\?tab=categories&category=cleaning$/)
    await expect.poll(() => page.getByRole('link', { name: 'Тарифы' }).count()).toBe(1)
    const preview = page.getByRole('region', { name: 'Что изменится' })
    await preview.getByText('5 в день, как и сейчас').waitFor()

    // A word that comes with vacancies alone keeps them away by a press.
    await preview.getByRole('button', { name: /Исключить «вакансия»: сомнительных 4/ }).click()
    await preview.getByText('1 в день вместо 5').waitFor()
    await preview.getByText('Уйдёт: 4 сообщения').waitFor()

    // What is written wrongly is marked as one types, at its line.
    await page.getByRole('button', { name: 'Добавить: Запросы' }).click()
    const line = page.getByLabel('Запросы: строка 2')
    await line.fill('(помыть окна')
    await page.getByText('Скобка не закрыта.').waitFor()
    await line.fill('помыть окна')
    await preview.getByText('Войдёт: 1 сообщение').waitFor()
    await page.getByText('Черновик сохранён').waitFor()
    await page.getByText('Отличия: Запросы: +1, Исключения: +1').waitFor()
    expect(await published()).toMatchObject({ queries: 'уборка', excluded: '' })

    // Left and come back to, the draft is there.
    await page.reload()
    await page.getByText('Отличия: Запросы: +1, Исключения: +1').waitFor()
    await preview.getByText('Войдёт: 1 сообщение').waitFor()
    await page.getByRole('button', { name: 'Опубликовать', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: /^Опубликовать/ })
    await dialog.getByText('С подпиской на неё сейчас 1 человек').waitFor()
    await dialog.getByText('Будет приходить 2 в день вместо 5', { exact: false }).waitFor()
    await dialog.getByLabel('Заметка').fill('вакансии мешали')
    await dialog.getByRole('button', { name: 'Опубликовать', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await preview.getByText('2 в день, как и сейчас').waitFor()
    expect(await published()).toMatchObject({ queries: 'уборка\nпомыть окна', excluded: 'вакансия' })

    await page.getByRole('button', { name: 'История' }).click()
    const history = page.getByRole('dialog', { name: /^История/ })
    await history.getByText('вакансии мешали').waitFor()
    await history.getByText('№ 2').waitFor()
    await history.getByRole('button', { name: 'Вернуть версию 1' }).click()
    await history.getByRole('button', { name: 'Вернуть версию 1' }).click()
    await history.waitFor({ state: 'detached' })
    await preview.getByText('5 в день, как и сейчас').waitFor()
    expect(await published()).toMatchObject({ queries: 'уборка', excluded: '' })

    // An address that it had leads to the one it has.
    const before = await editor.asks('editing', 'getEditedCategory', { id })
    const { revision } = await editor.asks('editing', 'saveCategoryDraft', {
      id,
      revision: before.revision,
      base: before.base,
      content: { ...before.published!, slug: 'clean-homes' },
    })
    await editor.asks('editing', 'publishCategory', { id, revision, base: before.base, note: '' })
    await page.goto(`/category/${slug}`)
    await page.waitForURL('/category/clean-homes')
    await page.getByRole('heading', { name: 'Уборка и химчистка' }).waitFor()
  })

  story('is told when another has changed it meanwhile, and loses nothing', async ({ world, open }) => {
    const [editor, other] = [
      await world.somebody('first', ['categoryEditor']),
      await world.somebody('second', ['admin']),
    ]
    const id = await world.categoryId('moving')
    const page = await open('/admin?tab=categories&category=moving', { as: editor })
    const name = page.getByLabel('Название', { exact: true })
    await expect.poll(() => name.inputValue()).toBe('Грузоперевозки и переезды')
    const { published, revision, base } = await other.asks('editing', 'getEditedCategory', { id })
    if (!published) throw new Error('it is not published')
    await other.asks('editing', 'saveCategoryDraft', {
      id,
      revision,
      base,
      content: { ...published, name: 'Переезды' },
    })
    await name.fill('Грузчики')
    await page.getByText(/изменил другой редактор: second/).waitFor()
    await expect.poll(() => name.inputValue()).toBe('Грузчики')
    await page.getByRole('button', { name: 'Показать, как сейчас' }).click()
    await expect.poll(() => name.inputValue()).toBe('Переезды')
  })

  story('begins a new one that no one sees yet, and puts it away', async ({ world, open }) => {
    const editor = await world.somebody('beginner', ['categoryEditor'])
    const page = await open('/admin?tab=categories', { as: editor })
    await page.getByRole('button', { name: 'Новая категория' }).click()
    const dialog = page.getByRole('dialog', { name: 'Новая категория' })
    await dialog.getByLabel('Название').fill('Дирижаблисты')
    await dialog.getByRole('button', { name: 'Начать черновик' }).click()
    await page.getByRole('heading', { name: 'Дирижаблисты' }).waitFor()
    await page.getByText('не опубликована').first().waitFor()
    await page.getByRole('button', { name: 'Удалить черновик' }).click()
    await page.getByRole('button', { name: 'Да, удалить категорию' }).click()
    await page.getByText('Выберите категорию').waitFor()
    await expect.poll(() => page.getByRole('link', { name: /Дирижаблисты/ }).count()).toBe(0)
  })
})

story('anyone else is not shown the tab', async ({ world, open }) => {
  const page = await open('/admin?tab=categories', { as: await world.somebody('writer', ['blogEditor']) })
  await page.getByText('Эта страница открыта только администраторам.').waitFor()
  await expect.poll(() => page.getByRole('region', { name: 'Категории', exact: true }).count()).toBe(0)
})
