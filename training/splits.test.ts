import { describe, expect, test } from 'vitest'
import { readLabelFiles } from './label-files.ts'
import { relevanceDataThere } from './read-data-file.ts'
import { measuredSets, readRelevanceData } from './relevance-data.ts'
import { checkApart, findShared, heldOutSources, textKey } from './splits.ts'

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

describe.skipIf(!relevanceDataThere())('the examples beside the real messages (../shared/data)', () => {
  test('hold no text that the shipped model is measured on, and all that it is not', () => {
    const data = readRelevanceData()
    const trained = [...data.examples, ...data.presumed]
    const sets = measuredSets(data)
    expect(findShared(trained, sets)).toEqual([])
    for (const source of heldOutSources)
      expect(data.wild.filter((each) => each.source === source).length, source).toBeGreaterThan(5000)
    const planted = { ...sets, spamDev: [...sets.spamDev!, { text: trained[0]!.text }] }
    expect(() => checkApart('the shipped model', trained, planted)).toThrow('spamDev: 1')
  })
})
