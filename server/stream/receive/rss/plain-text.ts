/** HTML -> what a person would read, with the lines that he would see. */
import { load } from 'cheerio'

const unseen = 'script, style, noscript, template, iframe, object, head'
const blocks = 'p, div, li, ul, ol, tr, table, blockquote, pre, h1, h2, h3, h4, h5, h6, section, article, header, footer, figure, figcaption, dl, dt, dd, hr'

export function plainText(html: string): string {
  // Without tags its own lines are all it has.
  if (!/<[a-z!/]|&(#?\w+);/i.test(html)) return tidy(html)
  const hasTags = /<[a-z!/]/i.test(html)
  const $ = load(hasTags ? html.replace(/\s+/g, ' ') : html, null, false)
  $(unseen).remove()
  $('br').replaceWith('\n')
  $(blocks).before('\n').after('\n')
  return tidy($.root().text())
}

/** At most one empty line, no spaces around. */
const tidy = (text: string): string => text.replace(/[^\S\n]+/g, ' ').replace(/ ?\n ?/g, '\n').replace(/\n{3,}/g, '\n\n').trim()
