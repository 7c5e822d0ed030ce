import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../tools/project-root.ts'
import { readExampleFiles } from './example-files.ts'
import { plainExamples } from './examples.ts'
import { readLabelFiles } from './label-files.ts'
import { relevanceDataThere } from './read-data-file.ts'
import { checkApart, countShared, findShared, heldOutSources, textKey } from './splits.ts'

describe('what is trained on and what is measured on', () => {
  const trained = [{ text: 'Ищу мастера, срочно!' }, { text: '👍' }]

  test('share a text when its letters are the same, however it is written', () => {
    expect(findShared(trained, { dev: [{ text: 'ищу  МАСТЕРА срочно' }] })).toEqual([
      { set: 'dev', key: textKey('ищу мастера срочно') },
    ])
    expect(findShared([{ text: 'всё ещё ищу' }], { dev: [{ text: 'все еще ищу' }] })).toHaveLength(1)
  })

  test('share none when words differ, or when there are none', () => {
    expect(findShared(trained, { dev: [{ text: 'Ищу мастера' }, { text: '❤️' }] })).toEqual([])
  })

  test('are counted text by text where they are admittedly the same', () => {
    const measured = {
      dev: [{ text: 'ищу мастера' }, { text: 'ищу мастера, срочно' }, { text: 'Ищу мастера.' }, { text: '❤️' }],
      other: [],
    }
    expect(countShared(trained, measured)).toEqual({ dev: { trained: 1, of: 2 }, other: { trained: 0, of: 0 } })
  })

  test('must be apart: the set, the number of texts and their keys are named', () => {
    expect(() => checkApart('the model', trained, { other: [{ text: 'кот' }] })).not.toThrow()
    expect(() =>
      checkApart('the model', trained, { dev: [{ text: 'ищу мастера срочно' }], other: [{ text: 'кот' }] }),
    ).toThrow(`the model was trained on texts that it is measured on. dev: 1 (${textKey('Ищу мастера, срочно!')})`)
  })

  test('no label of a source that is held out lies among those that are trained on', () => {
    const { asks, heldOutAsks } = readLabelFiles()
    expect([...asks.keys()].filter((id) => heldOutSources.some((source) => id.startsWith(`${source}-`)))).toEqual([])
    expect(heldOutAsks.size).toBeGreaterThan(200)
  })
})

describe.skipIf(!relevanceDataThere())('npm run bench:relevance (../shared/data; skipped where absent)', () => {
  test('ends with an error that names the text which is on both sides, and no other', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'apart-'))
    try {
      const planted = join(folder, 'planted.ndjson')
      const { text } = plainExamples(readExampleFiles())[0]!
      const lines = [text.toUpperCase(), 'этого никто никогда не писал 7291'].map((each) => ({
        text: each,
        intent: true,
      }))
      await writeFile(planted, lines.map((line) => JSON.stringify(line)).join('\n'))
      const bench = join(projectRoot, 'bench/relevance.ts')
      const ended = await promisify(execFile)(process.execPath, [bench, '--check', '--also', planted]).then(
        () => ({ code: 0, stderr: '' }),
        (error: { code: number; stderr: string }) => error,
      )
      expect(ended.stderr).toContain(
        `The shipped model was trained on texts that it is measured on. ${planted}: 1 (${textKey(text)})`,
      )
      expect(ended.code).toBe(1)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
