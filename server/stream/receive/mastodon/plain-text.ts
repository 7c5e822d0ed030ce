/** What people write on Mastodon comes as HTML; people read it as text. */
import { load } from 'cheerio'

/** Lines end where they do on the screen; an address that is shown shortened is given whole. */
export function plainText(html: string): string {
  const $ = load(html.replace(/\s+/g, ' '), null, false)
  // `quote-inline` stands for the quoted post where a program does not show those.
  $('.quote-inline, script, style').remove()
  $('br').replaceWith('\n')
  $('li').before('\n')
  $('p, div, blockquote, pre, ul, ol, h1, h2, h3, h4, h5, h6').before('\n\n').after('\n\n')
  return $.root().text().replace(/[^\S\n]+/g, ' ').replace(/ ?\n ?/g, '\n').replace(/\n{3,}/g, '\n\n').trim()
}
