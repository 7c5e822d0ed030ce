/** What is typed into the settings of a project, and what is wrong with it, in words. */
import {
  projectLimits,
  type Project,
  type ProjectFields,
  type QueryMistake,
} from '../../../../contract/watching/projects.ts'
import { plural } from '../../../../rules/plural.ts'
import { CallError } from '../../../kit/calls/call-error.ts'

export type ListField = 'keywords' | 'context' | 'excludedKeywords'

export const projectListTitles: Record<ListField, string> = {
  keywords: 'Ключевые слова',
  context: 'Контекст',
  excludedKeywords: 'Стоп-слова',
}

export const listFields: readonly ListField[] = ['keywords', 'context', 'excludedKeywords']

export function projectFieldsOf({
  name,
  keywords,
  context,
  excludedKeywords,
  censorFilter,
  neuralFilter,
  networks,
  kinds,
}: Project): ProjectFields {
  return { name, keywords, context, excludedKeywords, censorFilter, neuralFilter, networks, kinds }
}

export function sameFields(one: ProjectFields, other: ProjectFields): boolean {
  return JSON.stringify(projectFieldsOf(one as Project)) === JSON.stringify(projectFieldsOf(other as Project))
}

/** Would other messages be found? Of a new name alone nothing is searched. */
export function findsOther(one: ProjectFields, other: ProjectFields): boolean {
  return !sameFields({ ...one, name: '' }, { ...other, name: '' })
}

const wordForms = ['фразы', 'фраз', 'фраз'] as const

export const tooMany = (field: ListField, limit: number): string =>
  `${projectListTitles[field]}: не больше ${limit} ${plural(limit, wordForms)}`

/** Why a saving was refused (spec §5 Project form): the field and the server's limit are named where too much was given. */
export function savingErrorInWords(error: CallError): string {
  if (error.code !== 'VALIDATION_FAILED') return error.message
  const { keyword, dataPath, params } = error.details
  const field = listFields.find((each) => dataPath === `/${each}` || dataPath === `.${each}`)
  const limit = Number(params?.limit)
  return keyword === 'maxItems' && field && Number.isInteger(limit)
    ? `${error.message}. ${tooMany(field, limit)}`
    : error.message
}

/** Mistakes that a refusal holds, as a preview does. */
export function mistakesOf(error: unknown): QueryMistake[] {
  const mistakes = error instanceof CallError && error.code === 'QUERY_INVALID' ? error.details.mistakes : undefined
  return Array.isArray(mistakes) ? (mistakes as QueryMistake[]) : []
}

/** By the number of the phrase in its field. */
export function mistakesIn(mistakes: readonly QueryMistake[], field: ListField): Map<number, string> {
  return new Map(mistakes.filter((each) => each.field === field).map(({ index, message }) => [index, message]))
}

/** The first limit that is passed before anything is asked; null when all is well. */
export function findPassedLimit(fields: ProjectFields): string | null {
  for (const field of listFields) {
    if (fields[field].length > projectLimits[field]) return tooMany(field, projectLimits[field])
  }
  return null
}
