/** Someone collects groups, channels and sites by their links, looks after the list, and reads what they write. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect } from 'vitest'
import {
  keepSampleGroup,
  lookUpLinks,
  pasteGroups,
  type SampleGroup,
} from '../server/features/watching/groups/groups.samples.ts'
import { DAY } from '../server/kit/clock.ts'
import type { TestUser } from '../server/testing/test-user.ts'
import { groups, paid, type TestWorld } from '../server/testing/test-world.ts'
import { cards, news, story, untilLive } from './browser.ts'
import { checkLandmarks, checkLooks, phoneScreen } from './check-looks.ts'
import { openWorlds } from './worlds.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const list = (page: Page): Locator =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('switch') })
const row = (page: Page, name: string) => list(page).filter({ has: page.getByText(name, { exact: true }) })
const names = async (page: Page): Promise<string[]> =>
  (
    await list(page)
      .getByRole('switch')
      .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''))
  ).map((name) => name.replace('Слушать: ', ''))
const report = (page: Page) => dialog(page, 'Добавление групп')
const plain = (text: string): string => text.replaceAll('\u00A0', ' ')

const linksOf = (page: Page) => dialog(page, 'Добавить группы').getByRole('textbox', { name: 'Ссылки' })
async function paste(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Добавить группы' }).first().click()
  await linksOf(page).fill(text)
}
const add = (page: Page) => dialog(page, 'Добавить группы').getByRole('button', { name: 'Добавить', exact: true })
async function choose(page: Page, deed: string): Promise<void> {
  await page.getByRole('button', { name: 'Список', exact: true }).click()
  await page.getByRole('menuitem', { name: deed }).click()
}

/** These are on their list, the last of them added last. */
async function listOf(world: TestWorld, person: TestUser, samples: SampleGroup[]): Promise<void> {
  const links = samples.map(({ externalId }) => `https://vk.com/${externalId}`)
  await person.asks('groups', 'addGroups', { links })
  await lookUpLinks(world, Object.fromEntries(samples.map((sample, at) => [links[at] ?? '', sample])))
}

beforeEach<{ world: TestWorld }>(async ({ world }) => {
  await world.database.pool.query('truncate feed_items, messages, message_keys, fingerprints')
})

const worldly = story.extend('worlds', async ({ world }, { onCleanup }) => {
  const worlds = await openWorlds(world)
  onCleanup(() => worlds.close())
  return worlds
})

