/** What the buttons of a chat carry: ids and nothing else, in no more than 64 bytes. Anyone may send anything: it is read strictly, and rights are asked for elsewhere. */
import { createHash } from 'node:crypto'

export const commandNames = ['help', 'today', 'filters', 'pause', 'resume', 'stop'] as const
export type CommandName = (typeof commandNames)[number]

const ofMessage = {
  favorite: 'f',
  unfavorite: 'u',
  notMine: 'n',
  mine: 'm',
  take: 't',
  /** The message by itself, from a list. */
  show: 's',
  /** «Просто не моё»: no word is to be hidden. */
  justNotMine: 'k',
} as const
const ofWord = { tryWord: 'w', hideWord: 'x' } as const

export type PressData =
  | { do: keyof typeof ofMessage; messageId: number; filterId: number }
  /** `word`: its hash (`hashOfWord`). */
  | { do: keyof typeof ofWord; messageId: number; filterId: number; word: string }
  | { do: 'rule'; filterId: number; on: boolean; page: number }
  | { do: 'list'; page: number }
  | { do: 'pause'; how: 'hour' | 'hours' | 'morning' | 'day' }
  | { do: 'command'; name: CommandName }
  /** It says something and does nothing. */
  | { do: 'nothing' }

export const hashOfWord = (word: string): string =>
  createHash('sha256').update(word.toLowerCase()).digest('hex').slice(0, 12)

const pauses = { hour: 'h', hours: '3', morning: 'm', day: 'd' } as const

export function writePress(data: PressData): string {
  switch (data.do) {
    case 'rule':
      return `r:${data.filterId}:${data.on ? 1 : 0}:${data.page}`
    case 'list':
      return `l:${data.page}`
    case 'pause':
      return `p:${pauses[data.how]}`
    case 'command':
      return `c:${data.name}`
    case 'nothing':
      return '-'
    case 'tryWord':
    case 'hideWord':
      return `${ofWord[data.do]}:${data.messageId}:${data.filterId}:${data.word}`
    default:
      return `${ofMessage[data.do]}:${data.messageId}:${data.filterId}`
  }
}

const keyOf = <Keys extends Record<string, string>>(keys: Keys, written: string | undefined): keyof Keys | null =>
  Object.entries(keys).find(([, each]) => each === written)?.[0] ?? null

/** Null: none of ours, or of before. */
export function readPress(written: string): PressData | null {
  if (written === '-') return { do: 'nothing' }
  const [what, first = '', second = '', third = '', ...more] = written.split(':')
  if (more.length > 0) return null
  const ids = [first, second].map((part) => (/^\d{1,15}$/.test(part) ? Number(part) : null))
  const [id, other] = ids as [number | null, number | null]
  const message = keyOf(ofMessage, what)
  if (message && id !== null && other !== null && third === '') return { do: message, messageId: id, filterId: other }
  const word = keyOf(ofWord, what)
  if (word && id !== null && other !== null && /^[0-9a-f]{12}$/.test(third))
    return { do: word, messageId: id, filterId: other, word: third }
  if (what === 'r' && id !== null && (second === '0' || second === '1') && /^\d{1,3}$/.test(third))
    return { do: 'rule', filterId: id, on: second === '1', page: Number(third) }
  if (what === 'l' && id !== null && id < 1_000 && second === '') return { do: 'list', page: id }
  const how = keyOf(pauses, first)
  if (what === 'p' && how && second === '') return { do: 'pause', how }
  const name = commandNames.find((each) => each === first)
  return what === 'c' && name && second === '' ? { do: 'command', name } : null
}
