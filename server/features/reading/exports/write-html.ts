/** One page that needs nothing else: a card for each row, light or dark as the reader's screen is. */
import { webAddress, type Cell, type SheetColumn, type FilePiece, type Sheet } from './sheet.ts'
import { writtenMoment } from './wall-clock.ts'

const style = `
:root{color-scheme:light dark;--back:#f4f5f7;--card:#fff;--ink:#1d2126;--soft:#5f6873;--line:#dfe3e8;--link:#0b63c5}
@media (prefers-color-scheme:dark){:root{--back:#15181c;--card:#1f2329;--ink:#e8eaed;--soft:#9aa4b0;--line:#343a42;--link:#74b3ff}}
@media print{:root{--back:#fff}article{break-inside:avoid}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:56rem;padding:1.5rem 1rem;background:var(--back);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 1.25rem}
article{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1rem 1.25rem;margin:0 0 .75rem;content-visibility:auto;contain-intrinsic-size:auto 12rem}
header{color:var(--soft);font-size:.875rem}
.text{margin:.5rem 0;white-space:pre-wrap;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.125rem .75rem;margin:0;font-size:.875rem}
dt{color:var(--soft)}
dd{margin:0;overflow-wrap:anywhere}
a{color:var(--link)}
@media (max-width:30rem){dl{grid-template-columns:1fr}dd{margin-bottom:.25rem}}`

export async function* writeHtml({ title, columns, rows, note }: Sheet): AsyncGenerator<FilePiece> {
  yield `<!doctype html>
<html lang="ru">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title>
<style>${style}
</style>
<h1>${escaped(title)}</h1>
<main>
`
  const card = cardWriter(columns)
  for await (const some of rows) yield some.map(card).join('')
  const last = note()
  yield `${last === null ? '' : `<p>${escaped(last)}</p>\n`}</main>\n</html>\n`
}

function cardWriter(columns: SheetColumn[]): (row: Cell[]) => string {
  const placed = columns.map((column, place) => ({
    ...column,
    at: place,
    /** Where the address lies that this name leads to. */
    link: columns.findIndex(({ of }) => of === column.title),
  }))
  const of = (place: SheetColumn['place']) =>
    placed.filter((column) => column.place === place && column.of === undefined)
  const [head, text, details] = [of('head'), of('text'), of('detail')]

  function shown(row: Cell[], { kind, at, link }: (typeof placed)[number]): string {
    const cell = row[at] ?? null
    const address = webAddress(row[kind === 'link' ? at : link])
    if (cell === null || cell === '') return address === null ? '' : anchor(address, address)
    if (kind === 'moment') return `<time>${writtenMoment(Number(cell))}</time>`
    return address === null ? escaped(String(cell)) : anchor(address, String(cell))
  }
  return (row) => {
    const heads = head.map((column) => shown(row, column)).filter((each) => each !== '')
    const texts = text.map((column) => `<p class="text">${shown(row, column)}</p>\n`)
    const rest = details.flatMap((column) => {
      const value = shown(row, column)
      return value === '' ? [] : [`<dt>${escaped(column.title)}</dt><dd>${value}</dd>\n`]
    })
    return `<article>\n<header>${heads.join(' · ')}</header>\n${texts.join('')}<dl>\n${rest.join('')}</dl>\n</article>\n`
  }
}

const anchor = (address: string, name: string): string =>
  `<a href="${escaped(address)}" rel="noopener noreferrer">${escaped(name)}</a>`

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? '')
