/** Reads `seeds/*.txt`; how they are written stands at the top of each. */
import {
  checkDistinct,
  readData,
  readEntries,
  type DataEntry,
  type DataFile,
  type DataSection,
  type Report,
} from '../../../../engine/data/read-data.ts'
import { makeLeadQueries, type LeadFrames, type Want } from './lead-queries.ts'
import { topicsOf } from './lead-topics.ts'
import { isNameless, reportNameless } from './nameless-words.ts'
import type { SeededCategory } from './seeded-category.ts'

const shownKeys = ['name', 'icon', 'free', 'description']

/** What people look for, by the key it begins with: what else must be said of it, and what may be. */
const wantKeys: Readonly<Record<string, { must: readonly string[]; may: readonly string[] }>> = {
  who: { must: ['who', 'whom'], may: ['about', 'of', 'amid', 'without'] },
  todo: { must: ['todo', 'what'], may: ['does', 'without'] },
  service: { must: ['service'], may: ['of', 'without'] },
  query: { must: ['query'], may: ['without'] },
}

/** Their words stand for all their forms. */
const anyFormKeys = new Set(['about', 'of', 'amid', 'what'])

/**
 * In the order of the files and of what stands in them.
 * @throws DataError
 */
export function readCategorySeeds(files: readonly DataFile[], frames: LeadFrames): SeededCategory[] {
  return readData(files, (sections, report) => {
    const found = [...Map.groupBy(sections, ({ file }) => file).values()].flatMap((ofFile) => {
      const shared = readEntries(
        ofFile.filter(isUnnamed).flatMap(({ lines }) => lines),
        report,
      )
      checkDistinct(
        shared.map(({ at, key }) => ({ at, text: key })),
        report,
      )
      const lists = new Map(shared.map(({ key, value }) => [key, value]))
      return ofFile
        .filter((section) => !isUnnamed(section))
        .map((section) => ({ at: section.at, category: readCategory(section, lists, frames, report) }))
    })
    for (const key of ['slug', 'name'] as const) {
      checkDistinct(
        found.map(({ at, category }) => ({ at, text: category[key] })),
        report,
      )
    }
    return found.map(({ category }) => category)
  })
}

const isUnnamed = ({ name }: DataSection): boolean => name === ''

function readCategory(
  { at, name: slug, lines }: DataSection,
  lists: ReadonlyMap<string, string>,
  frames: LeadFrames,
  report: Report,
): SeededCategory {
  const entries = readEntries(lines, report).map((entry) => ({ ...entry, value: withLists(entry, lists, report) }))
  const firstWant = entries.findIndex(({ key }) => key in wantKeys)
  const about = readKeys(
    at,
    firstWant < 0 ? entries : entries.slice(0, firstWant),
    shownKeys,
    ['without', 'hires'],
    report,
  )
  if (!/^[a-z0-9-]+$/.test(slug)) report(at, `a slug is small letters, digits and hyphens: ${slug}`)
  if (firstWant < 0) report(at, `"${slug}" looks for nothing`)
  for (const entry of entries) {
    if ((entry.key === 'free' || entry.key === 'hires') && !/^(?:yes|no)$/.test(entry.value))
      report(entry.at, `${entry.key} is yes or no, not "${entry.value}"`)
  }
  const wants = firstWant < 0 ? [] : readWants(entries.slice(firstWant), report)
  return {
    slug,
    name: about.name ?? '',
    icon: about.icon ?? '',
    free: about.free === 'yes',
    description: about.description ?? '',
    ...makeLeadQueries(frames, wants, about.without, about.hires === 'yes'),
    topics: topicsOf(wants),
  }
}

/** `{teacher}` is the list of this name. */
function withLists({ at, value }: DataEntry, lists: ReadonlyMap<string, string>, report: Report): string {
  return value.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const list = lists.get(name)
    if (list === undefined) report(at, `there is no list "${name}" in this file`)
    return list ?? ''
  })
}

function readWants(entries: readonly DataEntry[], report: Report): Want[] {
  const groups: DataEntry[][] = []
  for (const entry of entries) {
    if (entry.key in wantKeys) groups.push([entry])
    else groups.at(-1)?.push(entry)
  }
  for (const { at, value } of entries.filter(({ key }) => anyFormKeys.has(key)))
    for (const item of value.split(',').map((each) => each.trim()))
      if (isNameless(item)) reportNameless(at, item, report)
  return groups.map((group) => {
    const { at, key } = group[0]!
    const { must, may } = wantKeys[key]!
    return readKeys(at, group, must, may, report) as unknown as Want
  })
}

/** The values of these keys, each said once; empty when one that must be there is not. */
function readKeys(
  at: string,
  entries: readonly DataEntry[],
  must: readonly string[],
  may: readonly string[],
  report: Report,
): Partial<Record<string, string>> {
  const found: Partial<Record<string, string>> = {}
  for (const entry of entries) {
    const { key, value } = entry
    if (!must.includes(key) && !may.includes(key)) report(entry.at, `unknown here: "${key}"`)
    else if (found[key] !== undefined) report(entry.at, `"${key}" again`)
    found[key] = value
  }
  for (const key of must) {
    if (found[key] === undefined) report(at, `no "${key}"`)
    found[key] ??= ''
  }
  return found
}
