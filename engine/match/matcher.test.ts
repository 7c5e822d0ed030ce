import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLanguage } from '../language/language.ts'
import { tokenise } from '../language/tokenise.ts'
import type { Writing } from '../language/writings.ts'
import { oracleSpans, queryFits, standingQueryFits } from '../queries/fits.oracle.ts'
import { parseQuery } from '../queries/parse.ts'
import { DEFAULT_GAP } from '../queries/query.ts'
import type { Atom, Query, Slot, StandingQuery } from '../queries/query.ts'
import type { Match, Matcher } from './matcher.ts'
import { createMatcher, MOST_SPANS } from './matcher.ts'
import { lawRuns } from '../../tools/law-runs.ts'

/** A small language with what makes matching hard: several forms of a word, several words of a form. */
const WORDS: Record<string, string[]> = {
  кот: ['кот'],
  кота: ['кот'],
  коты: ['кот', 'котый'],
  стекло: ['стекло', 'стечь'],
  стекла: ['стекло', 'стечь'],
  стек: ['стек', 'стечь'],
  мастер: ['мастер'],
  мастера: ['мастер', 'мастера'],
  дома: ['дом', 'дома'],
  дом: ['дом'],
  ищу: ['искать'],
  ищет: ['искать'],
}
/** What is written for a word, and for words side by side: rows, one word, what begins so. */
const WRITINGS: Record<string, Writing[]> = {
  'онлайн-дом': [{ kind: 'row', forms: ['онлайн', 'дом'] }],
  мастерская: [
    { kind: 'row', forms: ['дом', 'мастера'] },
    { kind: 'prefix', stem: 'масте' },
  ],
  котлета: [{ kind: 'row', forms: ['стекла', 'кот', 'коты'] }],
  'онлайн дом': [{ kind: 'row', forms: ['онлайн-дом'] }],
  'дом кот': [
    { kind: 'prefix', stem: 'котл' },
    { kind: 'row', forms: ['12', 'стекло'] },
  ],
  'ищу кот дома': [{ kind: 'row', forms: ['#кот'] }],
}
const language = createLanguage({
  lemmas: (form) => WORDS[form] ?? [form],
  writings: (forms) => WRITINGS[forms.join(' ')] ?? [],
  aspects: (form) => (form === 'ищу' ? ['мастерская'] : []),
})
const FORMS = [...Object.keys(WORDS), 'мастерская', 'котлета', 'онлайн-дом', 'онлайн', '#кот', 'c++', '12', '👍']

const query = (text: string): Query => {
  const parsed = parseQuery(text)
  if (!parsed.ok) throw new Error(`${text}: ${parsed.mistakes.map((mistake) => mistake.message).join(' ')}`)
  return parsed.query
}
const standing = (keywords: string[], context: string[] = [], excluded: string[] = []): StandingQuery => ({
  keywords: keywords.map(query),
  context: context.map(query),
  excluded: excluded.map(query),
})

const form = fc.constantFrom(...FORMS)
const atom: fc.Arbitrary<Atom> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('word' as const), form }) },
  {
    weight: 1,
    arbitrary: form.map((one): Atom => ({ kind: 'word', form: one, anyAspect: true })),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('exact' as const), form }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('prefix' as const),
      stem: fc.constantFrom('маст', 'масте', 'мастерс', 'котл', 'онла', 'дом'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('phrase' as const),
      forms: fc.array(form, { minLength: 1, maxLength: 3 }),
    }),
  },
)
const slot: fc.Arbitrary<Slot> = fc.oneof(
  { weight: 4, arbitrary: atom.map((only) => [only]) },
  { weight: 1, arbitrary: fc.array(atom, { minLength: 2, maxLength: 3 }) },
)
const gap = fc.oneof(fc.constant(DEFAULT_GAP), fc.integer({ min: 0, max: 4 }))
const leaf: fc.Arbitrary<Query> = fc.oneof(
  { weight: 2, arbitrary: atom.map((only) => ({ kind: 'atom' as const, atom: only })) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('near' as const),
      slots: fc.array(slot, { minLength: 1, maxLength: 4 }),
      gap,
    }),
  },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.tuple(slot, fc.oneof({ weight: 9, arbitrary: gap }, { weight: 1, arbitrary: fc.constant(30) })), {
        minLength: 2,
        maxLength: 4,
      })
      .map((links) => ({
        kind: 'chain' as const,
        slots: links.map(([place]) => place),
        gaps: links.slice(1).map(([, step]) => step),
      })),
  },
)
const anyQuery: fc.Arbitrary<Query> = fc.letrec<{ query: Query }>((tie) => ({
  query: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.record({ kind: fc.constant('any' as const), parts: fc.array(tie('query'), { minLength: 2, maxLength: 3 }) }),
    fc
      .tuple(tie('query'), fc.array(fc.tuple(tie('query'), fc.boolean()), { minLength: 1, maxLength: 2 }))
      .map(([first, more]) => ({
        kind: 'all' as const,
        parts: [first, ...more.map(([part, minus]): Query => (minus ? { kind: 'not', part } : part))],
      })),
  ),
})).query
const seldom: fc.Arbitrary<Query[]> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Query[]>([]) },
  { weight: 1, arbitrary: fc.array(anyQuery, { maxLength: 2 }) },
)
const anyStanding: fc.Arbitrary<StandingQuery> = fc.record({
  keywords: fc.array(anyQuery, { maxLength: 3 }),
  context: seldom,
  excluded: seldom,
})
const message = fc
  .array(
    fc.tuple(
      fc.oneof(
        { weight: 9, arbitrary: form },
        { weight: 1, arbitrary: fc.constantFrom('для', 'Кот', 'СТЁКЛА', 'дом-стек', 'совсем_кот') },
      ),
      fc.oneof(
        { weight: 8, arbitrary: fc.constant(' ') },
        { weight: 2, arbitrary: fc.constantFrom('. ', ', ', '! ', '\n', ' - ') },
      ),
    ),
    { maxLength: 14 },
  )
  .map((words) => words.map(([word, after]) => word + after).join(''))