describe('twenty links of seven networks', () => {
  worldly(
    'are pasted, each is told what came of it, and what the groups write is in the feed',
    async ({ world, worlds, open }) => {
      const { vk, ok, telegram, youtube, bluesky, mastodon, rss } = worlds
      vk.world.group(1, { name: 'Подслушано в Твери', screenName: 'tver_heard', followers: 48_200 })
      vk.world.post(-1, { text: 'Где в Твери пьют кофе?' })
      vk.world.group(2, { name: 'Свои', closed: true })
      ok.group('53000000001', { name: 'Садоводы Твери', members: 7_000 })
      ok.group('53000000002', { name: 'Закрытый клуб', closed: true })
      telegram.channel('tver_news', { title: 'Тверь сейчас', members: 900 })
      telegram.post('tver_news', 'Открылась новая кофейня')
      youtube.addChannel({ title: 'Готовим дома', handle: 'cook' })
      const anna = bluesky.account('anna', { displayName: 'Анна пишет', followers: 15 })
      mastodon.account('vera', { displayName: 'Вера и сад', followers: 40 })
      rss.addFeed('https://news.example/feed', { title: 'Новости области' })
      const resting = (seconds: number) => ({ status: 503, headers: { 'retry-after': String(seconds) } })
      rss.page('https://broken.example/feed', resting(1))
      rss.page('https://slow.example/feed', resting(300))

      // The list was full of others and was emptied; they come back while the new ones are being looked up.
      const vera = await world.customer('vera', groups(20))
      await listOf(
        world,
        vera,
        Array.from({ length: 13 }, (_, n) => ({ externalId: `old${n}`, name: `Старая ${n}` })),
      )
      const { ids } = await vera.asks('groups', 'clearGroups', {})

      const page = await open('/groups', { as: vera })
      // Avatars lie in the networks, which are not there.
      await page.route(/^https:\/\//, (route) =>
        route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
      )
      await page.getByText('0 из 20 групп · свободно 20').waitFor()
      const links = [
        'https://vk.com/tver_heard',
        'm.vk.com/tver_heard/',
        'vk.com/club2',
        'https://vk.com/nobody_is_here',
        'ok.ru/group/53000000001',
        'https://ok.ru/group/53000000002',
        'ok.ru/profile/577',
        '@tver_news',
        'https://t.me/+AbCdEf123',
        't.me/nobody_at_all',
        'https://www.youtube.com/@cook',
        'youtube.com/@nobody',
        'https://bsky.app/profile/anna.bsky.social',
        'bsky.app/profile/nobody.bsky.social',
        'https://home.example/@vera',
        '@ghost@home.example',
        'https://news.example/feed',
        'https://broken.example/feed',
        'slow.example/feed',
        'просто',
      ]
      // More than there is room for is reported before anything is asked.
      await paste(page, [...links, 'vk.com/one_more'].join('\n'))
      await dialog(page, 'Добавить группы').getByText('Можно добавить не больше 20 групп').waitFor()
      expect(await add(page).isDisabled()).toBe(true)
      await linksOf(page).fill(`${links.slice(0, 7).join(', ')}\n${links.slice(7).join('  ')}`)
      await dialog(page, 'Добавить группы').getByText('20 ссылок, свободно мест: 20').waitFor()
      await add(page).click()

      const lines = report(page).getByRole('list', { name: 'Ссылки' }).getByRole('listitem')
      await expect.poll(() => lines.count()).toBe(20)
      await report(page).getByText('Проверено 1 из 20').waitFor()
      const said = async (at: number): Promise<string> =>
        plain((await lines.nth(at).innerText()).replaceAll('\n', ' — '))
      expect(await said(1)).toBe('m.vk.com/tver_heard/ — уже в списке')
      expect(await said(0)).toBe('https://vk.com/tver_heard — проверяем')
      await vera.asks('groups', 'restoreGroups', { ids })

      await worlds.listen()
      // It goes on while no one looks.
      await report(page).getByRole('button', { name: 'Закрыть', exact: true }).last().click()
      await expect
        .poll(() => page.getByRole('status').filter({ hasText: 'групп' }).first().innerText(), { timeout: 30_000 })
        .toBe('20 групп')
      await page.getByText(/Проверяем ссылки\. Проверено 1\d из 20/).waitFor()
      await page.getByRole('button', { name: 'Подробнее' }).click()
      await report(page).getByText('Проверено 19 из 20').waitFor()
      rss.addFeed('https://slow.example/feed', { title: 'Неспешные вести' })
      await report(page).getByText('Добавлено: 7 групп, уже в списке: 1, не подошло: 12 ссылок').waitFor()
      const outcomes = await lines.allInnerTexts()
      expect(outcomes.map((text) => plain(text).split('\n').findLast(Boolean))).toEqual([
        'добавлена',
        'уже в списке',
        'закрытая: её читают только участники',
        'не найдена',
        'добавлена',
        'закрытая: её читают только участники',
        'такие ссылки не поддерживаются',
        'добавлена',
        'закрытая: её читают только участники',
        'не найдена',
        'добавлена',
        'не найдена',
        'добавлена',
        'не найдена',
        'добавлена',
        'не найдена',
        'добавлена',
        'сеть не ответила, попробуйте позже',
        'не поместилась: список полон',
        'такие ссылки не поддерживаются',
      ])
      expect(await lines.nth(0).innerText()).toContain('Подслушано в Твери')
      expect(await lines.nth(12).innerText()).toContain('Анна пишет')
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await report(page).getByRole('button', { name: 'Скопировать не подошедшие' }).click()
      await report(page).getByText('Скопировано').waitFor()
      const copied = (await page.evaluate<string>('navigator.clipboard.readText()')).split('\n')
      expect(copied).toEqual(links.filter((_, at) => ![0, 1, 4, 7, 10, 12, 14, 16].includes(at)))
      await report(page).getByRole('button', { name: 'Понятно' }).click()

      // The list is full: nothing more may be added, and it says so.
      await page.getByText('20 из 20 групп · список полон').waitFor()
      expect(await page.getByRole('button', { name: 'Добавить группы' }).isDisabled()).toBe(true)
      expect(plain(await row(page, 'Подслушано в Твери').innerText())).toContain('ВКонтакте · 48 200 подписчиков')
      await row(page, 'Готовим дома').getByText('YouTube').waitFor()

      // What they wrote before is there; what one of them writes comes as it is written.
      await expect
        .poll(
          async () => {
            await world.settle()
            return (await vera.asks('feed', 'queryFeed', {})).messages.map(({ text }) => text).toSorted()
          },
          { timeout: 30_000 },
        )
        .toEqual(['Где в Твери пьют кофе?', 'Открылась новая кофейня'])
      await page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: 'Лента' }).click()
      await cards(page).filter({ hasText: 'Где в Твери пьют кофе?' }).getByText('Подслушано в Твери').first().waitFor()
      await cards(page).filter({ hasText: 'Открылась новая кофейня' }).waitFor()
      await untilLive(page)
      bluesky.post(anna, 'Доброе утро, Тверь!', { langs: ['ru'] })
      await expect
        .poll(
          async () => {
            await world.settle()
            return news(page).isVisible()
          },
          { timeout: 30_000 },
        )
        .toBe(true)
      await news(page).click()
      await cards(page).filter({ hasText: 'Доброе утро, Тверь!' }).getByText('Анна пишет').first().waitFor()
    },
  )
})

