import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../tools/project-root.ts'
import type { Likelihoods } from '../../engine/topics/topic-classifier.ts'
import { sha256 } from './shipped-model.ts'
import { loadTopicJudges, readTopicManifest, readTopicModels, topicModelFolder } from './topics.ts'

test('the shipped model was trained with the labels that lie here', async () => {
  const { trained } = await readTopicManifest()
  for (const [path, sum] of Object.entries(trained.labels))
    expect(
      sha256(await readFile(join(projectRoot, path))),
      `${path} has changed since the model of topics was trained: npm run train:topics (needs ../shared/data)`,
    ).toBe(sum)
})

test.each(['weights', 'classifier'])('%s that were not trained are refused', async (part) => {
  const folder = await mkdtemp(join(tmpdir(), 'topics-'))
  try {
    await cp(topicModelFolder, folder, { recursive: true })
    const path = join(folder, `${part}.bin`)
    const bytes = await readFile(path)
    bytes[bytes.length >> 1]! ^= 1
    await writeFile(path, bytes)
    await expect(readTopicModels(folder)).rejects.toThrow(
      new RegExp(`${part}\\.bin is not the model of topics.*npm run train:topics`),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('who asks is told from who offers and who tells', async () => {
  const { certaintyOf } = await loadTopicJudges()
  const asks = (text: string, topic: string): boolean => {
    const start = text.indexOf(topic)
    return certaintyOf({ text, spans: [[start, start + topic.length]], framed: false }) >= 0
  }
  expect(asks('Кто может посоветовать хорошего печника?', 'печника')).toBe(true)
  expect(asks('Печник с опытом, кладу печи и камины', 'Печник')).toBe(false)
  expect(asks('Вчера приходил печник, дым как был, так и есть', 'печник')).toBe(false)
})

test('of what a message names it is told what it asks for, and that it asks for nothing', async () => {
  const { classify } = await loadTopicJudges()
  const wardrobe = classify('Скрипит дверца шкафа-купе, сделать новую на заказ', ['doors', 'furniture'])
  expect(wardrobe.of.get('furniture')).toBeGreaterThan(wardrobe.of.get('doors')!)
  const asks = ({ of, none }: Likelihoods): boolean => of.get('house-building')! > none
  expect(asks(classify('Кто может посоветовать хорошего печника?', ['house-building']))).toBe(true)
  expect(asks(classify('Вчера приходил печник, дым как был, так и есть', ['house-building']))).toBe(false)
})
