/** Someone collects groups, channels and sites by their links, and reads what they write; what needs no browser is told in `screens/groups.test.ts`. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect } from 'vitest'
import { lookUpLinks, type SampleGroup } from '../server/features/watching/groups/groups.samples.ts'
import type { TestUser } from '../server/testing/test-user.ts'
import { groups, type TestWorld } from '../server/testing/test-world.ts'
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
  await world.forgetMessages()
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
