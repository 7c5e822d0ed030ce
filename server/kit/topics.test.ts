import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../tools/project-root.ts'
import { sha256 } from './shipped-model.ts'
import { loadCertaintyOf, readTopicManifest, readTopicModel, topicModelFolder } from './topics.ts'

test('the shipped model was trained with the labels that lie here', async () => {
  const { trained } = await readTopicManifest()
  for (const [path, sum] of Object.entries(trained.labels))
    expect(
      sha256(await readFile(join(projectRoot, path))),
      `${path} has changed since the model of topics was trained: npm run train:topics (needs ../shared/data)`,
    ).toBe(sum)
})

test('weights that were not trained are refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'topics-'))
  try {
    await cp(topicModelFolder, folder, { recursive: true })
    const path = join(folder, 'weights.bin')
    const bytes = await readFile(path)
    bytes[bytes.length >> 1]! ^= 1
    await writeFile(path, bytes)
    await expect(readTopicModel(folder)).rejects.toThrow(
      /weights\.bin is not the model of topics.*npm run train:topics/,
    )
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('who asks is told from who offers and who tells', async () => {
  const certaintyOf = await loadCertaintyOf()
  const asks = (text: string, topic: string): boolean => {
    const start = text.indexOf(topic)
    return certaintyOf({ text, spans: [[start, start + topic.length]], framed: false }) >= 0
  }
  expect(asks('Кто может посоветовать хорошего печника?', 'печника')).toBe(true)
  expect(asks('Печник с опытом, кладу печи и камины', 'Печник')).toBe(false)
  expect(asks('Вчера приходил печник, дым как был, так и есть', 'печник')).toBe(false)
})
