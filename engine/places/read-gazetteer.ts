/**
 * The gazetteer as it is kept by hand: Russia, its federal subjects, its towns of 30,000 people and more, and smaller ones
 * that many visit or ask for. How a line is written stands at the top of each file, `engine/data/places/central.txt`.
 *
 * Numbers for ever: Russia is 643, a region has its own number, a town the region's number times 1,000 plus its own.
 */
import {
  checkDistinct,
  readData,
  type DataFile,
  type DataLine,
  type DataSection,
  type Report,
} from '../data/read-data.ts'
import { formsOf, plainName } from './decline.ts'
import type { Place } from './place.ts'
import { sortForms } from './sort-forms.ts'

/** Below `engine/data/`. */
export const gazetteerFiles = [
  'central',
  'north-west',
  'south',
  'caucasus',
  'volga',
  'urals',
  'siberia',
  'far-east',
].map((district) => `places/${district}.txt`)

export const RUSSIA = 643

const russiaItself: Place = {
  id: RUSSIA,
  type: 'country',
  name: 'Россия',
  parentId: null,
  forms: [],
  doubtfulForms: [],
  population: null,
}

const LINE = /^(\d+) ([^\d=?]+?)(?: (\d+))?( \?)?(?: = (.+))?$/

/**
 * @param files `gazetteerFiles`
 * @throws DataError
 */
export function readGazetteer(files: readonly DataFile[]): Place[] {
  return readData(files, (sections, report) => {
    const found = sections.flatMap((section) => readRegion(section, report))
    checkDistinct(
      found.map(({ at, place: { id } }) => ({ at, text: `number ${id}` })),
      report,
    )
    checkDistinct(
      found.map(({ at, place: { name, parentId } }) => ({ at, text: `${name} in ${parentId}` })),
      report,
    )
    return [russiaItself, ...found.map(({ place }) => place)]
  })
}

interface FoundPlace {
  at: string
  place: Place
}

function readRegion({ at, name, lines }: DataSection, report: Report): FoundPlace[] {
  if (name === '') {
    for (const line of lines) report(line.at, `stands before the first [region]: ${line.text}`)
    return []
  }
  const [heading, ...written] = withMoreNames([{ at, text: name }, ...lines])
  const region = heading && readLine(heading, report)
  if (!region) return []
  const { number, thousands } = region
  if (thousands !== null) {
    for (const line of written) report(line.at, `${region.name} is a town itself, no other lies in it: ${line.text}`)
    return [{ at, place: town(number, RUSSIA, region) }]
  }
  const towns = written.flatMap((line) => {
    const read = readLine(line, report)
    return read ? [{ at: line.at, place: town(number * 1000 + read.number, number, read) }] : []
  })
  return [{ at, place: place(number, 'region', RUSSIA, region, regionForms(region.name)) }, ...towns]
}

type Written = Pick<DataLine, 'at' | 'text'>

/** A line that begins with the equals sign goes on with the names of the one above. */
function withMoreNames([first, ...others]: readonly Written[]): Written[] {
  const whole: Written[] = first ? [first] : []
  for (const line of others) {
    const above = whole.at(-1)
    if (above && line.text.startsWith('= ')) {
      const by = above.text.includes(' = ') ? ', ' : ' = '
      whole[whole.length - 1] = { at: above.at, text: above.text + by + line.text.slice(2) }
    } else whole.push(line)
  }
  return whole
}

interface Line {
  number: number
  name: string
  thousands: number | null
  ambiguous: boolean
  others: { name: string; ambiguous: boolean }[]
}

function readLine({ at, text }: Written, report: Report): Line | null {
  const found = LINE.exec(text)
  if (!found?.[2]) {
    report(at, `not written as "1 Тверь 416": ${text}`)
    return null
  }
  const [, number, name, thousands, ambiguous, others] = found
  return {
    number: Number(number),
    name,
    thousands: thousands === undefined ? null : Number(thousands),
    ambiguous: ambiguous !== undefined,
    others: (others?.split(', ') ?? []).map((other) => ({
      name: other.replace(/\?$/, ''),
      ambiguous: other.endsWith('?'),
    })),
  }
}

const town = (id: number, parentId: number, line: Line): Place => place(id, 'town', parentId, line, formsOf(line.name))

function place(id: number, type: Place['type'], parentId: number, line: Line, ownForms: string[]): Place {
  const name = plainName(line.name)
  const sorted = [
    sortForms(name, ownForms, line.ambiguous),
    ...line.others.map((other) => sortForms(name, formsOf(other.name), other.ambiguous)),
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
