/** One line of an imported file -> a message, or why it is none. */
import { messageKinds, networks, type MessageKind, type Network } from '../../../../contract/networks.ts'
import type { RawMessage } from '../shared/source.ts'

export type ParsedLine = { message: RawMessage } | { mistake: string; isObject: boolean }

/** `{id, network, kind, createdAt|null, authorId|null, groupId|null, text}`; other fields are not looked at. */
export function parseFileMessage(line: string): ParsedLine {
  let parsed: unknown
  try {
    parsed = JSON.parse(line)
  } catch {
    return { mistake: `не JSON: «${short(line)}»`, isObject: false }
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    return { mistake: 'не объект JSON', isObject: false }
  const fields = parsed as Record<string, unknown>
  const refuse = (mistake: string): ParsedLine => ({ mistake, isObject: true })

  const id = idOf(fields.id)
  if (!id) return refuse('поле id должно быть непустой строкой или числом')
  if (!isOneOf<Network>(networks, fields.network))
    return refuse(`неизвестная сеть ${quoted(fields.network)}, известны: ${networks.join(', ')}`)
  if (!isOneOf<MessageKind>(messageKinds, fields.kind))
    return refuse(`поле kind должно быть post или comment, а не ${quoted(fields.kind)}`)
  const publishedAt = timeOf(fields.createdAt)
  if (publishedAt === undefined) return refuse(`поле createdAt не время: ${quoted(fields.createdAt)}`)
  if (typeof fields.text !== 'string') return refuse('поле text должно быть строкой')
  if (fields.text.trim() === '') return refuse('поле text пусто')
  const authorId = idOf(fields.authorId)
  if (authorId === undefined)
    return refuse(`поле authorId должно быть строкой, числом или null, а не ${quoted(fields.authorId)}`)
  const groupId = idOf(fields.groupId)
  if (groupId === undefined)
    return refuse(`поле groupId должно быть строкой, числом или null, а не ${quoted(fields.groupId)}`)

  return {
    message: {
      network: fields.network,
      externalId: id,
      kind: fields.kind,
      publishedAt,
      text: fields.text,
      author: authorId ? { externalId: authorId, name: authorId } : null,
      group: groupId ? { externalId: groupId, name: groupId } : null,
    },
  }
}

/** @returns null when there is none, undefined when it is no id */
function idOf(value: unknown): string | null | undefined {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'string') return value.trim() === '' ? undefined : value
  return Number.isFinite(value) ? String(value) : undefined
}

/** @returns null when there is none, undefined when it is no time; a time without a zone is UTC */
function timeOf(value: unknown): Date | null | undefined {
  if (value === null || value === undefined) return null
  const written =
    typeof value === 'string'
      ? /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/.exec(value.trim())
      : null
  if (!written) return undefined
  const time = new Date(written[1] && !written[4] ? `${written[0]}Z` : written[0])
  return Number.isNaN(time.getTime()) ? undefined : time
}

function isOneOf<Word extends string>(words: readonly Word[], value: unknown): value is Word {
  return (words as readonly unknown[]).includes(value)
}

const quoted = (value: unknown): string =>
  value === undefined ? '(поля нет)' : `«${short(typeof value === 'string' ? value : JSON.stringify(value))}»`

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
