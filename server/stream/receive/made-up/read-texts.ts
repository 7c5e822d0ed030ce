/** Reads `texts/*.txt`; how they are written stands at the top of each. */
import {
  checkDistinct,
  readData,
  readEntries,
  readItems,
  readSections,
  type DataEntry,
  type DataFile,
  type DataLine,
  type DataSection,
  type Report,
} from '../../../../engine/data/read-data.ts'
import { readGendered, type GenderedPhrase, type Trade } from './trade.ts'

/** What is talked of in a group. */
export const circles = ['overheard', 'mothers', 'house', 'market', 'drivers', 'business', 'pets'] as const
export type Circle = (typeof circles)[number]

export interface Town {
  name: string
  /** After «в». */
  locative: string
  genitive: string
}

/** The sections of a file, each with what its templates take; plain texts take nothing. */
type Takes<Name extends string> = Readonly<Record<Name, readonly string[]>>
export type Texts<Name extends string> = Readonly<Record<Name, readonly string[]>>

const spoken = ['town', 'locative', 'a']
const talkTakes = {
  chatter: spoken,
  replies: spoken,
  spam: spoken,
  vacancies: spoken,
  'offer tails': [...spoken, 'offer'],
}
export type TalkTexts = Texts<keyof typeof talkTakes>

const asked = ['town', 'locative', 'thankful']
const requestTakes = {
  greetings: ['town'],
  'greetings house': ['town'],
  'greetings mothers': ['town'],
  'greetings business': ['town'],
  'greetings drivers': ['town'],
  'whom to seek': [...asked, 'seek'],
  'people to seek': [...asked, 'seek'],
  'things to need': [...asked, 'needed', 'need'],
  'things to do': [...asked, 'todo'],
  'things to do oneself': [...asked, 'todo'],
  'done in person': [],
  'sought m': [],
  'sought a': [],
  'sought f': [],
  'sought i': [],
  'sought n': [],
  'sought p': [],
  places: asked,
  times: asked,
  closings: asked,
  pictures: [],
}
export type RequestTexts = Texts<keyof typeof requestTakes>

const peopleTakes = { women: [], men: [], surnames: [] }
export type PeopleTexts = Texts<keyof typeof peopleTakes>

const inGroupName = ['town', 'genitive', 'block']
const placeTakes = {
  towns: [],
  blocks: [],
  'groups overheard': inGroupName,
  'groups mothers': inGroupName,
  'groups house': inGroupName,
  'groups market': inGroupName,
  'groups drivers': inGroupName,
  'groups business': inGroupName,
  'groups pets': inGroupName,
} satisfies Takes<'towns' | 'blocks' | `groups ${Circle}`>
export interface PlaceTexts {
  towns: readonly Town[]
  blocks: readonly string[]
  /** Names of groups. */
  groups: Texts<Circle>
}

/** @throws DataError */
export const readTalk = (file: DataFile): TalkTexts => readTexts(file, talkTakes)
/** @throws DataError */
export const readRequests = (file: DataFile): RequestTexts => readTexts(file, requestTakes)
/** @throws DataError */
export const readPeopleTexts = (file: DataFile): PeopleTexts => readTexts(file, peopleTakes)

function readTexts<Name extends string>(file: DataFile, takes: Takes<Name>): Texts<Name> {
  return readData([file], (sections, report) => textsOf(readTemplates(sections, takes, report)))
}

/** @throws DataError */
export function readPlaceTexts(file: DataFile): PlaceTexts {
  return readData([file], (sections, report) => {
    const { towns, blocks, ...groups } = readTemplates(sections, placeTakes, report)
    return {
      towns: towns.map((line) => readTown(line, report)),
      blocks: blocks.map(({ text }) => text),
      groups: textsOf(
        Object.fromEntries(circles.map((circle) => [circle, groups[`groups ${circle}`]])) as Record<Circle, DataLine[]>,
      ),
    }
  })
}

function readTown({ at, text }: DataLine, report: Report): Town {
  const [name = '', locative = '', genitive = '', ...others] = readItems(at, text, report)
  if (genitive === '' || others.length > 0) report(at, `not written as "Тверь, Твери, Твери": ${text}`)
  return { name, locative, genitive }
}

function readTemplates<Name extends string>(
  sections: readonly DataSection[],
  takes: Takes<Name>,
  report: Report,
): Record<Name, DataLine[]> {
  const names = Object.keys(takes) as Name[]
  const lists = readSections(sections, names, report)
  for (const name of names) {
    checkDistinct(lists[name], report)
    for (const line of lists[name]) checkTemplate(line, takes[name], report)
  }
  return lists
}

function textsOf<Name extends string>(lists: Record<Name, DataLine[]>): Texts<Name> {
  const names = Object.keys(lists) as Name[]
  return Object.fromEntries(names.map((name) => [name, lists[name].map(({ text }) => text)])) as Record<Name, string[]>
}

/** A template holds alternatives, which may hold others, numbers, and these names. */
function checkTemplate({ at, text }: Pick<DataLine, 'at' | 'text'>, names: readonly string[], report: Report): void {
  if (names.length === 0) {
    if (/[{}]/.test(text)) report(at, `no braces here: ${text}`)
    return
  }
  let left = text
  for (let before = ''; left !== before;) {
    before = left
    left = left.replace(/\{([^{}]*)\}/g, (_, inside: string) => {
      if (!inside.includes('|') && !/^\d+\.\.\d+$/.test(inside) && !names.includes(inside))
        report(at, `{${inside}} is nothing this section takes`)
      return ''
    })
  }
  if (/[{}]/.test(left)) report(at, `a brace without its other: ${text}`)
}

/**
 * In the order of the files and of what stands in them.
 * @throws DataError
 */
export function readTrades(files: readonly DataFile[]): Trade[] {
  return readData(files, (sections, report) => {
    for (const { at, text } of sections.flatMap(({ name, lines }) => (name === '' ? lines : [])))
      report(at, `stands before the first [trade]: ${text}`)
    const trades = sections.filter(({ name }) => name !== '')
    checkDistinct(
      trades.map(({ at, name }) => ({ at, text: name })),
      report,
    )
    return trades.map((section) => readTrade(section, report))
  })
}

const tradeKeys = ['seek', 'need', 'todo', 'more', 'offer']

function readTrade({ at, name: slug, lines }: DataSection, report: Report): Trade {
  const entries = readEntries(lines, report)
  checkDistinct(
    entries.map((entry) => ({ at: entry.at, text: `${entry.key}: ${entry.value}` })),
    report,
  )
  for (const entry of entries) {
    if (!tradeKeys.includes(entry.key)) report(entry.at, `unknown here: "${entry.key}"`)
    checkTemplate({ at: entry.at, text: entry.value }, entry.key === 'offer' ? spoken : [], report)
  }
  const written = (key: string): DataEntry[] => {
    const found = entries.filter((entry) => entry.key === key)
    if (found.length === 0) report(at, `no "${key}"`)
    return found
  }
  const phrases = (key: string): string[] => written(key).map(({ value }) => value)
  const gendered = (key: string): GenderedPhrase[] =>
    written(key).flatMap((entry) => {
      const phrase = readGendered(entry.value)
      if (!phrase) report(entry.at, `a phrase without its gender: ${entry.value}`)
      return phrase ?? []
    })
  return {
    slug,
    seek: gendered('seek'),
    need: gendered('need'),
    todo: phrases('todo'),
    more: phrases('more'),
    offers: phrases('offer'),
  }
}
