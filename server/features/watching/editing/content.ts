/** What an editor wrote -> queries, what is wrong with them, and whether it may be published. */
import { iconNames } from '../../../../contract/icon-names.ts'
import {
  categoryLimits,
  queryLists,
  slugPattern,
  type CategoryContent,
  type CategoryLists,
  type CategoryMistake,
} from '../../../../contract/watching/editing.ts'
import { parseQuery } from '../../../../engine/queries/parse.ts'
import type { Query } from '../../../../engine/queries/query.ts'
import { linesOf } from '../../../../rules/category-changes.ts'
import { AppError } from '../../../kit/app-error.ts'

/** Each at its line as it was written, blank lines counted. */
export function findQueryMistakes(lists: CategoryLists): CategoryMistake[] {
  return queryLists.flatMap((list) =>
    lists[list].split('\n').flatMap((text, line) => {
      if (text.trim() === '') return []
      const parsed = parseQuery(text)
      return parsed.ok
        ? []
        : parsed.mistakes.map(({ message, start, end }) => ({ list, line, from: start, to: end, message }))
    }),
  )
}

/** What is written wrongly looks for nothing. */
export const readQueryLines = (text: string): Query[] =>
  linesOf(text).flatMap((line) => {
    const parsed = parseQuery(line)
    return parsed.ok ? [parsed.query] : []
  })

/** As it will be stored: every line once, nothing around it. */
export function tidy(content: CategoryContent): CategoryContent {
  const list = (text: string): string => linesOf(text).join('\n')
  return {
    ...content,
    name: content.name.trim(),
    slug: content.slug.trim(),
    description: content.description.trim(),
    queries: list(content.queries),
    topics: list(content.topics),
    excluded: list(content.excluded),
  }
}

/** @throws AppError VALIDATION_FAILED with the field, QUERY_INVALID with the mistakes */
export function checkPublishable(content: CategoryContent): void {
  const refuse = (field: keyof CategoryContent, keyword: string, params: Record<string, unknown>): never => {
    throw new AppError('VALIDATION_FAILED', { keyword, dataPath: `/${field}`, params })
  }
  if (content.name === '') refuse('name', 'minLength', { limit: 1 })
  if (!new RegExp(slugPattern).test(content.slug)) refuse('slug', 'pattern', { pattern: slugPattern })
  if (!(iconNames as readonly string[]).includes(content.icon)) refuse('icon', 'enum', {})
  if (content.description === '') refuse('description', 'minLength', { limit: 1 })
  for (const list of queryLists)
    if (linesOf(content[list]).length > categoryLimits.lines) refuse(list, 'maxItems', { limit: categoryLimits.lines })
  if (linesOf(content.queries).length === 0) refuse('queries', 'minItems', { limit: 1 })
  const mistakes = findQueryMistakes(content)
  if (mistakes.length > 0) throw new AppError('QUERY_INVALID', { mistakes })
}
