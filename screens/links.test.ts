/** Someone pastes links of groups, channels and sites of all networks, and reads what these write. */
import { describe, expect } from 'vitest'
import { listOf } from '../server/features/watching/groups/groups.samples.ts'
import { groups } from '../server/testing/test-world.ts'
import { cards, news, story, untilLive } from './story.ts'
import { add, dialog, linksOf, paste, report, row } from './groups-page.ts'
import { openWorlds } from './worlds.ts'

const plain = (text: string): string => text.replaceAll('\u00A0', ' ')

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
      await expect.poll(() => add(page).isDisabled()).toBe(true)
      await linksOf(page).fill(`${links.slice(0, 7).join(', ')}\n${links.slice(7).join('  ')}`)
      await dialog(page, 'Добавить группы').getByText('20 ссылок, свободно мест: 20').waitFor()
      await add(page).click()

      const lines = report(page).getByRole('list', { name: 'Ссылки' }).getByRole('listitem')
      await expect.poll(() => lines.count()).toBe(20)
      await report(page).getByText('Проверено 1 из 20').waitFor()
      for (const [at, link, outcome] of [
        [1, 'm.vk.com/tver_heard/', 'уже в списке'],
        [0, 'https://vk.com/tver_heard', 'проверяем'],
      ] as const) {
        await lines.nth(at).getByText(link, { exact: true }).waitFor()
        await lines.nth(at).getByText(outcome, { exact: true }).waitFor()
      }
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
      const expected = [
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
      ]
      expect(outcomes.map((text, at) => plain(text).slice(-(expected[at] ?? '').length))).toEqual(expected)
      await expect.poll(() => lines.nth(0).innerText()).toContain('Подслушано в Твери')
      await expect.poll(() => lines.nth(12).innerText()).toContain('Анна пишет')
      // The button says so for a second.
      await Promise.all([
        report(page).getByText('Скопировано').glimpse(),
        report(page).getByRole('button', { name: 'Скопировать неподошедшие' }).click(),
      ])
      const copied = (await navigator.clipboard.readText()).split('\n')
      expect(copied).toEqual(links.filter((_, at) => ![0, 1, 4, 7, 10, 12, 14, 16].includes(at)))
      await report(page).getByRole('button', { name: 'Понятно' }).click()

      // The list is full: nothing more may be added, and it says so.
      await page.getByText('20 из 20 групп · список полон').waitFor()
      await expect.poll(() => page.getByRole('button', { name: 'Добавить группы' }).isDisabled()).toBe(true)
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
