/** Someone changes the words of a project: what is found, what is left as it is, what is refused. */
import { beforeEach, describe, expect } from 'vitest'
import { emptyProject } from '../contract/watching/projects.ts'
import { type TestWorld } from '../server/testing/test-world.ts'
import { searchBack } from '../server/stream/search-back/search-back.ts'
import { add, arrive, bicycles, chips, found, life, popup, save, shows, steps, untilSaved } from './project-page.ts'
import { cards, news, story, untilLive } from './story.ts'

beforeEach<{ world: TestWorld }>(async ({ world }) => {
  await world.forgetMessages()
})

describe('whoever changes the words', () => {
  story('and not what is stored has it left as it is; later he has it searched after all', async ({ world, open }) => {
    await arrive(world, 'Куплю велосипед', 'Отдам самокат')
    const { vera } = await life(world, { keywords: ['велосипед'] })
    const page = await open('/custom-category', { as: vera })
    // The name alone has nothing searched.
    await page.getByLabel('Название').fill('Велосипеды ')
    await expect.poll(() => page.getByRole('checkbox', { name: /Сразу найти/ }).count()).toBe(0)
    await page.getByLabel('Название').fill('Велосипеды')
    await page.getByRole('button', { name: 'Убрать: велосипед' }).click()
    // Without Enter: what stands in the field is taken as the focus leaves it, and the press that takes it does what it does.
    await page.getByLabel('Ключевые слова', { exact: true }).fill('самокат')
    // A preview that comes in while the mouse is down would move the checkbox from under it.
    await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
    await page.getByRole('checkbox', { name: /Сразу найти/ }).uncheck()
    await expect.poll(() => chips(page, 'Ключевые слова').allInnerTexts()).toEqual(['самокат'])
    await bicycles(page).getByText('Новые слова подействуют только на новые сообщения').waitFor()
    await save(page).click()
    await expect
      .poll(() => steps(page))
      .toEqual([
        expect.stringMatching(/готово/),
        expect.stringMatching(/пропущено.*старые сообщения остаются как есть/),
        expect.stringMatching(/идёт/),
      ])
    await world.settle()
    await popup(page).getByText('Новые сообщения придут в ленту сами').waitFor()
    await popup(page).getByRole('link', { name: 'Открыть в ленте' }).click()
    await shows(page, 'Куплю велосипед')
    const menu = page.getByRole('navigation', { name: 'Главное меню' })
    await menu.getByRole('link', { name: 'Лента' }).click()
    await untilLive(page)
    await arrive(world, 'Ещё велосипед', 'Ещё самокат')
    await news(page).click()
    await shows(page, 'Ещё самокат', 'Куплю велосипед')

    await menu.getByRole('link', { name: 'Упоминания' }).click()
    const refresh = page.getByRole('button', { name: 'Обновить: Велосипеды' })
    await refresh.click()
    await bicycles(page).getByText('ищет за прошлые дни').waitFor()
    await expect.poll(() => refresh.isDisabled()).toBe(true)
    await world.settle()
    await bicycles(page).getByText('слушает', { exact: true }).waitFor()
    await expect.poll(() => refresh.isDisabled()).toBe(false)
    await found(page).click()
    await shows(page, 'Отдам самокат', 'Ещё самокат')
  })

  story('too widely is told how much that would be, and may mend it', async ({ world, open }) => {
    await arrive(world, ...Array.from({ length: 6 }, (_, n) => `Велосипед номер ${n}`), 'Отдам самокат')
    const { vera, id } = await life(world, { keywords: ['самокат'] })
    const page = await open('/custom-category', { as: vera })
    await add(page, 'Ключевые слова', 'велосипед')
    await save(page).click()
    await expect
      .poll(() => steps(page))
      .toEqual([expect.stringMatching(/готово/), expect.stringMatching(/идёт/), expect.stringMatching(/ещё впереди/)])
    const { version } = await world.db
      .selectFrom('monitoredProjects')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { db, database, clock, log, language, config } = world
    await searchBack({ db, database, clock, log, language, config }, id, version, 5)
    await popup(page)
      .getByText(/Нашлось слишком много: \d сообщени\S+\. Уточните ключевые слова/)
      .waitFor()
    await popup(page).getByRole('button', { name: 'Закрыть' }).click()
    await popup(page).waitFor({ state: 'detached' })
    await expect.poll(() => page.getByText('Изменения сохранены').count()).toBe(0)
    // Without Enter: what stands in the field is taken by the press on the button.
    await page.getByLabel('Стоп-слова', { exact: true }).fill('номер')
    await save(page).click()
    await untilSaved(page)
    await world.settle()
    await popup(page).getByText('В ленте уже 1 сообщение').waitFor()
  })

  story('and looks at another page meanwhile finds them as he left them', async ({ world, open }) => {
    const { vera } = await life(world, { keywords: ['самокат'] })
    const page = await open('/custom-category', { as: vera })
    await add(page, 'Ключевые слова', 'велосипед')
    await page.getByLabel('Контекст').fill('куплю')
    await page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: 'Лента' }).click()
    await page.getByRole('heading', { name: 'Лента' }).waitFor()
    await page.goBack()
    await expect.poll(() => chips(page, 'Ключевые слова').allInnerTexts()).toEqual(['самокат', 'велосипед'])
    await expect.poll(() => chips(page, 'Контекст').allInnerTexts()).toEqual(['куплю'])
    await page.getByRole('button', { name: 'Отменить изменения' }).click()
    await expect.poll(() => chips(page, 'Ключевые слова').allInnerTexts()).toEqual(['самокат'])
    await expect.poll(() => chips(page, 'Контекст').count()).toBe(0)
  })

  story('sees the feed follow: what fits no more goes, what fits now comes', async ({ world, open }) => {
    await arrive(world, 'Куплю велосипед', 'Велосипед с корзиной', 'Отдам самокат', 'Ролики по цене велосипеда')
    const { vera, id } = await life(world, { keywords: ['велосипед'] })
    const feed = await open('/feed', { as: vera })
    await shows(feed, 'Ролики по цене', 'с корзиной', 'Куплю')
    await untilLive(feed)
    await vera.asks('projects', 'updateProject', {
      ...emptyProject,
      id,
      name: 'Велосипеды',
      keywords: ['самокат', 'ролики'],
    })
    await world.settle()
    // What left the feed leaves it where it is open, and what came is reported.
    await expect.poll(() => cards(feed).filter({ hasText: 'с корзиной' }).count()).toBe(0)
    await news(feed).click()
    await shows(feed, 'Отдам самокат', 'Ролики по цене')

    const page = await open('/custom-category', { as: vera })
    await bicycles(page).getByText('слушает', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Убрать: ролики' }).click()
    await add(page, 'Ключевые слова', 'корзина', 'куплю')
    await save(page).click()
    await bicycles(page).getByText('ищет за прошлые дни').waitFor()
    await world.settle()
    await popup(page).getByRole('button', { name: 'Закрыть' }).click()
    await expect.poll(() => found(page).innerText()).toBe('3 сообщения')
    await found(page).click()
    await shows(page, 'с корзиной', 'Куплю', 'Отдам самокат')
  })

  story('with more than there may be is told the limit', async ({ world, open }) => {
    const { vera } = await life(world, { keywords: ['самокат'] })
    const page = await open('/custom-category', { as: vera })
    const words = page.getByLabel('Ключевые слова', { exact: true })
    await words.fill(Array.from({ length: 100 }, (_, n) => `велосипед${n}`).join(', '))
    await words.press('Enter')
    await page.getByText('Ключевые слова: не больше 100 фраз').waitFor()
    await words.fill('а'.repeat(201))
    await words.press('Enter')
    await page.getByText('Не длиннее 200 букв').waitFor()
    // A list pasted as it is.
    await words.fill('')
    const pasted = 'вакансия, семена\n"мука, сахар"; вакансия'
    await page.getByLabel('Стоп-слова', { exact: true }).evaluate((field, text) => {
      const clipboardData = { getData: () => text }
      field.dispatchEvent(Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData }))
    }, pasted)
    await expect.poll(() => chips(page, 'Стоп-слова').allInnerTexts()).toEqual(['вакансия', 'семена', '"мука, сахар"'])
  })
})
