/** Messages in a letter: each a card as in the feed, narrowed to what a mail client shows of one. */
import type { LetterCard, LetterLink } from './letter.ts'
import { escape, letters, light, row, table } from './look.ts'

/** As rows of the letter's table, one for each. */
export const cardRows = (cards: readonly LetterCard[]): string[] => cards.map((card) => row(12, cardBox(card)))

function cardBox({ badge, place, time, text, marks, from, open, actions }: LetterCard): string {
  // A word that is wider than a telephone: an address, a name without spaces.
  const small = `${letters};font-size:13px;line-height:18px;word-break:break-word`
  const rows = [
    `<tr><td class="muted" style="${small};color:${light.muted}">${badge ? `${badgeBox(badge)}&nbsp; ` : ''}<span class="soft" style="color:${light.soft};font-weight:600">${escape(place)}</span></td>
<td class="muted" align="right" valign="top" width="1%" style="padding:0 0 0 12px;${small};color:${light.muted};white-space:nowrap">${escape(time)}</td></tr>`,
    `<tr><td colspan="2" class="ink" style="padding:10px 0 0;${letters};font-size:16px;line-height:24px;color:${light.ink};word-break:break-word">${markedText(text, marks)}</td></tr>`,
  ]
  if (from !== '')
    rows.push(
      `<tr><td colspan="2" class="muted" style="padding:8px 0 0;${small};color:${light.muted}">${escape(from)}</td></tr>`,
    )
  rows.push(`<tr><td colspan="2" style="padding:12px 0 0">${openBox(open)}${actions.map(actionBox).join('')}</td></tr>`)
  return `<table ${table} width="100%"><tr><td class="surface card" style="padding:18px 22px 12px;background-color:${light.surface};border:1px solid ${light.line};border-radius:14px">
<table ${table} width="100%">
${rows.join('\n')}
</table>
</td></tr></table>`
}

function badgeBox({ title, hot }: NonNullable<LetterCard['badge']>): string {
  const look = hot
    ? `background-color:${light.warnQuiet};border:1px solid ${light.warnLine};color:${light.warn}`
    : `border:1px solid ${light.lineStrong};color:${light.muted}`
  return `<span class="${hot ? 'hot' : 'badge'}" style="display:inline-block;padding:0 6px;border-radius:5px;font-size:12px;font-weight:600;${look}">${escape(title)}</span>`
}

const beside =
  'display:inline-block;margin:0 6px 8px 0;border-radius:9px;font-size:14px;line-height:20px;font-weight:600;text-decoration:none'

/** The border takes the room that the border of the others takes. */
const openBox = ({ title, url }: LetterLink): string =>
  `<a class="accent button" href="${escape(url)}" target="_blank" style="${beside};padding:8px 14px;border:1px solid ${light.accent};background-color:${light.accent};${letters};color:${light.onAccent}">${escape(title)}</a>`

const actionBox = ({ title, url }: LetterLink): string =>
  `<a class="action" href="${escape(url)}" target="_blank" style="${beside};padding:8px 12px;border:1px solid ${light.lineStrong};${letters};color:${light.strong}">${escape(title)}</a>`

function markedText(text: string, marks: readonly number[]): string {
  const parts: string[] = []
  let at = 0
  for (let each = 0; each + 1 < marks.length; each += 2) {
    const [start = 0, end = 0] = [marks[each], marks[each + 1]]
    if (start < at || end <= start || end > text.length) continue
    parts.push(lines(text.slice(at, start)))
    parts.push(
      `<span class="mark" style="padding:1px 2px;border-radius:3px;background-color:${light.mark};color:${light.markInk}">${lines(text.slice(start, end))}</span>`,
    )
    at = end
  }
  return [...parts, lines(text.slice(at))].join('')
}

const lines = (text: string): string => escape(text).replaceAll('\n', '<br>')

/** The same in plain text. */
export function plainCard({ badge, place, time, text, from, open }: LetterCard): string {
  const head = [badge?.title, place, time].filter((part) => part !== undefined && part !== '').join(' · ')
  return [head, text, ...(from === '' ? [] : [from]), `${open.title}:`, open.url].join('\n')
}
