/**
 * The text of a mailing: paragraphs, and a few marks in them. It is read into the parts of a letter, never into HTML: whatever is written is shown as it
 * is written, or is one of these.
 *
 *   # Заголовок            a heading; the first line of all: the title of the letter
 *   - пункт                a list
 *   [[Открыть]](https://…) a button, alone on its line
 *   **важно**, [текст](https://…), https://…
 *   {{имя|друг}}           a variable, with what stands there when it is not known
 */

export interface Run {
  text: string
  bold?: true
  url?: string
}

export type Block =
  | { kind: 'paragraph' | 'heading'; runs: Run[] }
  | { kind: 'list'; items: Run[][] }
  | { kind: 'button'; title: string; url: string }

export interface ReadBody {
  /** Null: the subject is the title. */
  title: string | null
  blocks: Block[]
}

/** What may be filled in; `known`: everyone has it, so that nothing need stand instead. */
export const variables = {
  имя: { known: false, example: 'друг' },
  категория: { known: false, example: 'ваша категория' },
  почта: { known: true, example: '' },
} as const
export type VariableName = keyof typeof variables
export type Values = Partial<Record<VariableName, string>>

const isVariable = (name: string): name is VariableName => Object.hasOwn(variables, name)

export function readMailingBody(text: string): ReadBody {
  const blocks: Block[] = []
  let [title, paragraph, items]: [string | null, string[], Run[][]] = [null, [], []]
  const close = (): void => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', runs: readRuns(paragraph.join('\n')) })
    if (items.length > 0) blocks.push({ kind: 'list', items })
    paragraph = []
    items = []
  }
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    const trimmed = line.trim()
    const heading = /^#{1,3}\s+(\S.*)$/.exec(trimmed)?.[1]
    const button = BUTTON.exec(trimmed)
    const item = /^[-•]\s+(\S.*)$/.exec(trimmed)?.[1]
    if (item === undefined && items.length > 0) close()
    if (trimmed === '') close()
    else if (heading !== undefined) {
      const first = blocks.length === 0 && paragraph.length === 0 && title === null
      close()
      if (first) title = heading
      else blocks.push({ kind: 'heading', runs: readRuns(heading) })
    } else if (button) {
      close()
      blocks.push({ kind: 'button', title: button[1] ?? '', url: button[2] ?? '' })
    } else if (item !== undefined) {
      if (paragraph.length > 0) close()
      items.push(readRuns(item))
    } else paragraph.push(trimmed)
  }
  close()
  return { title, blocks }
}

const BUTTON = /^\[\[([^[\]]{1,200})\]\]\(([^\s()]{1,2000})\)$/
const MARK = /\*\*([^*\n]{1,1000})\*\*|\[([^[\]\n]{1,500})\]\(([^\s()]{1,2000})\)|(https?:\/\/[^\s<>"()]{1,2000})/g
const isAddress = (url: string): boolean =>
  /^(https?:\/\/[^\s<>"']+\.[^\s<>"']+|mailto:[^\s<>"'@]+@[^\s<>"'@]+)$/.test(url)

/** A link that leads to neither https, http nor mailto stays the words it was written in. */
function readRuns(text: string): Run[] {
  const runs: Run[] = []
  let at = 0
  const add = (run: Run): void => void (run.text !== '' && runs.push(run))
  for (const found of text.matchAll(MARK)) {
    const [whole, bold, title, url, bare] = found
    add({ text: text.slice(at, found.index) })
    at = found.index + whole.length
    if (bold !== undefined) add({ text: bold, bold: true })
    else if (title !== undefined && url !== undefined) add(isAddress(url) ? { text: title, url } : { text: whole })
    else if (bare !== undefined) {
      // The full stop behind an address ends the sentence.
      const end = /[.,;:!?»]+$/.exec(bare)?.[0] ?? ''
      const address = bare.slice(0, bare.length - end.length)
      add(isAddress(address) ? { text: address, url: address } : { text: address })
      add({ text: end })
    }
  }
  add({ text: text.slice(at) })
  return runs
}

const VARIABLE = /\{\{\s*([^{}|]*?)\s*(?:\|([^{}]*))?\}\}/g

/** What is not known, or is blank, is what stands behind the bar. */
export function fillText(text: string, values: Values): string {
  return text.replace(VARIABLE, (whole, name: string, instead: string | undefined) => {
    if (!isVariable(name)) return whole
    const value = values[name]?.trim() ?? ''
    return value === '' ? (instead ?? '').trim() : value
  })
}

/** Filled in after it was read: nothing in a person's name is a mark. */
export function fillBody({ title, blocks }: ReadBody, values: Values): ReadBody {
  const fillRuns = (runs: Run[]): Run[] => runs.map((run) => ({ ...run, text: fillText(run.text, values) }))
  return {
    title: title === null ? null : fillText(title, values),
    blocks: blocks.map((block): Block => {
      if (block.kind === 'button') return { ...block, title: fillText(block.title, values) }
      if (block.kind === 'list') return { ...block, items: block.items.map(fillRuns) }
      return { ...block, runs: fillRuns(block.runs) }
    }),
  }
}

/** In Russian, each once: what keeps a text from being sent. */
export function findMailingMistakes(...texts: string[]): string[] {
  const found = new Set<string>()
  for (const text of texts) {
    const rest = text.replace(VARIABLE, (whole, name: string, instead: string | undefined) => {
      if (!isVariable(name)) found.add(`Переменной ${whole} нет. Есть ${variableList}`)
      else if (!variables[name].known && (instead ?? '').trim() === '')
        found.add(
          `Напишите, что подставить вместо ${whole}, если это неизвестно: {{${name}|${variables[name].example}}}`,
        )
      return ''
    })
    if (/\{\{|\}\}/.test(rest)) found.add('Двойные скобки переменной не закрыты')
    for (const line of text.split('\n')) {
      const url = BUTTON.exec(line.trim())?.[2]
      if (url !== undefined && !isAddress(url)) found.add(`Кнопка ведёт не на адрес: ${url}`)
    }
    for (const [, , title, url] of text.matchAll(MARK))
      if (title !== undefined && url !== undefined && !isAddress(url)) found.add(`Ссылка ведёт не на адрес: ${url}`)
  }
  return [...found]
}

const variableList = '{{имя|друг}}, {{категория|ваша категория}} и {{почта}}'

const TAG =
  /<\/?(?:a|b|i|u|p|br|hr|div|span|h[1-6]|img|table|tr|td|ul|ol|li|strong|em|font|style|html|body)(?:\s+[a-z-]+\s*=[^<>]*)?\s*\/?>/i

/** In Russian, each once: what may be sent, and is perhaps not meant. */
export function findWarnings(body: string): string[] {
  return TAG.test(body)
    ? [
        'Теги HTML придут как есть, буквами. Жирное пишут **так**, ссылку [текст](https://адрес), кнопку [[текст]](https://адрес)',
      ]
    : []
}
