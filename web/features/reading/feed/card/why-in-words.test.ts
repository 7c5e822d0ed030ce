import { describe, expect, it } from 'vitest'
import { sampleMessage } from './message.samples.ts'
import { fittedWords, whyInShort } from './why-in-words.ts'

const group = { id: 1, name: 'Мамы Омска', avatar: null, url: null, city: null, followers: null }
const text = 'Посоветуйте, пожалуйста, хорошего фотографа'
const spans: [number, number][] = [
  [0, 11],
  [34, 43],
]

describe('why a message is here, in short', () => {
  it('is explained for a category by the words that fitted, however short its query is', () => {
    const why = whyInShort(sampleMessage({ text, spans, keyword: '("ищу" | "посоветуйте") & фотограф*' }))
    expect(why).toBe('«Посоветуйте», «фотографа»')
  })

  it('is explained for a project by the words too, and by a query of plain words where no place is known', () => {
    const project = { productType: 'project' as const, text: 'Сбер открыл', spans: [[0, 4]] as [number, number][] }
    expect(whyInShort(sampleMessage({ ...project, keyword: 'сбер* !банк' }))).toBe('«Сбер»')
    expect(whyInShort(sampleMessage({ ...project, spans: [], keyword: 'Сбер Маркет' }))).toBe('«Сбер Маркет»')
    expect(whyInShort(sampleMessage({ ...project, spans: [], keyword: 'сбер* !банк' }))).toBe(
      'подходил прежний текст, его изменили',
    )
  })

  it('names the group of a message of groups, or says nothing', () => {
    const ofGroup = { productType: 'group' as const, keyword: null, spans: [] }
    expect(whyInShort(sampleMessage({ ...ofGroup, group }))).toBe('сообщение группы «Мамы Омска»')
    expect(whyInShort(sampleMessage({ ...ofGroup, group: null }))).toBeNull()
  })

  it('says of an edited text that the former one fitted', () => {
    expect(whyInShort(sampleMessage({ keyword: null, spans: [] }))).toBe('подходил прежний текст, его изменили')
  })
})

describe('the words that fitted', () => {
  it('are one where they stand side by side, and each is named once', () => {
    const text = 'Ищу  фотографа, очень ищу фотографа'
    expect(
      fittedWords(text, [
        [0, 3],
        [5, 14],
        [22, 25],
        [26, 35],
      ]),
    ).toEqual(['Ищу фотографа'])
  })

  it('are none where nothing but space is marked', () => {
    expect(fittedWords('Ищу   ', [[3, 6]])).toEqual([])
  })
})