type Step =
  | { do: 'add' | 'replace'; id: number; standing: StandingQuery }
  | { do: 'remove'; id: number }
  | { do: 'match'; text: string }
const id = fc.integer({ min: 1, max: 12 })
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('add' as const), id, standing: anyStanding }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('replace' as const), id, standing: anyStanding }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), id }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('match' as const), text: message }) },
  ),
  { minLength: 2, maxLength: 40, size: 'max' },
)

/** The text with every letter outside the spans made meaningless: positions and sentences stay. */
const onlySpans = (text: string, spans: Match['spans']): string =>
  text.replace(/[\p{L}\d+]/gu, (sign, at: number) =>
    spans.some(([start, end]) => start <= at && at < end) ? sign : 'ъ',
  )

/** Without minuses: what is made meaningless may stand under a minus, and a minus under a minus wants to be there. */
const withoutMinus = (whole: Query): Query => {
  if (whole.kind !== 'all' && whole.kind !== 'any') return whole
  return { kind: whole.kind, parts: whole.parts.filter((part) => part.kind !== 'not').map(withoutMinus) }
}

const checkMatch = (text: string, match: Match, { keywords, context }: StandingQuery): void => {
  expect(match.keyword).toBe(keywords.findIndex((keyword) => queryFits(language, keyword, text)))
  const allowed = [keywords[match.keyword]!, ...context].flatMap((part) => oracleSpans(language, part, text))
  const ends = match.spans.flatMap(([start, end]) => [start, end])
  expect(ends, 'spans in order and apart').toEqual([...ends].sort((a, b) => a - b))
  for (const [start, end] of match.spans) {
    expect(allowed.map((span) => span.start)).toContain(start)
    expect(allowed.map((span) => span.end)).toContain(end)
    expect(tokenise(text.slice(start, end)).length).toBeGreaterThan(0)
  }
  const rest = onlySpans(text, match.spans)
  expect(
    queryFits(language, withoutMinus(keywords[match.keyword]!), rest),
    `the keyword fits what the spans hold: ${rest}`,
  ).toBe(true)
  if (context.length > 0) expect(context.some((part) => queryFits(language, withoutMinus(part), rest))).toBe(true)
}

/** Every word that takes part in a keyword or a context that fits, what overlaps as one. */
const everySpan = ({ keywords, context }: StandingQuery, text: string): Match['spans'] => {
  const all = [...keywords, ...context].flatMap((part) => oracleSpans(language, part, text))
  const spans: Match['spans'] = []
  for (const { start, end } of all.sort((a, b) => a.start - b.start)) {
    const before = spans.at(-1)
    if (before && start < before[1]) before[1] = Math.max(before[1], end)
    else spans.push([start, end])
  }
  return spans
}

const run = (matcher: Matcher, todo: Step[]): void => {
  const known = new Map<number, StandingQuery>()
  for (const step of todo) {
    if (step.do === 'match') {
      const expected = [...known]
        .filter(([, one]) => standingQueryFits(language, one, step.text))
        .map(([key]) => key)
        .sort((a, b) => a - b)
      const matches = matcher.match(step.text)
      expect(matches.map((match) => match.id)).toEqual(expected)
      for (const key of expected)
        expect(matcher.locateAll(key), 'every place').toEqual(everySpan(known.get(key)!, step.text))
      expect(matcher.matchIds(step.text)).toEqual(expected)
      for (const match of matches) checkMatch(step.text, match, known.get(match.id)!)
    } else if (step.do === 'remove') {
      expect(matcher.remove(step.id)).toBe(known.delete(step.id))
    } else if (known.has(step.id) === (step.do === 'replace')) {
      matcher[step.do](step.id, step.standing)
      known.set(step.id, step.standing)
    } else {
      expect(() => matcher[step.do](step.id, step.standing)).toThrow(RangeError)
    }
    expect(matcher.size).toBe(known.size)
  }
}

