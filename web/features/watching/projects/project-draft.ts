/** The words of a project that is not there yet: they wait in the browser through registration, login and paying, until one is saved. */
import { messageKinds, networks } from '../../../../contract/networks.ts'
import {
  emptyProject,
  guestProjectLimits,
  projectLimits,
  type ProjectFields,
} from '../../../../contract/watching/projects.ts'
import { distinctPhrases, splitPhrases } from '../../../../rules/phrases.ts'
import { readStored, writeStored } from '../../../kit/ui/hooks/stored.ts'

const STORED = 'project-draft'

/** `of`: who typed them last, null a guest. Who signed in takes over what they typed before; from then on no one else sees it. */
interface StoredDraft {
  of: number | null
  fields: ProjectFields
}

const isText = (value: unknown): boolean => typeof value === 'string'
const isOneOf =
  (known: readonly string[]) =>
  (value: unknown): boolean =>
    isText(value) && known.includes(value as string)
const isSwitch = (value: unknown): boolean => typeof value === 'boolean'
const isListOf =
  (is: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every(is)

const checks: Record<keyof ProjectFields, (value: unknown) => boolean> = {
  name: isText,
  keywords: isListOf(isText),
  context: isListOf(isText),
  excludedKeywords: isListOf(isText),
  censorFilter: isSwitch,
  neuralFilter: isSwitch,
  networks: isListOf(isOneOf(networks)),
  kinds: isListOf(isOneOf(messageKinds)),
}

function isStoredDraft(value: unknown): value is StoredDraft {
  if (typeof value !== 'object' || value === null) return false
  const { of, fields } = value as Partial<StoredDraft>
  if ((of !== null && typeof of !== 'number') || typeof fields !== 'object' || fields === null) return false
  return Object.entries(checks).every(([name, check]) => check(fields[name as keyof ProjectFields]))
}

/** @param of null for a guest, otherwise the id of who is signed in */
export function readDraft(of: number | null): ProjectFields | null {
  const stored = readStored(STORED, isStoredDraft)
  return stored && (stored.of === null || stored.of === of) ? stored.fields : null
}

export function writeProjectDraft(of: number | null, fields: ProjectFields): void {
  writeStored(STORED, { of, fields } satisfies StoredDraft)
}

export function forgetDraft(): void {
  writeStored(STORED, null)
}

/** A person has come in: what was typed before is theirs. */
export function takeOverDraft(of: number): void {
  const fields = readDraft(of)
  if (fields) writeProjectDraft(of, fields)
}

const KEYWORD = 'keyword'

/** The words that an address asks for: `?keyword=сбер`; none when it asks for none that may be looked for. */
export function keywordsOf(search: string): string[] {
  const asked = new URLSearchParams(search).getAll(KEYWORD).flatMap(splitPhrases)
  const short = asked.filter((phrase) => phrase.length <= projectLimits.letters)
  return distinctPhrases(short).slice(0, guestProjectLimits.keywords)
}

export function withoutKeywords(search: string): string {
  const parameters = new URLSearchParams(search)
  parameters.delete(KEYWORD)
  return parameters.size > 0 ? `?${parameters.toString()}` : ''
}

/** Other words begin another draft; the same ones go on with the one there is. */
export function draftFor(keywords: readonly string[], draft: ProjectFields | null): ProjectFields {
  const before = draft ?? emptyProject
  if (keywords.length === 0) return before
  const isAmong = distinctPhrases([...before.keywords, ...keywords]).length === before.keywords.length
  return isAmong ? before : { ...emptyProject, keywords: [...keywords] }
}
