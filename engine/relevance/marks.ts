/** Marks that people gave to messages, as lines of JSON: `{"text": "…", "unwanted": true, "intent": false}`, a head or both. */
import type { Example } from './train.ts'

/** A mark is a person's word about a real message: worth as much as a sentence written for training. */
const MARK_WEIGHT = 6

/** Error, naming the line, when a line is no mark. Empty lines are passed over. */
export function parseMarks(lines: string): Example[] {
  return lines.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [parseMark(line, index + 1)]))
}

function parseMark(line: string, number: number): Example {
  let mark: unknown
  try {
    mark = JSON.parse(line)
  } catch {
    throw new Error(`line ${number}: not JSON`)
  }
  if (
    typeof mark !== 'object' ||
    mark === null ||
    !('text' in mark) ||
    typeof mark.text !== 'string' ||
    mark.text.trim() === ''
  ) {
    throw new Error(`line ${number}: "text" is missing`)
  }
  const example: Example = { text: mark.text, weight: MARK_WEIGHT }
  for (const head of ['unwanted', 'intent'] as const) {
    const value = head in mark ? (mark as Record<string, unknown>)[head] : undefined
    if (value === undefined) continue
    if (typeof value !== 'boolean') throw new Error(`line ${number}: "${head}" is neither true nor false`)
    example[head] = value
  }
  if (example.unwanted === undefined && example.intent === undefined)
    throw new Error(`line ${number}: neither "unwanted" nor "intent"`)
  return example
}