describe('the index of standing queries', () => {
  it('decides as the oracle does, while queries come and go', () => {
    fc.assert(
      fc.property(steps, (todo) => run(createMatcher(language), todo)),
      { numRuns: lawRuns(200) },
    )
  })

  it('decides so too when it hardly remembers words', () => {
    fc.assert(
      fc.property(steps, (todo) => run(createMatcher(language, { rememberedWords: 3 }), todo)),
      { numRuns: lawRuns(120) },
    )
  })

  it('reaches as far as a proximity does and no further', () => {
    const word = fc.constantFrom('кот', 'стек', 'дома').map((one): Atom => ({ kind: 'word', form: one }))
    const phrase = fc
      .constantFrom<string[]>(['кот', 'стек'], ['дома', 'для', 'кот'])
      .map((forms): Atom => ({ kind: 'phrase', forms }))
    const place = fc.oneof({ weight: 4, arbitrary: word }, { weight: 1, arbitrary: phrase }).map((only) => [only])
    const links = fc.array(fc.tuple(place, fc.integer({ min: 0, max: 8 })), { minLength: 2, maxLength: 3 })
    const proximity = fc.tuple(links, fc.boolean()).map(([list, linked]): Query => {
      const slots = list.map(([one]) => one)
      return linked
        ? { kind: 'chain', slots, gaps: list.slice(1).map(([, step]) => step) }
        : { kind: 'near', slots, gap: list[0]![1] }
    })
    const spread = fc
      .array(
        fc.oneof(
          { weight: 1, arbitrary: fc.constantFrom('кот', 'стек', 'дома') },
          { weight: 2, arbitrary: fc.constant('для') },
        ),
        {
          minLength: 4,
          maxLength: 24,
          size: 'max',
        },
      )
      .map((words) => words.join(' '))
    fc.assert(
      fc.property(proximity, fc.array(spread, { minLength: 5, maxLength: 10, size: 'max' }), (keyword, texts) => {
        run(createMatcher(language), [
          { do: 'add', id: 1, standing: { keywords: [keyword], context: [], excluded: [] } },
          ...texts.map((text): Step => ({ do: 'match', text })),
        ])
      }),
      { numRuns: lawRuns(200) },
    )
  })

  it('says which keyword fits first and where, ids ascending', () => {
    const matcher = createMatcher(language)
    matcher.add(7, standing(['стекло дом', 'ищу мастера'], ['кот'], ['онлайн']))
    matcher.add(3, standing(['"коты"']))
    const text = 'Коты! Кто ищет хорошего мастера? И дом.'
    expect(
      matcher
        .match(text)
        .map(({ id, keyword, spans }) => [id, keyword, spans.map(([start, end]) => text.slice(start, end))]),
    ).toEqual([
      [3, 0, ['Коты']],
      [7, 1, ['Коты', 'ищет', 'мастера']],
    ])
    expect(matcher.matchIds(text + ' Онлайн')).toEqual([3])
    expect(matcher.matchIds('')).toEqual([])
  })

  it('marks every occurrence of every keyword and context, when it is asked to', () => {
    const matcher = createMatcher(language)
    matcher.add(7, standing(['кот', 'ищу мастера', 'дом /2 стекло'], ['дома'], ['онлайн']))
    const text = 'Кот и коты дома. Ищет мастера, ищет кота. Дом, дом и стекло!'
    const marked = (spans: Match['spans'] = []) => spans.map(([start, end]) => text.slice(start, end))
    expect(marked(matcher.match(text)[0]?.spans)).toEqual(['Кот', 'дома'])
    expect(marked(matcher.locateAll(7))).toEqual(
      // Both «дом» are near enough to «стекло», and both «ищет» to «мастера».
      ['Кот', 'коты', 'дома', 'Ищет', 'мастера', 'ищет', 'кота', 'Дом', 'дом', 'стекло'],
    )
    expect(matcher.locateAll(8)).toEqual([])
    // No more than anyone reads.
    matcher.match('кот дома '.repeat(5_000))
    expect(matcher.locateAll(7)).toHaveLength(MOST_SPANS)
  })

  it('finds words in messages seen before the query was there', () => {
    const matcher = createMatcher(language)
    const text = 'мастерская и коты, котлета'
    expect(matcher.matchIds(text)).toEqual([])
    matcher.add(1, standing(['кот']))
    matcher.add(2, standing(['"коты"']))
    matcher.add(3, standing(['мастерс*']))
    matcher.add(4, standing(['"кота"']))
    expect(matcher.matchIds(text)).toEqual([1, 2, 3])
    matcher.remove(2)
    matcher.remove(3)
    expect(matcher.matchIds(text)).toEqual([1])
    matcher.add(3, standing(['мастерска*']))
    expect(matcher.matchIds(text)).toEqual([1, 3])
  })

  it('keeps the old query when the new one cannot be held', () => {
    const matcher = createMatcher(language)
    const tooLong: Query = {
      kind: 'near',
      gap: 3,
      slots: Array.from({ length: 13 }, () => [{ kind: 'word', form: 'дом' }]),
    }
    matcher.add(1, standing(['кот']))
    expect(() => matcher.replace(1, { keywords: [tooLong], context: [], excluded: [] })).toThrow(RangeError)
    expect(() => matcher.add(1, standing(['дом']))).toThrow(RangeError)
    expect(() => matcher.replace(2, standing(['дом']))).toThrow(RangeError)
    expect(matcher.matchIds('кот и дом')).toEqual([1])
    expect([matcher.size, matcher.has(1), matcher.has(2)]).toEqual([1, true, false])
  })

  it('decides by context and exclusions, few or many, plain or not', () => {
    const words = Array.from({ length: 30 }, (_, i) => `слово${i}`)
    const queries: StandingQuery[] = []
    for (const context of [0, 1, 6, 7, 12, 13, 15]) {
      for (const excluded of [0, 1, 5, 6, 12, 15]) {
        queries.push(standing(['кот', 'дом /1 мастер'], words.slice(0, context), words.slice(15, 15 + excluded)))
        queries.push(
          standing(
            ['кот', 'дом /1 мастер'],
            [...words.slice(0, context), 'стекло', '"ищу дом"'],
            [...words.slice(15, 15 + excluded), 'коты дом'],
          ),
        )
      }
    }
    const matcher = createMatcher(language)
    // Backwards, so that ids do not come in order.
    for (let id = queries.length - 1; id >= 0; id--) matcher.add(id, queries[id]!)
    for (const start of [
      'кот',
      'дом мастер',
      'кот, дом, мастер',
      'коты',
      'дом',
      'стекла и кот',
      'ищу дом, кот',
      'коты дома',
    ]) {
      for (const word of [...words, '', 'слово3 слово20', 'слово12 слово26']) {
        const text = `${start} ${word}`
        const expected = queries.flatMap((one, id) => (standingQueryFits(language, one, text) ? [id] : []))
        expect(matcher.matchIds(text)).toEqual(expected)
        expect(matcher.match(text).map(({ id }) => id)).toEqual(expected)
      }
    }
  })

  it('tries on every message what nothing can be required of', () => {
    const matcher = createMatcher(language)
    matcher.add(1, { keywords: [{ kind: 'not', part: query('кот') }], context: [], excluded: [query('дом')] })
    expect([matcher.matchIds('мастер'), matcher.matchIds('коты'), matcher.matchIds('дома')]).toEqual([[1], [], []])
  })

  it('asks the language once for a word, whether or not a query uses it', () => {
    const asked = new Map<string, number>()
    const counting = {
      lemmas: (word: string): readonly string[] => {
        asked.set(word, (asked.get(word) ?? 0) + 1)
        return language.lemmas(word)
      },
    }
    const matcher = createMatcher(counting)
    for (let i = 0; i < 50; i++) matcher.matchIds(`мастер чинит стекло${i % 2 === 0 ? '' : ' дома'}`)
    expect([...asked]).toEqual([
      ['мастер', 1],
      ['чинит', 1],
      ['стекло', 1],
      ['дома', 1],
    ])
  })

  it('gives back what removed queries held', () => {
    const matcher = createMatcher(language, { rememberedWords: 8 })
    const bytes: number[] = []
    for (let round = 0; round < 6; round++) {
      for (let one = 0; one < 500; one++)
        matcher.add(one, standing([`слово${one} дом`, `"редкое слово${one + round}"`, `мастер${one}*`], ['кот']))
      expect(matcher.matchIds('слово7 у дома, кот')).toEqual([7])
      for (let one = 0; one < 500; one++) matcher.remove(one)
      expect(matcher.matchIds('слово7 у дома, кот')).toEqual([])
      bytes.push(matcher.bytes)
    }
    expect(bytes.at(-1)).toBe(bytes[1])
  })
})