const twentyFive: SampleGroup[] = Array.from({ length: 25 }, (_, n) => ({
  externalId: `group${n + 1}`,
  name: n === 24 ? 'Ёлки и кошки' : `Группа ${n + 1}`,
  network: n % 5 === 0 ? ('telegram' as const) : ('vk' as const),
  followers: n === 3 ? null : (n * 7) % 25,
}))

describe('the list', () => {
  story('is found through, sorted, turned over, and its address tells all of that', async ({ world, open }) => {
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
    await page.waitForURL('**/groups?page=2')
    await expect.poll(async () => (await names(page)).length).toBe(5)
    await page.getByLabel('Групп на странице').selectOption('50')
    await page.waitForURL('**/groups?limit=50')
    await expect.poll(async () => (await names(page)).length).toBe(25)

    await page.getByLabel('Порядок').selectOption({ label: 'по имени, А–Я' })
    await expect.poll(async () => (await names(page)).slice(0, 3)).toEqual(['Группа 1', 'Группа 2', 'Группа 3'])
    await page.getByLabel('Порядок').selectOption({ label: 'больше подписчиков' })
    await expect.poll(async () => (await names(page)).at(-1)).toBe('Группа 4')
    await page.getByLabel('Порядок').selectOption({ label: 'больше сообщений' })
    await expect.poll(async () => (await names(page))[0]).toBe('Группа 7')
    await row(page, 'Группа 7').getByRole('link', { name: '3 сообщения' }).waitFor()

    await page.getByLabel('Поиск по имени').fill('елки')
    await expect.poll(() => names(page)).toEqual(['Ёлки и кошки'])
    await page.getByLabel('Поиск по имени').fill('группа')
    await page.getByLabel('Сеть').selectOption({ label: 'Telegram' })
    await expect
      .poll(async () => (await names(page)).toSorted())
      .toEqual(['Группа 1', 'Группа 11', 'Группа 16', 'Группа 21', 'Группа 6'])
    const other = await open(new URL(page.url()).pathname + new URL(page.url()).search, { as: anna })
    await expect.poll(async () => (await names(other)).length).toBe(5)
    expect(await other.getByLabel('Поиск по имени').inputValue()).toBe('группа')
    await other.getByLabel('Поиск по имени').fill('такой нет')
    await other.getByText('Ничего не нашлось').waitFor()
  })

  story('loses a group and gets it back, is emptied and filled again, and stays on a disk', async ({ world, open }) => {
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

    const download = page.waitForEvent('download')
    await choose(page, 'Скачать список')
    const file = await download
    expect(file.suggestedFilename()).toBe('Группы.txt')
    const saved = await readFile(await file.path(), 'utf8')
    expect(
      saved
        .trim()
        .split('\r\n')
        .map((line) => line.split('\t')[0])
        .toSorted(),
    ).toEqual(['https://vk.com/one', 'https://vk.com/three', 'https://vk.com/two'])

    await choose(page, 'Очистить список')
    await dialog(page, 'Очистить список групп?').getByText('Из списка уйдут 3 группы').waitFor()
    await dialog(page, 'Очистить список групп?').getByRole('button', { name: 'Отмена' }).click()
    await expect.poll(() => names(page)).toHaveLength(3)
    await choose(page, 'Очистить список')
    await dialog(page, 'Очистить список групп?').getByRole('button', { name: 'Очистить' }).click()
    await page.getByText('Список пока пуст').waitFor()
    await page
      .getByRole('status')
      .filter({ hasText: 'Список очищен' })
      .getByRole('button', { name: 'Отменить' })
      .click()
    await expect.poll(() => names(page)).toHaveLength(3)

    // What was downloaded can be pasted as it is: it is all there already.
    await paste(page, saved)
    await dialog(page, 'Добавить группы').getByText('3 ссылки, свободно мест: 2').waitFor()
  })

  story('has a group switched off: nothing of it comes until it is switched on', async ({ world, open }) => {
    const clara = await world.customer('clara', groups(5))
    await listOf(world, clara, [
      { externalId: 'tver', name: 'Тверь' },
      { externalId: 'omsk', name: 'Омск' },
    ])
    const says = async (text: string): Promise<void> => {
      await world.post(text, { group: { externalId: 'tver', name: 'Тверь' } })
      await world.settle()
    }
    await world.settle()
    const feed = await open('/feed', { as: clara })
    const page = await open('/groups', { as: clara })
    await says('первое')
    await expect.poll(() => cards(feed).count()).toBe(1)
    await page
      .locator('label')
      .filter({ has: page.getByRole('switch', { name: 'Слушать: Тверь' }) })
      .click()
    await expect
      .poll(async () => (await clara.asks('groups', 'listGroups', {})).groups.map(({ enabled }) => enabled))
      .toEqual([true, false])
    await world.settle()
    await says('второе')
    await page.reload()
    await row(page, 'Тверь').getByRole('link', { name: '1 сообщение' }).waitFor()
    const back = page.getByRole('switch', { name: 'Слушать: Тверь' })
    expect(await back.isChecked()).toBe(false)
    await back.focus()
    await page.keyboard.press('Space')
    await expect
      .poll(async () => (await clara.asks('groups', 'listGroups', {})).groups.map(({ enabled }) => enabled))
      .toEqual([true, true])
    await world.settle()
    await says('третье')
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
    await page.getByLabel('Категории, проекты и группы', { exact: true }).fill('омс')
    await page.getByRole('option', { name: 'Омск' }).click()
    await expect.poll(() => cards(page).count()).toBe(1)
    await cards(page).getByText('из Омска').waitFor()
    await page.getByRole('button', { name: 'Убрать: Омск' }).click()
    await expect.poll(() => cards(page).count()).toBe(2)

    await page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: 'Группы' }).click()
    await row(page, 'Тверь').getByRole('link', { name: '1 сообщение' }).click()
    await expect.poll(() => cards(page).count()).toBe(1)
    await cards(page).getByText('из Твери').waitFor()
  })

  story('tells of what it can not listen to', async ({ world, open }) => {
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
    expect(await page.getByRole('button', { name: 'Добавить группы' }).isDisabled()).toBe(true)
  })
})

