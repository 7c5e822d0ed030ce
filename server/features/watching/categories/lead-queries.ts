/**
 * Composes the queries of a lead category out of the frames in which people ask for a service. The result is plain
 * text in our query language, such as an editor could have typed: nothing of this file is known to the matcher.
 *
 * Forms are written out and quoted where the form tells a customer from a seller: «ищу фотографа» is a request,
 * «фотограф ищет моделей» is not, and the plain word «фотограф» would fit both. Lists are separated by commas.
 */
import { checkDistinct, readData, readSections, type DataFile, type Report } from '../../../../engine/data/read-data.ts'
import { parseQuery } from '../../../../engine/queries/parse.ts'
import type { SeededCategory } from './seeded-category.ts'

/** Every want may have forms that speak against it alone. */
interface AnyWant {
  without?: string
}
/**
 * A person or a firm: `who` stands after «нужен», `whom` after «ищу», «посоветуйте», «контакты»; `about` and `of`
 * narrow («мастера» по «ремонту» «квартир»), `amid` may stand anywhere in the message.
 */
interface PersonWant extends AnyWant {
  who: string
  whom: string
  about?: string
  of?: string
  amid?: string
}
/** What someone does (`does`: «кто чинит»), what is to be done (`todo`: «починить») and to what. */
interface TodoWant extends AnyWant {
  does?: string
  todo: string
  what: string
}
/** A thing or a piece of work in the forms that stand after «нужна», «ищу», «интересует»; `of` narrows it. */
interface ServiceWant extends AnyWant {
  service: string
  of?: string
}
/** What people look for; `query` is a frame of its own. */
export type Want = PersonWant | TodoWant | ServiceWant | ({ query: string } & AnyWant)

const frameNames = [
  'asking',
  'asking who',
  'seeking',
  'needing masculine',
  'needing feminine',
  'needing neuter',
  'needing plural',
  'needing somebody',
  'existing',
  'telling',
  'addressing',
  'wishing',
  'occupied',
  'helping',
  'question',
  'wanting',
  'anybody',
  'telling of people',
  'half question',
  'plea',
  'not asking',
  'job',
] as const

/** The phrases of each frame, separated by commas: `seeds/frames.txt` says what they are. */
export type LeadFrames = Readonly<Record<(typeof frameNames)[number], string>>

/** @throws DataError */
export function readLeadFrames(file: DataFile): LeadFrames {
  return readData([file], (sections, report) => {
    const lists = readSections(sections, frameNames, report, 'frame')
    for (const name of frameNames) {
      checkDistinct(lists[name], report)
      for (const { at, text } of lists[name]) checkFrame(name, at, text, report)
    }
    const joined = frameNames.map((name) => [name, lists[name].map(({ text }) => text).join(', ')])
    return Object.fromEntries(joined) as LeadFrames
  })
}

