/**
 * HTML, as sites and the Fediverse write it -> what a person would read, with the lines that they would see. It is gone through
 * once and no tree is made of it: a tree costs as much as anyone who wrote it likes, by nesting deep.
 */
import { load } from 'cheerio'

const unseen = new Set(['script', 'style', 'noscript', 'template', 'iframe', 'object', 'head'])
const blocks = new Set(
  'p div ul ol table blockquote pre h1 h2 h3 h4 h5 h6 section article header footer figure figcaption dl hr'.split(' '),
)
/** They begin a line, and what follows them does not. */
const lines = new Set(['br', 'li', 'tr', 'dt', 'dd'])

export function plainText(html: string): string {
  // Without tags its own lines are all it has.
  if (!/<[a-z!/]/i.test(html)) return tidy(decoded(html))
  return tidy(decoded(withoutTags(html.replace(/\s+/g, ' '))))
}

function withoutTags(html: string): string {
  const lower = html.toLowerCase()
  const endless = new Set<string>()
  let text = ''
  let at = 0
  for (let from = html.indexOf('<'); from !== -1; from = html.indexOf('<', Math.max(at, from + 1))) {
    const isComment = lower.startsWith('<!--', from)
    const [, closes = '', name = ''] = /^<(\/?)([a-z][a-z0-9-]*)/.exec(lower.slice(from, from + 32)) ?? []
    if (name === '' && !isComment && !/^<[!?/]/.test(lower.slice(from, from + 2))) continue
    const tagEnd = isComment ? endOf(lower, '-->', from) : endOfTag(html, from)
    text += html.slice(at, from)
    // A tag that never ends takes the rest with it, as in a browser.
    if (tagEnd < from) return text
    at = tagEnd + 1
    if (blocks.has(name) || (lines.has(name) && closes === '')) text += '\n'
    if (closes !== '' || !isUnseen(name, lower.slice(from, at)) || endless.has(name)) continue
    const end = lower.indexOf(`</${name}`, at)
    if (end === -1) endless.add(name)
    else at = end
  }
  return text + html.slice(at)
}

/** `quote-inline` of Mastodon stands for the quoted post where a program does not show those. */
const isUnseen = (name: string, tag: string): boolean => unseen.has(name) || /class="[^"]*\bquote-inline\b/.test(tag)

function endOf(text: string, what: string, from: number): number {
  const found = text.indexOf(what, from)
  return found === -1 ? -1 : found + what.length - 1
}

/** In quotes, `>` is a sign like others. */
function endOfTag(html: string, from: number): number {
  let quote = ''
  for (let at = from; at < html.length; at += 1) {
    const sign = html[at]!
    if (quote !== '') quote = sign === quote ? '' : quote
    else if (sign === '>') return at
    else if ((sign === '"' || sign === "'") && html[at - 1] === '=') quote = sign
  }
  return -1
}

const decoded = (text: string): string =>
  text.includes('&') ? load(text.replaceAll('<', '&lt;'), null, false).text() : text

/** At most one empty line, no spaces around. */
const tidy = (text: string): string =>
  text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
