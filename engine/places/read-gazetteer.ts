/**
 * The gazetteer as it is kept by hand: blocks parted by empty lines, a region with its towns in each.
 *
 *   69 Тверская область            a region: its number among the federal subjects, its name
 *   1 Тверь 416                    a town: its number within the region, its name, thousands of people
 *   4 Кимры/Кимр 43                a plural, with its genitive
 *   5 Торж(о)к 44                  a vowel that flees when the name declines
 *   12 Кашин 13 ?                  the name means something else as often
 *   11 Саратов 900 = Сар?, Саратик what else it is called, in the same writing
 *   77 Москва 13010                a town that is a federal subject itself
 *
 * Numbers for ever: Russia is 643, a region has its own number, a town the region's number times 1,000 plus its own.
 * One that was given is never given to another place, whatever becomes of the first.
 */
import { formsOf, plainName } from './decline.ts'
import type { Place } from './place.ts'
import { sortForms } from './sort-forms.ts'

export const RUSSIA = 643

const LINE = /^(\d+) ([^\d=?]+?)(?: (\d+))?( \?)?(?: = (.+))?$/

/** @throws Error at a line that is not written so */
export function readGazetteer(text: string): Place[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .flatMap((block) => {
      const [heading = '', ...lines] = block.trim().split('\n')
      const region = readLine(heading)
      const { number } = region
      if (region.thousands !== null) return [town(number, RUSSIA, region)]
      return [
        place(number, 'region', RUSSIA, region, regionForms(region.name)),
        ...lines.map((line) => {
          const read = readLine(line)
          return town(number * 1000 + read.number, number, read)
        }),
      ]
    })
}

export const russiaItself: Place = {
  id: RUSSIA,
  type: 'country',
  name: 'Россия',
  parentId: null,
  forms: [],
  doubtfulForms: [],
  population: null,
}

interface Line {
  number: number
  name: string
  thousands: number | null
  doubtful: boolean
  others: { name: string; doubtful: boolean }[]
}

function readLine(line: string): Line {
  const found = LINE.exec(line.trim())
  if (!found?.[2]) throw new Error(`The gazetteer has a line that cannot be read: «${line}»`)
  const [, number, name, thousands, doubtful, others] = found
  return {
    number: Number(number),
    name,
    thousands: thousands === undefined ? null : Number(thousands),
    doubtful: doubtful !== undefined,
    others: (others?.split(', ') ?? []).map((other) => ({
      name: other.replace(/\?$/, ''),
      doubtful: other.endsWith('?'),
    })),
  }
}

const town = (id: number, parentId: number, line: Line): Place => place(id, 'town', parentId, line, formsOf(line.name))

function place(id: number, type: Place['type'], parentId: number, line: Line, ownForms: string[]): Place {
  const name = plainName(line.name)
  const sorted = [
    sortForms(name, ownForms, line.doubtful),
    ...line.others.map((other) => sortForms(name, formsOf(other.name), other.doubtful)),
  ]
  const forms = unique(sorted.flatMap((each) => each.forms))
  const doubtfulForms = unique(sorted.flatMap((each) => each.doubtfulForms)).filter((form) => !forms.includes(form))
  const population = line.thousands === null ? null : line.thousands * 1000
  return { id, type, name, parentId, forms, doubtfulForms, population }
}

const unique = (forms: string[]): string[] => [...new Set(forms)]

/**
 * «Тверской области», «Тверской обл», «Ненецкий АО». Of «Республика Коми» and of a name with a second half («Кемеровская
 * область — Кузбасс») texts use what stands after the equals sign.
 */
export function regionForms(name: string): string[] {
  if (/^Республика|[—(]/.test(name)) return []
  const forms = formsOf(name)
  const short = (pattern: RegExp, by: string): string[] =>
    forms.filter((form) => pattern.test(form)).map((form) => form.replace(pattern, by))
  const district = / автономн\S+ округ\S*$/
  return [...forms, ...short(/ област\S+$/, ' обл'), ...short(district, ' АО'), ...short(district, ' округ')]
}