function checkFrame(name: string, at: string, text: string, report: Report): void {
  if (name !== 'job') {
    if (/[",|()]/.test(text)) report(at, `one phrase a line, as it is said: ${text}`)
    return
  }
  const parsed = parseQuery(text)
  if (!parsed.ok) for (const { message } of parsed.mistakes) report(at, message)
}

/**
 * @param wants what the people of this category look for
 * @param without forms that speak against a lead in this category alone
 * @param hires whether who is looked for comes to work by a schedule, so that signs of a job speak against nothing
 */
export function makeLeadQueries(
  frames: LeadFrames,
  wants: readonly Want[],
  without = '',
  hires = false,
): Pick<SeededCategory, 'queries' | 'excluded'> {
  return {
    queries: wants.flatMap((want) => queriesOf(frames, want).map((query) => unless(query, want.without))),
    excluded: [...list(quoted(`${frames['not asking']}, ${without}`)), ...(hires ? [] : list(frames.job))],
  }
}

function queriesOf(frames: LeadFrames, want: Want): string[] {
  if ('query' in want) return [want.query]
  if ('service' in want) return serviceQueries(frames, want)
  return 'todo' in want ? todoQueries(frames, want) : personQueries(frames, want)
}

function serviceQueries(frames: LeadFrames, want: ServiceWant): string[] {
  const of = want.of === undefined ? '' : ` /4 ${words(want.of)}`
  return [
    `${forms(`${frames.wishing}, ${frames.existing}`)} /5 ${forms(want.service)}${of}`,
    `${forms(`${frames.occupied}, ${frames.helping}`)} /4 ${words(want.service)}${of}`,
    ...agreeing(frames, want.service).map(([need, service]) => `${forms(need)} /5 ${forms(service)}${of}`),
  ]
}

function todoQueries(frames: LeadFrames, want: TodoWant): string[] {
  const does = want.does === undefined ? want.todo : `${want.does}, ${want.todo}`
  const what = words(want.what)
  const anybody = `${forms(frames.wanting)} /4 ${forms(frames.anybody)}`
  return [
    `${forms(frames.question)} /6 ${forms(want.todo)} /4 ${what}`,
    `${anybody} /6 ${words(`${quoted(want.does ?? '')}, ${want.todo}`)} /5 ${what}`,
    `("где" | "куда" | "у кого") /1 ${forms(want.todo)} /4 ${what}`,
    ...(want.does === undefined
      ? []
      : [also(`"кто" /3 ${forms(want.does)} /4 ${what}`, `-${forms(frames['telling of people'])}`)]),
    also(`${forms(frames['half question'])} /5 ${forms(`${does}, занимается`)} /5 ${what}`, forms(frames.plea)),
  ]
}

function personQueries(frames: LeadFrames, want: PersonWant): string[] {
  const about = [want.about, want.of].map((narrow) => (narrow === undefined ? '' : ` /7 ${words(narrow)}`)).join('')
  const somebody = list(want.whom)
    .filter((whom) => whom !== 'кто')
    .join(', ')
  const chains = [
    ...(want.about === undefined || want.of !== undefined
      ? []
      : [also(`${forms(frames.occupied)} /2 ${words(want.about)}`, `-${forms(frames['telling of people'])}`)]),
    `${forms(frames.asking)} /6 ${forms(somebody)}${about}`,
    `${forms(frames.seeking)} /4 ${forms(somebody)}${about}`,
    ...(list(want.whom).includes('кто') ? [`${forms(frames['asking who'])} /6 "кто"${about}`] : []),
    `${forms(frames['needing somebody'])} /4 ${forms(want.who)}${about}`,
  ]
  const there = [
    `${forms(frames.existing)} /4 ${forms(`${want.who}, ${want.whom}`)}${about}`,
    `("у кого" | "у кого-нибудь" | "у кого-то") /5 "есть" /5 ${forms(want.who)}${about}`,
    `${forms(frames.telling)} /7 ("есть" | "имеется" | "работает") /4 ${forms(want.who)}${about}`,
  ]
  // «Друзья грузчики, у кого есть …» speaks to loaders and looks for none.
  const crowd = list(want.who)
    .filter((who) => /[иы]$/.test(who))
    .join(', ')
  const notCrowd = crowd === '' ? '' : `-(${forms(frames.addressing)} /1 ${forms(crowd)})`
  const amid = want.amid === undefined ? '' : words(want.amid)
  return [...chains.map((chain) => also(chain, amid)), ...there.map((chain) => also(chain, amid, notCrowd))]
}

/** Where none of these forms stands in the message. */
export const unless = (query: string, without: string | undefined): string =>
  without === undefined ? query : also(query, `-${forms(without)}`)

/** A proximity, and what else must hold for the whole message. */
function also(chain: string, ...others: string[]): string {
  const demands = others.filter((other) => other !== '')
  return demands.length === 0 ? chain : `(${chain}) ${demands.join(' ')}`
}

/** What is needed, beside the forms of «нужен» that agree with it. An accusative («стрижку») agrees with none. */
function agreeing(frames: LeadFrames, service: string): [need: string, service: string][] {
  return nounKinds.flatMap((kind): [string, string][] => {
    const those = list(service).filter((item) => kinds(item).includes(kind))
    return those.length === 0 ? [] : [[frames[`needing ${kind}`], those.join(', ')]]
  })
}

const nounKinds = ['masculine', 'feminine', 'neuter', 'plural'] as const
type NounKind = (typeof nounKinds)[number]

/** By the ending of its first word: «свадебный торт», «чистка», «ведение», «шары». */
function kinds(item: string): NounKind[] {
  const first = item.split(' ')[0] ?? ''
  if (/[ую]$/.test(first)) return []
  if (/[ая]$/.test(first)) return ['feminine']
  if (first.endsWith('ие')) return ['neuter', 'plural']
  if (/[оеё]$/.test(first)) return ['neuter']
  if (/[иы]$/.test(first)) return ['plural']
  return first.endsWith('ь') ? ['masculine', 'feminine'] : ['masculine']
}

/** Exactly these forms: `("ищу" | "помогите найти")`. */
function forms(text: string): string {
  return `(${quoted(text).replaceAll(', ', ' | ')})`
}

function quoted(text: string): string {
  return list(text)
    .map((form) => `"${form}"`)
    .join(', ')
}

/** Any forms of these words; to the letter what is quoted, or several words side by side: a bracket holds single words. */
function words(text: string): string {
  return `(${list(text)
    .map((word) => (word.includes(' ') && !word.startsWith('"') ? `"${word}"` : word))
    .join(' | ')})`
}

function list(text: string): string[] {
  return [
    ...new Set(
      text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    ),
  ]
}