describe('whoever has none', () => {
  story('sees what a list looks like, and the way to one', async ({ world, open }) => {
    await world.looksFor('photographers', 'ищу фотографа')
    await world.receive(
      [1, 2].map((n) =>
        world.message(`Ищу фотографа ${n}`, { group: { externalId: `busy${n}`, name: `Барахолка ${n}` } }),
      ),
    )
    const fedor = await world.customer('fedor', paid('photographers'))
    const page = await open('/groups', { as: fedor })
    await page.getByText('Подписки на группы пока нет').waitFor()
    expect((await page.consoleMessages()).map((message) => message.text())).toContain('Невозможно работать с группами!')
    await page
      .getByRole('region', { name: 'Так выглядит список' })
      .getByRole('listitem')
      .filter({ hasText: 'Барахолка 1' })
      .getByText('Демо')
      .waitFor()
    expect(await page.getByRole('switch').count()).toBe(0)
    await page.getByRole('link', { name: 'Посмотреть тарифы' }).click()
    await page
      .getByRole('radiogroup', { name: 'Что слушать' })
      .getByLabel(/Группы/)
      .and(page.locator(':checked'))
      .waitFor()

    const gleb = await world.customer('gleb', groups(3))
    const his = await open('/groups', { as: gleb })
    await his.getByText('Список пока пуст').waitFor()
    await his.getByRole('region', { name: 'Так выглядит список' }).waitFor()
    await his.getByText('0 из 3 групп · свободно 3').waitFor()
    await paste(his, 'vk.com/busy1')
    await add(his).click()
    await report(his).getByText('Проверено 0 из 1').waitFor()
    await lookUpLinks(world, { 'vk.com/busy1': { externalId: 'busy1', name: 'Барахолка 1' } })
    await report(his).getByText('Добавлено: 1 группа').waitFor()
    await his.keyboard.press('Escape')
    await report(his).waitFor({ state: 'detached' })
    await expect.poll(() => names(his)).toEqual(['Барахолка 1'])
    expect(await his.getByRole('region', { name: 'Так выглядит список' }).count()).toBe(0)

    const guest = await open('/groups')
    await guest.getByRole('dialog', { name: 'Вход' }).waitFor()
    expect(await guest.locator('h1').allTextContents()).toEqual(['Войдите, чтобы продолжить'])
  })

  story('any longer is told that nobody listens', async ({ world, open }) => {
    const inna = await world.customer('inna', groups(5))
    await pasteGroups(world, inna, 'https://vk.com/one', 'https://vk.com/two')
    const [startsAt, expiresAt] = [2, 1].map((days) => new Date(world.clock.now().getTime() - days * DAY))
    await world.db.updateTable('subscriptions').set({ startsAt, expiresAt }).where('userId', '=', inna.userId).execute()
    const page = await open('/groups', { as: inna })
    await page.getByText('Подписка на группы не действует: список сохранён').waitFor()
    await expect.poll(() => names(page)).toHaveLength(2)
    expect(await page.getByRole('button', { name: 'Добавить группы' }).isDisabled()).toBe(true)
    await page.getByRole('link', { name: 'Продлить' }).click()
    await page.waitForURL('**/order**')
  })
})

