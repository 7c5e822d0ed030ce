import { describe, expect, test } from 'vitest'
import { problemsOf } from '../../../../engine/data/data.samples.ts'
import { circles, readPeopleTexts, readPlaceTexts, readTalk, readTrades } from './read-texts.ts'
import { madeUpTexts } from './texts.ts'

const talk = {
  chatter: 'В {locative} {дождь|снег, {1..9}°}',
  replies: 'Написал{a}\n{Апну|Ап}',
  spam: '{town}: {5..15} тыс.',
  vacancies: 'Ищем повара',
  'offer tails': '{offer} {town}',
}
const written = (sections: Record<string, string>, given: Record<string, string> = {}) => ({
  name: 'texts/talk.txt',
  text: Object.entries({ ...sections, ...given })
    .map(([name, lines]) => `[${name}]\n${lines}\n`)
    .join(''),
})

describe('templates', () => {
  test('are read by their sections', () => {
    expect(readTalk(written(talk)).replies).toEqual(['Написал{a}', '{Апну|Ап}'])
  })

  test('are refused with file and line of every mistake', () => {
    const wrong = {
      chatter: 'В {location} {дождь|снег, {1..9}°}',
      replies: 'Ап\nАп',
      spam: '{town: 5 тыс.',
      vacancies: '{offer}',
    }
    expect(problemsOf(() => readTalk(written(talk, { ...wrong, more: 'Ого' })))).toEqual([
      'texts/talk.txt:2: {location} is nothing this section takes',
      'texts/talk.txt:5: "Ап" stands at texts/talk.txt:4 already',
      'texts/talk.txt:7: a brace without its other: {town: 5 тыс.',
      'texts/talk.txt:9: {offer} is nothing this section takes',
      'texts/talk.txt:12: unknown section "more"',
    ])
  })
})

describe('people and places', () => {
  test('are read by their sections', () => {
    const people = { women: 'Анна\nВера', men: 'Иван', surnames: 'Озеров' }
    expect(readPeopleTexts(written(people))).toEqual({ women: ['Анна', 'Вера'], men: ['Иван'], surnames: ['Озеров'] })
    const groups = Object.fromEntries(circles.map((circle) => [`groups ${circle}`, `${circle} {town}`]))
    const places = readPlaceTexts(written({ towns: 'Тверь, Твери, Твери', blocks: 'Речной', ...groups }))
    expect(places.towns).toEqual([{ name: 'Тверь', locative: 'Твери', genitive: 'Твери' }])
    expect(places.blocks).toEqual(['Речной'])
    expect(places.groups.pets).toEqual(['pets {town}'])
    expect(problemsOf(() => readPlaceTexts(written({ towns: 'Тверь, Твери', blocks: 'Речной', ...groups })))).toEqual([
      'texts/talk.txt:2: not written as "Тверь, Твери, Твери": Тверь, Твери',
    ])
  })
})

describe('trades', () => {
  const bakers =
    '[bakers]\nseek: m пекаря\nneed: m пекарь\ntodo: испечь хлеб\nmore: На девять гостей.\noffer: Пеку в {locative}!'
  const read = (...texts: string[]) => readTrades(texts.map((text, at) => ({ name: `texts/${at}.txt`, text })))

  test('are read in the order of the files', () => {
    expect(
      read(bakers, bakers.replace('[bakers]', '[millers]').replace('seek: m пекаря', '$&\nseek: f мельничиху')),
    ).toEqual([
      {
        slug: 'bakers',
        seek: [{ gender: 'm', text: 'пекаря' }],
        need: [{ gender: 'm', text: 'пекарь' }],
        todo: ['испечь хлеб'],
        more: ['На девять гостей.'],
        offers: ['Пеку в {locative}!'],
      },
      expect.objectContaining({
        slug: 'millers',
        seek: [
          { gender: 'm', text: 'пекаря' },
          { gender: 'f', text: 'мельничиху' },
        ],
      }),
    ])
  })

  test('are refused with file and line of every mistake', () => {
    const wrong =
      '[bakers]\nseek: пекаря\nneed: x пекарь\ntodo: испечь {todo}\ntodo: испечь {todo}\nprice: 5\noffer Пеку!'
    expect(problemsOf(() => read(`Хлеб\n${bakers}`, wrong))).toEqual([
      'texts/0.txt:1: stands before the first [trade]: Хлеб',
      'texts/1.txt:1: "bakers" stands at texts/0.txt:2 already',
      'texts/1.txt:1: no "more"',
      'texts/1.txt:1: no "offer"',
      'texts/1.txt:2: a phrase without its gender: пекаря',
      'texts/1.txt:3: a phrase without its gender: x пекарь',
      'texts/1.txt:4: no braces here: испечь {todo}',
      'texts/1.txt:5: "todo: испечь {todo}" stands at texts/1.txt:4 already',
      'texts/1.txt:5: no braces here: испечь {todo}',
      'texts/1.txt:6: unknown here: "price"',
      'texts/1.txt:7: not written as "key: value": offer Пеку!',
    ])
  })
})

test('all texts are shipped without a mistake, and read once', () => {
  const { trades, requests, people } = madeUpTexts()
  expect(trades.length).toBeGreaterThanOrEqual(40)
  expect(requests.greetings.length).toBeGreaterThan(0)
  expect(people.surnames.length).toBeGreaterThan(40)
  expect(madeUpTexts()).toBe(madeUpTexts())
})
