import { describe, expect, test } from 'vitest'
import { problemsOf } from '../../../../engine/data/data.samples.ts'
import { loadSeededCategories } from './categories.seed.ts'
import { readLeadFrames, type LeadFrames } from './lead-queries.ts'
import { readCategorySeeds } from './read-category-seeds.ts'

const names =
  'asking,asking who,seeking,needing masculine,needing feminine,needing neuter,needing plural,needing somebody,' +
  'existing,telling,addressing,wishing,occupied,helping,question,wanting,anybody,telling of people,half question,' +
  'plea,not asking,job'
/** Every frame is called by its name. */
const framesText = names
  .split(',')
  .map((name) => `[${name}]\n${name} a\n${name} b`)
  .join('\n')
const framesOf = (text: string): LeadFrames => readLeadFrames({ name: 'seeds/frames.txt', text })
const read = (...texts: string[]) =>
  readCategorySeeds(
    texts.map((text, at) => ({ name: `seeds/${at}.txt`, text })),
    framesOf(framesText),
  )

const about = 'name: Хлеб\nicon: bread\nfree: yes\ndescription: Люди ищут пекаря: хлеб.'

describe('frames', () => {
  test('are read by their names', () => {
    expect(framesOf(framesText).plea).toBe('plea a, plea b')
  })

  test('are refused with file and line of every mistake', () => {
    const text = framesText
      .replace('[plea]', '[please]')
      .replace('seeking b', 'seeking a\n"ищу", ищем')
      .replace('job b', '(вахта')
    expect(problemsOf(() => framesOf(text))).toEqual([
      'seeds/frames.txt: no frame "plea"',
      'seeds/frames.txt:9: "seeking a" stands at seeds/frames.txt:8 already',
      'seeds/frames.txt:10: one phrase a line, as it is said: "ищу", ищем',
      'seeds/frames.txt:59: unknown frame "please"',
      'seeds/frames.txt:67: Скобка не закрыта.',
    ])
  })
})

describe('category seeds', () => {
  test('are read in the order of the files, with the queries their wants make', () => {
    const bakers = `bread: хлеб, батон\n[bakers]\n${about}\nwithout: пекарь Иван\n\nwho: пекарь\nwhom: пекаря,\n  пекарей\nabout: {bread}, багет\n\nquery: хлеб /3 батон`
    const [first, second, ...others] = read(
      bakers,
      `[millers]\n${about.replace('Хлеб', 'Мука').replace('yes', 'no')}\ntodo: смолоть\nwhat: зерно\nservice: помол`,
    )
    expect(others).toEqual([])
    expect(first).toMatchObject({
      slug: 'bakers',
      name: 'Хлеб',
      icon: 'bread',
      free: true,
      description: 'Люди ищут пекаря: хлеб.',
    })
    expect(first?.queries).toContain('("asking a" | "asking b") /6 ("пекаря" | "пекарей") /7 (хлеб | батон | багет)')
    expect(first?.queries.at(-1)).toBe('хлеб /3 батон')
    expect(first?.excluded).toEqual(['"not asking a"', '"not asking b"', '"пекарь Иван"', 'job a', 'job b'])
    expect(second).toMatchObject({ slug: 'millers', free: false })
    expect(second?.queries).toContain('("question a" | "question b") /6 ("смолоть") /4 (зерно)')
    expect(second?.queries).toContain('("needing masculine a" | "needing masculine b") /5 ("помол")')
  })

  test('do without the signs of a job where people are hired', () => {
    const [bakers] = read(`[bakers]\n${about}\nhires: yes\nquery: хлеб`)
    expect(bakers?.excluded).not.toContain('job a')
    expect(bakers?.excluded).toContain('"not asking b"')
  })

  test('are refused with file and line of every mistake', () => {
    const text = [
      'bread: хлеб',
      'bread: батон',
      '[Пекари]',
      'name: Хлеб',
      'icon: bread',
      'free: да',
      'colour: red',
      'about: хлеб',
      'who: пекарь',
      'amid: {cake}',
      'todo: испечь',
      'whom: пекаря',
      'what: торт',
      'what: пирог',
      '[bakers]',
      'name: Хлеб',
      'icon bread',
      'free: no',
      'description: Хлеб',
      '[millers]',
      'name: Мука',
      'icon: mill',
      'free: no',
      'description: Мука',
      'hires: sometimes',
      'who: мельник',
      'whom: кто',
      'about: мука, кому',
      'without: продам',
    ]
    expect(problemsOf(() => read(text.join('\n')))).toEqual([
      'seeds/0.txt:2: "bread" stands at seeds/0.txt:1 already',
      'seeds/0.txt:3: no "description"',
      'seeds/0.txt:3: a slug is small letters, digits and hyphens: Пекари',
      'seeds/0.txt:6: free is yes or no, not "да"',
      'seeds/0.txt:7: unknown here: "colour"',
      'seeds/0.txt:8: unknown here: "about"',
      'seeds/0.txt:9: no "whom"',
      'seeds/0.txt:10: there is no list "cake" in this file',
      'seeds/0.txt:12: unknown here: "whom"',
      'seeds/0.txt:14: "what" again',
      'seeds/0.txt:15: no "icon"',
      'seeds/0.txt:15: "bakers" looks for nothing',
      'seeds/0.txt:15: "Хлеб" stands at seeds/0.txt:3 already',
      'seeds/0.txt:17: not written as "key: value": icon bread',
      'seeds/0.txt:25: hires is yes or no, not "sometimes"',
      'seeds/0.txt:28: "кому" without quotes fits all its forms and names nothing',
    ])
  })

  test('are shipped without a mistake, and read once', () => {
    expect(loadSeededCategories().length).toBeGreaterThanOrEqual(40)
    expect(loadSeededCategories()).toBe(loadSeededCategories())
  })
})
