/** An article as search engines read it (schema.org): nothing that the page does not show. */
import type { Article, Comment } from '../../../../../contract/site/blog.ts'

export const articleData = (
  { title, excerpt, createdAt, changedAt, author, tags, minutes }: Article,
  comments: readonly Comment[],
): object => ({
  '@type': 'BlogPosting',
  headline: title.slice(0, 110),
  description: excerpt,
  datePublished: createdAt,
  dateModified: changedAt,
  author: author === 'Эхолот' ? { '@type': 'Organization', name: author } : { '@type': 'Person', name: author },
  publisher: { '@type': 'Organization', name: 'Эхолот' },
  inLanguage: 'ru',
  timeRequired: `PT${minutes}M`,
  ...(tags.length > 0 && { keywords: tags.join(', ') }),
  commentCount: comments.filter(({ state }) => state === 'shown').length,
})
