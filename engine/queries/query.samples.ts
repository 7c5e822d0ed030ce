/** Queries and pieces of queries for property tests. */
import fc from 'fast-check'
import { DEFAULT_GAP } from './query.ts'
import type { Atom, Query, Slot } from './query.ts'

const FORMS = [
  'ремонт',
  'квартиры',
  'ищу',
  'кто-нибудь',
  'c++',
  'c#',
  '1с',
  '.net',
  '#тег',
  '@имя',
  '10.5',
  "don't",
  'vk.com/a_(b)',
  'mail.ru',
  '79123456789',
  '10м2',
  'м2',
]
const PHRASE_FORMS = ['ремонт', 'квартир', 'c++', '1с', '#тег', '10.5', 'под', 'ключ']
const PICTURES = ['🔥', '👍', '🇷🇺']

const atom: fc.Arbitrary<Atom> = fc.oneof(
  fc.constantFrom(...FORMS).map((form): Atom => ({ kind: 'word', form })),
  fc.constantFrom('ремонт', 'кто-нибудь', '#тег').map((form): Atom => ({ kind: 'word', form, anyAspect: true })),
  fc.constantFrom(...FORMS).map((form): Atom => ({ kind: 'exact', form })),
  fc.constantFrom('ремо', 'фотограф', '#ремонт', 'ya.ru/abc').map((stem): Atom => ({ kind: 'prefix', stem })),
  fc
    .array(fc.constantFrom(...PHRASE_FORMS), { minLength: 2, maxLength: 4 })
    .map((forms): Atom => ({ kind: 'phrase', forms })),
  fc
    .array(fc.constantFrom('кино', 'поиск', 'веб', 'кот2'), { minLength: 1, maxLength: 2 })
    .map((forms): Atom => ({ kind: 'phrase', forms: [...forms, 'мастер'], pointed: true })),
  fc
    .constantFrom(['б', 'у'], ['с', 'х'], ['ac', 'dc'])
    .map((forms): Atom => ({ kind: 'phrase', forms: [...forms], slashed: true })),
)

const picture: fc.Arbitrary<Query> = fc
  .record({ kind: fc.constantFrom('word' as const, 'exact' as const), form: fc.constantFrom(...PICTURES) })
  .map((found) => ({ kind: 'atom', atom: found }))

const slot: fc.Arbitrary<Slot> = fc.array(atom, { minLength: 1, maxLength: 3 })

const near: fc.Arbitrary<Query> = fc
  .array(atom, { minLength: 2, maxLength: 5 })
  .map((atoms) => ({ kind: 'near', slots: atoms.map((one) => [one]), gap: DEFAULT_GAP }))

const named: fc.Arbitrary<Query> = fc
  .tuple(
    fc.constantFrom('рыжий', 'елки', 'smile', 'vip'),
    fc.array(fc.constantFrom('лис', 'хаус', 'house', '17'), { minLength: 1, maxLength: 4 }),
  )
  .map(([first, others]) => ({
    kind: 'near',
    slots: [first, ...others].map((form) => [{ kind: 'word', form }]),
    gap: DEFAULT_GAP,
    isName: true,
  }))

const chain: fc.Arbitrary<Query> = fc
  .array(fc.tuple(slot, fc.nat({ max: 99 })), { minLength: 2, maxLength: 5 })
  .map((steps) => ({ kind: 'chain', slots: steps.map(([one]) => one), gaps: steps.slice(1).map(([, gap]) => gap) }))

const leaf: fc.Arbitrary<Query> = fc.oneof(
  atom.map((one): Query => ({ kind: 'atom', atom: one })),
  fc.constant<Query>({
    kind: 'atom',
    atom: { kind: 'word', form: 'матрасторгплюс', parts: ['матрас', 'торг', 'плюс'] },
  }),
  near,
  named,
  chain,
  picture,
)

/** Queries as the parser makes them. */
export const queries: fc.Arbitrary<Query> = fc.letrec<{ query: Query; all: Query; any: Query }>((tie) => ({
  query: fc.oneof({ maxDepth: 3, withCrossShrink: true }, leaf, tie('all'), tie('any')),
  any: fc.array(tie('query'), { minLength: 2, maxLength: 3 }).map((parts) => ({ kind: 'any', parts })),
  all: fc
    .tuple(
      tie('query'),
      fc.array(fc.tuple(tie('query'), fc.boolean()), { minLength: 1, maxLength: 3 }),
      fc.nat({ max: 3 }),
    )
    .map(([first, others, place]) => {
      const parts = others.map(([part, minus]): Query => (minus ? { kind: 'not', part } : part))
      parts.splice(place, 0, first)
      return { kind: 'all', parts }
    }),
})).query

/** Anything a person may type into the field, mostly wrong. */
export const scribbles: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'ремонт',
        'квартиры',
        ' ',
        ' ',
        ' ',
        '(',
        ')',
        '|',
        '"',
        '-',
        '/3',
        '/',
        '/0',
        '*',
        'фотограф*',
        ',',
        '!',
        '🔥',
        '«',
        '»',
        'node.js',
        'кино.поиск',
        'Веб.мастер',
        'ya.ru/a',
        '#тег',
        '@имя',
        'c++',
        '1С',
        '~сделать',
        '~',
        '+7 (912) 345-67-89',
        '8912',
        '15 000₽',
        '10м²',
        '24/7',
        '—',
        '&',
        '.',
        'Привет!Как',
        '10,5',
        'кто-нибудь',
        'vk.com/a_(b)*',
      ),
      fc.string({ unit: 'binary', maxLength: 2 }),
    ),
    { maxLength: 14 },
  )
  .map((pieces) => pieces.join(''))
