import type { EditedLine } from '../../../../../contract/site/blog.ts'
import { articleMomentInWords } from '../read/article-date.ts'

/** «Выйдет 20 ноября 2026 в 09:30, есть правки» */
export function stateInWords({ state, publishedAt, unpublished }: EditedLine, zone: string): string {
  if (state === 'draft' || publishedAt === null) return 'Черновик'
  const when = articleMomentInWords(publishedAt, zone)
  return `${state === 'scheduled' ? 'Выйдет' : 'Опубликована'} ${when}${unpublished ? ', есть неопубликованные правки' : ''}`
}
