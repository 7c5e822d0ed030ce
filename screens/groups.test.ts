/** Someone looks after their list of groups, channels and sites, and reads what these write. */
import { beforeEach, describe, expect, onTestFinished, vi } from 'vitest'
import {
  keepSampleGroup,
  listOf,
  lookUpLinks,
  pasteGroups,
  twentyFive,
} from '../server/features/watching/groups/groups.samples.ts'
import { DAY } from '../server/kit/clock.ts'
import { groups, paid, type TestWorld } from '../server/testing/test-world.ts'
import { cards, news, story, untilLive, type DomPage } from './story.ts'
import { dialog, linksOf, list, paste, report, row } from './groups-page.ts'

const names = async (page: DomPage): Promise<string[]> =>
  (
    await list(page)
      .getByRole('switch')
      .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''))
  ).map((name) => name.replace('Слушать: ', ''))

async function choose(page: DomPage, action: string): Promise<void> {
  await page.getByRole('button', { name: 'Список', exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

beforeEach<{ world: TestWorld }>(async ({ world }) => {
  await world.forgetMessages()
})

describe('the list', () => {
  story('is found through, sorted, turned over, and its address holds all of that', async ({ world, open }) => {
    const anna = await world.customer('anna', groups(30))
    await listOf(world, anna, twentyFive)
    await world.receive(
      [1, 2, 3].map((n) => world.message(`сообщение ${n}`, { group: { externalId: 'group7', name: 'Группа 7' } })),
    )
    await world.settle()
    const page = await open('/groups', { as: anna })
    await page.getByText('25 из 30 групп · свободно 5').waitFor()
    await expect.poll(async () => (await names(page)).length).toBe(20)
    await page.getByRole('navigation', { name: 'Страницы' }).getByRole('link', { name: 'Страница 2' }).click()
    await page.waitForURL('/groups?page=2')
    await expect.poll(async () => (await names(page)).length).toBe(5)
    await page.getByLabel('Групп на странице').selectOption('50')
    await page.waitForURL('/groups?limit=50')
    await expect.poll(async () => (await names(page)).length).toBe(25)

    await page.getByLabel('Порядок').selectOption('По имени, А–Я')
    await expect.poll(async () => (await names(page)).slice(0, 3)).toEqual(['Группа 1', 'Группа 2', 'Группа 3'])
    await page.getByLabel('Порядок').selectOption('Больше подписчиков')
    await expect.poll(async () => (await names(page)).at(-1)).toBe('Группа 4')
    await page.getByLabel('Порядок').selectOption('Больше сообщений')
    await expect.poll(async () => (await names(page))[0]).toBe('Группа 7')
    await row(page, 'Группа 7').getByRole('link', { name: '3 сообщения' }).waitFor()

    await page.getByLabel('Поиск по имени').fill('елки')
    await expect.poll(() => names(page)).toEqual(['Ёлки и кошки'])
    await page.getByLabel('Поиск по имени').fill('группа')
    await page.getByLabel('Сеть').selectOption('Telegram')
    await expect
      .poll(async () => (await names(page)).toSorted())
      .toEqual(['Группа 1', 'Группа 11', 'Группа 16', 'Группа 21', 'Группа 6'])
    const other = await open(new URL(page.url()).pathname + new URL(page.url()).search, { as: anna })
    await expect.poll(async () => (await names(other)).length).toBe(5)
    await expect.poll(() => other.getByLabel('Поиск по имени').inputValue()).toBe('группа')
    await other.getByLabel('Поиск по имени').fill('такой нет')
    await other.getByText('Ничего не нашлось').waitFor()
  })

  story('has a group switched off: nothing of it comes until it is switched on', async ({ world, open }) => {
    const clara = await world.customer('clara', groups(5))
    await listOf(world, clara, [
      { externalId: 'tver', name: 'Тверь' },
      { externalId: 'omsk', name: 'Омск' },
    ])
    const post = async (text: string): Promise<void> => {
      await world.post(text, { group: { externalId: 'tver', name: 'Тверь' } })
      await world.settle()
    }
    await world.settle()
    const before = await open('/feed', { as: clara })
    await untilLive(before)
    await post('первое')
    await expect.poll(() => cards(before).count()).toBe(1)

    const page = await open('/groups', { as: clara })
    await page
      .locator('label')
      .filter({ has: page.getByRole('switch', { name: 'Слушать: Тверь' }) })
      .click()
    await expect
      .poll(async () => (await clara.asks('groups', 'listGroups', {})).groups.map(({ enabled }) => enabled))
      .toEqual([true, false])
    await world.settle()
    await post('второе')
    await page.reload()
    await row(page, 'Тверь').getByRole('link', { name: '1 сообщение' }).waitFor()
    const back = page.getByRole('switch', { name: 'Слушать: Тверь' })
    await expect.poll(() => back.isChecked()).toBe(false)
    await back.focus()
    await page.keyboard.press('Space')
    await expect
      .poll(async () => (await clara.asks('groups', 'listGroups', {})).groups.map(({ enabled }) => enabled))
      .toEqual([true, true])
    await world.settle()
    const feed = await open('/feed', { as: clara })
    await expect.poll(() => cards(feed).count()).toBe(1)
    await untilLive(feed)
    await post('третье')
    await news(feed).click()
    await expect
      .poll(async () =>
        (await cards(feed).allInnerTexts()).map((text) =>
          ['первое', 'второе', 'третье'].find((each) => text.includes(each)),
        ),
      )
      .toEqual(['третье', 'первое'])
  })

  story('is chosen from in a filter of the feed, and leads there', async ({ world, open }) => {
    const dina = await world.customer('dina', groups(5))
    await listOf(world, dina, [
      { externalId: 'tver', name: 'Тверь' },
      { externalId: 'omsk', name: 'Омск' },
    ])
    await world.settle()
    await world.receive([
      world.message('из Твери', { group: { externalId: 'tver', name: 'Тверь' } }),
      world.message('из Омска', { group: { externalId: 'omsk', name: 'Омск' } }),
    ])
    await world.settle()
    const page = await open('/feed', { as: dina })
    await expect.poll(() => cards(page).count()).toBe(2)
    const bar = page.getByRole('region', { name: 'Фильтр', exact: true })
    await bar.getByRole('button', { name: 'Условие', exact: true }).click()
    await page.getByLabel('Найти условие').fill('группы')
    await page.getByRole('option', { name: /^Что слушать/ }).click()
    await page.getByRole('combobox', { name: 'Группы', exact: true }).fill('омс')
    await page.getByRole('option', { name: 'Омск' }).click()
    await expect.poll(() => cards(page).count()).toBe(1)
    await cards(page).getByText('из Омска').waitFor()
    await bar.getByRole('button', { name: 'Что слушать — Омск', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Убрать: Омск' }).click()
    await expect.poll(() => cards(page).count()).toBe(2)
    await page.getByRole('button', { name: 'Готово' }).click()

    await page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: 'Группы' }).click()
    await row(page, 'Тверь').getByRole('link', { name: '1 сообщение' }).click()
    await page.getByRole('heading', { name: 'Тверь', level: 1 }).waitFor()
    await expect.poll(() => cards(page).count()).toBe(1)
    await cards(page).getByText('из Твери').waitFor()
  })

  story('reports what it can not listen to', async ({ world, open }) => {
    const egor = await world.customer('egor', groups(2))
    const samples = [
      { externalId: 'a', name: 'Первая' },
      { externalId: 'b', name: 'Вторая' },
    ]
    await listOf(world, egor, samples)
    const groupId = await keepSampleGroup(world, { externalId: 'b', name: 'Вторая' })
    await world.db
      .insertInto('watchedGroups')
      .values({ groupId, trouble: 'closed', secondsBetween: 600, nextReadAt: world.clock.now() })
      .execute()
    await world.db.updateTable('subscriptions').set({ maxSize: 1 }).where('userId', '=', egor.userId).execute()
    const page = await open('/groups', { as: egor })
    await row(page, 'Вторая').getByText('закрыта: читать её больше нельзя').waitFor()
    await row(page, 'Вторая').getByText('не слушаем: групп больше, чем в подписке').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Добавить группы' }).isDisabled()).toBe(true)
  })

  story('loses a group and gets it back, is emptied and filled again', async ({ world, open }) => {
    const boris = await world.customer('boris', groups(5))
    await listOf(world, boris, [
      { externalId: 'one', name: 'Первая' },
      { externalId: 'two', name: 'Вторая' },
      { externalId: 'three', name: 'Третья' },
    ])
    const page = await open('/groups', { as: boris })
    await expect.poll(() => names(page)).toEqual(['Третья', 'Вторая', 'Первая'])
    await page.getByRole('button', { name: 'Убрать из списка: Вторая' }).click()
    await expect.poll(() => names(page)).toEqual(['Третья', 'Первая'])
    await page.getByText('2 из 5 групп · свободно 3').waitFor()
    await page
      .getByRole('status')
      .filter({ hasText: 'Вторая: больше не в списке' })
      .getByRole('button', { name: 'Отменить' })
      .click()
    await expect.poll(() => names(page)).toEqual(['Третья', 'Вторая', 'Первая'])

    const { lines: saved } = await boris.asks('groups', 'downloadGroups', {})
    expect(saved.map((line) => line.split('\t')[0]).toSorted()).toEqual([
      'https://vk.com/one',
      'https://vk.com/three',
      'https://vk.com/two',
    ])

    await choose(page, 'Очистить список')
    await dialog(page, 'Очистить список групп?').getByText('Из списка уйдут 3 группы').waitFor()
    await dialog(page, 'Очистить список групп?').getByRole('button', { name: 'Отмена' }).click()
    await expect.poll(() => names(page)).toHaveLength(3)
    await choose(page, 'Очистить список')
    await dialog(page, 'Очистить список групп?').getByRole('button', { name: 'Очистить' }).click()
    await page.getByRole('region', { name: 'Добавьте первые группы' }).waitFor()
    await page
      .getByRole('status')
      .filter({ hasText: 'Список очищен' })
      .getByRole('button', { name: 'Отменить' })
      .click()
    await expect.poll(() => names(page)).toHaveLength(3)

    // What was downloaded can be pasted as it is: it is all there already.
    await paste(page, `${saved.join('\r\n')}\r\n`)
    await dialog(page, 'Добавить группы').getByText('3 ссылки, свободно мест: 2').waitFor()
  })
})

story(
  'what is done with the list elsewhere is seen where it is open, and nothing typed there is lost',
  async ({ world, open }) => {
    const maya = await world.customer('maya', groups(20))
    await listOf(
      world,
      maya,
      ['Утро', 'Полдень', 'Вечер'].map((name, at) => ({ externalId: `two-tabs-${at}`, name })),
    )
    const page = await open('/groups', { as: maya })
    await expect.poll(() => names(page)).toEqual(['Вечер', 'Полдень', 'Утро'])
    const search = page.getByRole('searchbox', { name: 'Поиск по имени' })
    await search.fill('е')
    await expect.poll(() => names(page)).toEqual(['Вечер', 'Полдень'])
    await page.getByRole('button', { name: 'Добавить группы' }).click()
    await linksOf(page).fill('vk.com/half_writ')
    const listened = (name: string) => row(page, name).getByRole('switch', { includeHidden: true }).isChecked()

    const { groups: all } = await maya.asks('groups', 'listGroups', {})
    const id = (name: string): number => all.find((group) => group.name === name)?.id ?? 0
    for (const enabled of [false, true]) {
      await maya.asks('groups', 'setGroupEnabled', { id: id('Вечер'), enabled })
      await expect.poll(() => listened('Вечер')).toBe(enabled)
    }
    const seen = () => page.getByRole('switch', { includeHidden: true }).count()
    await maya.asks('groups', 'deleteGroup', { id: id('Полдень') })
    await expect.poll(seen).toBe(1)
    await dialog(page, 'Добавить группы').getByText('1 ссылка, свободно мест: 18').waitFor()
    await maya.asks('groups', 'restoreGroups', { ids: [id('Полдень')] })
    await expect.poll(seen).toBe(2)
    await maya.asks('groups', 'clearGroups', {})
    await dialog(page, 'Добавить группы').getByText('1 ссылка, свободно мест: 20').waitFor()
    await expect.poll(seen).toBe(0)
    await expect.poll(() => linksOf(page).inputValue()).toBe('vk.com/half_writ')
    await page.keyboard.press('Escape')
    await expect.poll(() => search.inputValue()).toBe('е')
  },
)

describe('whoever has none', () => {
  story('sees what a list looks like, and the way to one', async ({ world, open }) => {
    await world.looksFor('photographers', 'ищу фотографа')
    await world.receive(
      [1, 2].map((n) =>
        world.message(`Ищу фотографа ${n}`, { group: { externalId: `busy${n}`, name: `Барахолка ${n}` } }),
      ),
    )
    const fedor = await world.customer('fedor', paid('photographers'))
    const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {})
    onTestFinished(() => warnings.mockRestore())
    const page = await open('/groups', { as: fedor })
    await page.getByText('Подписки на группы пока нет').waitFor()
    expect(warnings.mock.calls).toContainEqual(['Невозможно работать с группами!'])
    await page
      .getByRole('region', { name: 'Так выглядит список' })
      .getByRole('listitem')
      .filter({ hasText: 'Барахолка 1' })
      .getByText('Демо')
      .waitFor()
    await expect.poll(() => page.getByRole('switch').count()).toBe(0)
    await page.getByRole('link', { name: 'Посмотреть тарифы' }).click()
    await page
      .getByRole('radiogroup', { name: 'Что слушать' })
      .getByLabel(/Группы/)
      .and(page.locator(':checked'))
      .waitFor()

    const gleb = await world.customer('gleb', groups(3))
    const his = await open('/groups', { as: gleb })
    const first = his.getByRole('region', { name: 'Добавьте первые группы' })
    await his.getByRole('region', { name: 'Так выглядит список' }).waitFor()
    await his.getByText('0 из 3 групп · свободно 3').waitFor()
    await his.getByText('Ещё группа — 20 руб. в месяц и 10 руб. сразу').waitFor()
    // There are none yet, so the field stands there at once.
    await first.getByRole('textbox', { name: 'Ссылки' }).fill('vk.com/busy1')
    await first.getByRole('button', { name: 'Добавить', exact: true }).click()
    await report(his).getByText('Проверено 0 из 1').waitFor()
    await lookUpLinks(world, { 'vk.com/busy1': { externalId: 'busy1', name: 'Барахолка 1' } })
    await report(his).getByText('Добавлено: 1 группа').waitFor()
    await his.keyboard.press('Escape')
    await report(his).waitFor({ state: 'detached' })
    await expect.poll(() => names(his)).toEqual(['Барахолка 1'])
    await expect.poll(() => his.getByRole('region', { name: 'Так выглядит список' }).count()).toBe(0)

    const guest = await open('/groups')
    await expect.poll(() => guest.locator('h1').allTextContents()).toEqual(['Войдите, чтобы продолжить'])
    await expect.poll(() => guest.getByRole('dialog').count()).toBe(0)
  })

  story('any longer is told that nobody listens', async ({ world, open }) => {
    const inna = await world.customer('inna', groups(5))
    await pasteGroups(world, inna, 'https://vk.com/one', 'https://vk.com/two')
    const [startsAt, expiresAt] = [2, 1].map((days) => new Date(world.clock.now().getTime() - days * DAY))
    await world.db.updateTable('subscriptions').set({ startsAt, expiresAt }).where('userId', '=', inna.userId).execute()
    const page = await open('/groups', { as: inna })
    await page.getByText('Подписка на группы не действует: список сохранён').waitFor()
    await expect.poll(() => names(page)).toHaveLength(2)
    await expect.poll(() => page.getByRole('button', { name: 'Добавить группы' }).isDisabled()).toBe(true)
    await page.getByRole('link', { name: 'Продлить' }).click()
    await page.waitForURL(/\/order/)
  })
})

story('more room is bought where it is missed', async ({ world, open }) => {
  const kira = await world.customer('kira')
  const { list: tariffs } = await kira.asks('tariffs', 'listTariffs', {})
  const tariff = tariffs.find(
    ({ product, type, durationUnit }) => product === 'group' && type === 'regular' && durationUnit === 'month',
  )
  await kira.asks('cart', 'updateCart', { tariff: tariff?.id ?? 0, quantity: 20 })
  const { account } = await kira.asks('payments', 'orderCart', { gateway: 'test' })
  await kira.asks('payments', 'payInTestMode', { account })
  await world.settle()
  const page = await open('/groups', { as: kira })
  await page.getByText('0 из 20 групп · свободно 20').waitFor()
  await page.getByRole('button', { name: 'Купить больше мест' }).click()
  const buying = dialog(page, 'Купить больше мест для групп')
  await buying.getByRole('textbox', { name: 'Сколько групп добавить' }).fill('10')
  await buying.getByText('10 групп до конца подписки').waitFor()
  await buying.getByRole('button', { name: 'Оплатить' }).click()
  await dialog(page, 'Тестовая оплата').getByRole('button', { name: 'Оплатить' }).click()
  await page.getByText('Оплата прошла, групп стало больше').waitFor()
  await page.getByText('0 из 30 групп · свободно 30').waitFor()
})
