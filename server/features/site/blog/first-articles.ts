/**
 * The articles that come with the service: files of first-articles/, a head and the HTML under it.
 *
 *     title: Как найти клиента
 *     slug: kak-nayti-klienta
 *     excerpt: О чём она, в двух предложениях.
 *     tags: клиенты, чаты
 *     published: 2026-11-20
 *     ---
 *     <p>…
 */
import { readdirSync, readFileSync } from 'node:fs'
import { blogLimits } from '../../../../contract/site/blog.ts'
import { articleSlugPattern, tidyTags } from '../../../../rules/blog/article-words.ts'
import { cleanHtml, textOfHtml } from './clean-html.ts'

export interface FirstArticle {
  title: string
  slug: string
  excerpt: string
  tags: string[]
  publishedAt: Date
  content: string
}

/** Every mistake there is, one a line: `kak-nayti.html:3: …` */
export class FirstArticlesError extends Error {}

const keys = ['title', 'slug', 'excerpt', 'tags', 'published'] as const
type Key = (typeof keys)[number]
type Head = Record<Key, { line: number; value: string }>

/** @throws FirstArticlesError */
export function readFirstArticles(files: readonly { name: string; text: string }[]): FirstArticle[] {
  const mistakes: string[] = []
  const articles: FirstArticle[] = []
  const slugs = new Map<string, string>()
  for (const { name, text } of files) {
    const report = (line: number, mistake: string): void => void mistakes.push(`${name}:${line}: ${mistake}`)
    const found = readFirstArticle(text, report)
    if (found === null) continue
    const other = slugs.get(found.slug)
    if (other !== undefined) report(1, `the slug ${found.slug} is that of ${other} too`)
    slugs.set(found.slug, name)
    articles.push(found)
  }
  if (mistakes.length > 0) throw new FirstArticlesError(mistakes.join('\n'))
  return articles
}

type ReportMistake = (line: number, mistake: string) => void

function readFirstArticle(text: string, report: ReportMistake): FirstArticle | null {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const end = lines.findIndex((line) => line.trim() === '---')
  if (end === -1) {
    report(1, 'there is no line --- between the head and the text')
    return null
  }
  const head = readHead(lines.slice(0, end), report)
  const content = lines
    .slice(end + 1)
    .join('\n')
    .trim()
  checkContent(lines, end, content, report)
  if (head === null) return null
  const { title, slug, excerpt, tags, published } = head
  const longest: [Key, number][] = [
    ['title', blogLimits.title],
    ['slug', blogLimits.slug],
    ['excerpt', blogLimits.excerpt],
  ]
  for (const [key, most] of longest)
    if (head[key].value.length > most) report(head[key].line, `${key} is longer than ${most} letters`)
  if (!new RegExp(articleSlugPattern).test(slug.value)) report(slug.line, `«${slug.value}» is no slug`)
  const publishedAt = new Date(
    /^\d{4}-\d{2}-\d{2}$/.test(published.value) ? `${published.value}T06:00:00Z` : published.value,
  )
  if (Number.isNaN(publishedAt.getTime())) report(published.line, `«${published.value}» is no date`)
  const tidied = tidyTags(tags.value.split(','))
  if (tidied.length === 0 || tidied.length > blogLimits.tags)
    report(tags.line, `there must be 1 to ${blogLimits.tags} tags`)
  return {
    title: title.value,
    slug: slug.value,
    excerpt: excerpt.value,
    tags: tidied,
    publishedAt,
    content: cleanHtml(content),
  }
}

function readHead(lines: readonly string[], report: ReportMistake): Head | null {
  const head: Partial<Head> = {}
  for (const [at, line] of lines.entries()) {
    // Of other front matter a line of dashes begins it; blank lines say nothing.
    if (line.trim() === '') continue
    const [, key = '', value = ''] = /^(\w+):\s*(.*?)\s*$/.exec(line) ?? []
    if (!isKey(key)) report(at + 1, `«${line.trim()}» is none of ${keys.join(', ')}`)
    else if (head[key]) report(at + 1, `${key} is said twice`)
    else if (value === '') report(at + 1, `${key} is empty`)
    else head[key] = { line: at + 1, value }
  }
  const missing = keys.filter((key) => !head[key])
  for (const key of missing) report(1, `${key} is missing`)
  return missing.length === 0 ? (head as Head) : null
}

const isKey = (key: string): key is Key => (keys as readonly string[]).includes(key)

/** What cleaning would change is a mistake of who wrote it: the text is to stand as it was meant. */
function checkContent(lines: readonly string[], end: number, content: string, report: ReportMistake): void {
  if (textOfHtml(content) === '') report(end + 2, 'there is no text')
  for (const [at, line] of lines.entries()) {
    if (at <= end) continue
    for (const [tag, name = ''] of line.matchAll(/<\/?([a-z][a-z0-9-]*)[^>]*>/gi))
      if (!tag.startsWith('</') && !known(tag, name)) report(at + 1, `${tag} may not stand here`)
  }
  const [opened, closed] = [count(content, /<[a-z][^>]*>/gi), count(content, /<\/[a-z][^>]*>/gi)]
  const single = count(content, /<(?:br|hr|img)\b[^>]*>/gi)
  if (opened - single !== closed) report(end + 2, `${opened - single} tags are opened and ${closed} closed`)
}

const count = (text: string, what: RegExp): number => [...text.matchAll(what)].length

/** A tag that is kept, with all it says. */
function known(tag: string, name: string): boolean {
  const kept = cleanHtml(`${tag}x</${name}>`)
  const bare = kept.replace(/ (?:target|rel)="[^"]*"/g, '')
  if (/^<a\b/i.test(tag)) return bare.startsWith('<a href=')
  return kept.startsWith(`<${name}`) && (!/\s/.test(tag) || /^<(?:br|hr) ?\/?>/i.test(tag))
}

const folder = new URL('first-articles/', import.meta.url)

/** @throws FirstArticlesError */
export function loadFirstArticles(): FirstArticle[] {
  const names = readdirSync(folder)
    .filter((name) => /\.(?:md|html)$/.test(name))
    .toSorted()
  return readFirstArticles(names.map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') })))
}
