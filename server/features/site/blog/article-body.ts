/** What readers see of an article's content: clean, its headings named, its words counted. */
import { readingMinutes, articleSlugOf } from '../../../../rules/blog/article-words.ts'
import type { Article } from '../../../../contract/site/blog.ts'
import { cleanHtml, textOfHtml } from './clean-html.ts'

type Heading = Article['contents'][number]

/** Ids begin so, and are never one that the page itself has. */
const OWN = 'h-'

export function readArticleBody(content: string): Pick<Article, 'content' | 'contents' | 'minutes'> {
  const contents: Heading[] = []
  const taken = new Set<string>()
  const clean = cleanHtml(content)
  // What was cleaned is written in one way: such a tag has no attributes, and ends.
  const named = clean.replace(/<h([23])>([^]*?)<\/h\1>/g, (whole, level: string, inner: string) => {
    const title = textOfHtml(inner)
    if (title === '') return whole
    const id = freeId(articleSlugOf(title) || 'chast', taken)
    contents.push({ id, title, level: level === '2' ? 2 : 3 })
    return `<h${level} id="${id}">${inner}</h${level}>`
  })
  return { content: withReach(named), contents, minutes: readingMinutes(textOfHtml(clean)) }
}

/** A table may be wider than a phone: it is scrolled by itself, also by keys. */
const withReach = (html: string): string =>
  html
    .replace(/<table>/g, '<div role="group" aria-label="Таблица" tabindex="0"><table>')
    .replace(/<\/table>/g, '</table></div>')

function freeId(slug: string, taken: Set<string>): string {
  let id = OWN + slug
  for (let number = 2; taken.has(id); number++) id = `${OWN}${slug}-${number}`
  taken.add(id)
  return id
}
