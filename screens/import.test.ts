/** Real messages, as files hold them, and what of them is read in the feed. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { expect } from 'vitest'
import { paid, type TestWorld } from '../server/testing/test-world.ts'
import { runSource } from '../server/stream/pipeline.ts'
import { openFileImport } from '../server/stream/receive/files/file-import.ts'
import { cards, story } from './story.ts'

const line = (id: string, network: string, text: string, more: object = {}): string =>
  JSON.stringify({
    id,
    network,
    kind: 'comment',
    createdAt: '2023-04-07T05:54:43Z',
    authorId: 'u_63507eb974',
    groupId: 'tg:qa_load',
    text,
    source: 'made',
    ...more,
  })

/** As exports of networks are: mostly talk, some of it broken, some of it sought. */
const file = [
  line('made-1', 'telegram', 'тогда скопируйте сюда текст ответа'),
  line(
    'made-2',
    'telegram',
    'Добрый день! Посоветуйте, пожалуйста, хорошего фотографа на выпускной\n\nбюджет небольшой',
  ),
  line('made-3', 'vk', 'Фотограф, портфолио в профиле, скидки до конца месяца', { kind: 'post' }),
  '{"id": "made-4", "network": "telegram", "kind": "com',
  line('made-5', 'vk', 'Соседи, посоветуйте ветеринара, кот захромал', {
    kind: 'post',
    createdAt: null,
    authorId: null,
    groupId: 'vk:42',
  }),
  line('made-6', 'mixed', 'xD', { authorId: null, groupId: null }),
  line(
    'made-2',
    'telegram',
    'Добрый день! Посоветуйте, пожалуйста, хорошего фотографа на выпускной\n\nбюджет небольшой',
  ),
].join('\n')

const stored = story
  .extend('seeded', { scope: 'file' }, () => true)
  .extend('path', async ({}, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'echolot-import-'))
    onCleanup(() => rm(folder, { recursive: true }))
    const path = join(folder, 'messages.ndjson.zst')
    await writeFile(path, zstdCompressSync(file))
    return path
  })

async function importFile(world: TestWorld, path: string): Promise<{ refused: number; stored: number }> {
  const { source, mistakes } = await openFileImport(path, { again: true })
  let stored = 0
  const context = { ...world, standingQueries: await world.standingQueries() }
  await runSource(context, source, new AbortController().signal, ({ messages }) => void (stored += messages))
  await world.settle()
  return { refused: mistakes.length, stored }
}

stored(
  'an imported file is read in the feed, and importing it again changes nothing',
  async ({ world, open, path }) => {
    const anna = await world.customer('anna', paid('photographers'), paid('vets'))
    expect(await importFile(world, path)).toEqual({ refused: 1, stored: 5 })

    // Narrow enough for whole cards.
    const page = await open('/feed', { as: anna, width: 1_100 })
    await page.getByText('2 сообщения', { exact: true }).waitFor()
    await expect.poll(() => cards(page).count()).toBe(2)
    const photographer = cards(page).filter({ hasText: 'выпускной' })
    for (const words of ['Фотографы', 'Telegram', 'u_63507eb974', 'tg:qa_load', 'комментарий', '7 апреля 2023 г.']) {
      await photographer.getByText(words, { exact: true }).waitFor()
    }
    expect((await photographer.locator('mark').allTextContents()).join(' ').toLowerCase()).toMatch(
      /посоветуйте.*фотографа/,
    )
    const vet = cards(page).filter({ hasText: 'кот захромал' })
    for (const words of ['Ветеринары', 'ВКонтакте', 'vk:42']) await vet.getByText(words, { exact: true }).waitFor()
    await expect.poll(() => cards(page).getByText('Демо').count()).toBe(0)
    const before = await cards(page).allTextContents()

    expect(await importFile(world, path)).toMatchObject({ stored: 0 })
    await page.reload()
    await page.getByText('2 сообщения', { exact: true }).waitFor()
    await expect.poll(() => cards(page).allTextContents()).toEqual(before)
    await expect.poll(() => page.title()).toBe('Лента — Эхолот')
  },
)
