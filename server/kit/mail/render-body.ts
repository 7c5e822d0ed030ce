/** Paragraphs of a letter in which words are bold or lead somewhere, headings, lists and buttons among them. */
import type { LetterBlock, LetterLink, LetterRun } from './letter.ts'
import { escape, letters, light, row, table } from './look.ts'

/** As rows of the letter's table, one for each. */
export const bodyRows = (blocks: readonly LetterBlock[]): string[] => blocks.map(blockRow)

function blockRow(block: LetterBlock): string {
  switch (block.kind) {
    case 'paragraph':
      return row(14, `<p class="soft" style="margin:0;${text}">${runsHtml(block.runs)}</p>`)
    case 'heading':
      return row(
        26,
        `<h2 class="ink" style="margin:0;${letters};font-size:18px;line-height:24px;font-weight:700;color:${light.ink};word-break:break-word">${runsHtml(block.runs)}</h2>`,
      )
    case 'list':
      return row(
        14,
        `<ul class="soft" style="margin:0;padding:0 0 0 22px;${text}">${block.items.map((item) => `<li style="margin:0 0 6px">${runsHtml(item)}</li>`).join('')}</ul>`,
      )
    case 'button':
      return row(22, buttonBox(block))
  }
}

const text = `${letters};font-size:16px;line-height:25px;color:${light.soft};word-break:break-word`

const runsHtml = (runs: readonly LetterRun[]): string =>
  runs
    .map(({ text: words, bold, url }) => {
      const html = escape(words).replaceAll('\n', '<br>')
      if (url !== undefined)
        return `<a class="link" href="${escape(url)}" target="_blank" style="color:${light.strong}">${html}</a>`
      return bold ? `<strong class="ink" style="color:${light.ink}">${html}</strong>` : html
    })
    .join('')

/** A cell with a colour, so that Outlook shows a button too. */
export function buttonBox({ title, url }: LetterLink): string {
  return `<table ${table} class="stretch"><tr><td class="accent" align="center" bgcolor="${light.accent}" style="background-color:${light.accent};border-radius:10px"><a class="button" href="${escape(url)}" target="_blank" style="display:inline-block;padding:14px 28px;${letters};font-size:16px;line-height:20px;font-weight:600;color:${light.onAccent};text-decoration:none;border-radius:10px">${escape(title)}</a></td></tr></table>`
}

/** The same in plain text, one part for each block. */
export const plainBody = (blocks: readonly LetterBlock[]): string[] =>
  blocks.map((block) => {
    if (block.kind === 'button') return `${block.title}:\n${block.url}`
    if (block.kind === 'list') return block.items.map((item) => `- ${plainRuns(item)}`).join('\n')
    return plainRuns(block.runs)
  })

const plainRuns = (runs: readonly LetterRun[]): string =>
  runs.map(({ text: words, url }) => (url === undefined || url === words ? words : `${words} (${url})`)).join('')

/** Without marks, for what a list of letters shows beside the subject. */
export const firstWords = (blocks: readonly LetterBlock[]): string =>
  blocks
    .flatMap((block) => (block.kind === 'paragraph' ? block.runs.map(({ text: words }) => words).join('') : []))
    .join(' ')