story(
  'what is done with the list in one tab is seen in another, where nothing typed is lost',
  async ({ world, open }) => {
    const maya = await world.customer('maya', groups(20))
    await listOf(
      world,
      maya,
      ['Утро', 'Полдень', 'Вечер'].map((name, at) => ({ externalId: `two-tabs-${at}`, name })),
    )
    const page = await open('/groups', { as: maya })
    await expect.poll(() => names(page)).toEqual(['Вечер', 'Полдень', 'Утро'])
    const other = await page.context().newPage()
    await other.goto('/groups')
    const search = other.getByRole('searchbox', { name: 'Поиск по имени' })
    await search.fill('е')
    await expect.poll(() => names(other)).toEqual(['Вечер', 'Полдень'])
    await other.getByRole('button', { name: 'Добавить группы' }).click()
    await linksOf(other).fill('vk.com/half_writ')
    const listened = (name: string) => row(other, name).getByRole('switch', { includeHidden: true }).isChecked()

    await row(page, 'Вечер').getByRole('switch').click({ force: true })
    await expect.poll(() => listened('Вечер')).toBe(false)
    await row(page, 'Вечер').getByRole('switch').click({ force: true })
    await expect.poll(() => listened('Вечер')).toBe(true)
    const seen = () => other.getByRole('switch', { includeHidden: true }).count()
    await row(page, 'Полдень').getByRole('button', { name: 'Убрать из списка: Полдень' }).click()
    await expect.poll(seen).toBe(1)
    await dialog(other, 'Добавить группы').getByText('1 ссылка, свободно мест: 18').waitFor()
    await page.getByRole('button', { name: 'Отменить' }).click()
    await expect.poll(seen).toBe(2)
    await choose(page, 'Очистить список')
    await dialog(page, 'Очистить список групп?').getByRole('button', { name: 'Очистить' }).click()
    await dialog(other, 'Добавить группы').getByText('1 ссылка, свободно мест: 20').waitFor()
    await expect.poll(seen).toBe(0)
    expect(await linksOf(other).inputValue()).toBe('vk.com/half_writ')
    await other.keyboard.press('Escape')
    expect(await search.inputValue()).toBe('е')
  },
)

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
  await choose(page, 'Купить больше мест')
  const buying = dialog(page, 'Купить больше мест для групп')
  await buying.getByRole('textbox', { name: 'Сколько групп добавить' }).fill('10')
  await buying.getByText('10 групп до конца подписки').waitFor()
  await buying.getByRole('button', { name: 'Оплатить' }).click()
  await dialog(page, 'Тестовая оплата').getByRole('button', { name: 'Оплатить' }).click()
  await page.getByText('Оплата прошла, групп стало больше').waitFor()
  await page.getByText('0 из 30 групп · свободно 30').waitFor()
})

describe('on every screen', () => {
  story('the list of groups and its dialogs are seen whole', async ({ world, open }) => {
    const nick = 'lena-looks'
    const lena = await world.customer(nick, groups(60))
    const long = `${'ОченьДлинноеИмя'.repeat(6)} и ещё несколько слов`
    await listOf(world, lena, [...twentyFive, { externalId: `long-${nick}`, name: long, followers: 1_234_567 }])
    const page = await open('/groups', { ...phoneScreen, as: lena })
    await expect.poll(async () => (await names(page)).length).toBe(20)
    await checkLandmarks(page, 'Группы')
    await checkLooks(page)
    await paste(page, Array.from({ length: 40 }, (_, n) => `https://vk.com/one_more_group_${n}`).join('\n'))
    await dialog(page, 'Добавить группы').getByText('Можно добавить не больше 34 групп').waitFor()
    await checkLooks(page)
    const links = Array.from({ length: 12 }, (_, n) => `https://vk.com/looks_${n}${n === 4 ? 'a'.repeat(120) : ''}`)
    await linksOf(page).fill([...links, links[0]].join('\n'))
    await add(page).click()
    await report(page).getByText('Проверено 0 из 12').waitFor()
    await checkLooks(page)
    const statuses = ['not_found', 'private', 'unsupported', 'error'] as const
    await lookUpLinks(world, Object.fromEntries(statuses.map((status, at) => [links[at] ?? '', { status }])))
    await report(page)
      .getByText(/^Добавлено/)
      .waitFor()
    await checkLooks(page)
    await report(page).getByRole('button', { name: 'Понятно' }).click()
    await choose(page, 'Очистить список')
    await dialog(page, 'Очистить список групп?').getByText('Из списка уйдут').waitFor()
    await checkLooks(page)
    await dialog(page, 'Очистить список групп?').getByRole('button', { name: 'Очистить' }).click()
    await page.getByText('Список пока пуст').waitFor()
    await checkLooks(page)
    await choose(page, 'Купить больше мест')
    await dialog(page, 'Купить больше мест для групп')
      .getByRole('textbox', { name: 'Сколько групп добавить' })
      .waitFor()
    await checkLooks(page)
  })
})
