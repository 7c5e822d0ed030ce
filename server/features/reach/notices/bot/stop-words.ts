/** Words of a message that could be hidden from a filter, for who says that the message is not theirs. */
import type { NoticeMessage } from '../../../reading/feed/feed.public.ts'

const MOST = 4
const SHORTEST = 5

/** Words that stand in every message and say nothing of it. */
const common = new Set(
  'здравствуйте добрый добрая день вечер утро пожалуйста спасибо подскажите посоветуйте порекомендуйте нужен нужна нужно нужны ищем очень можно может нельзя чтобы который которая которые когда почему потому также только после перед между через около больше меньше другой другие сейчас сегодня завтра вчера сразу будет будут были была было если чтото кто-то есть всего всего всем всех хочу хотим хотелось сделать делать'.split(
    ' ',
  ),
)

/**
 * The longest of them, in the order of the text. Those by which it fits are left out: they would hide everything.
 * @returns in small letters, each once
 */
export function stopWordsOf({ text, spans }: Pick<NoticeMessage, 'text' | 'spans'>): string[] {
  const found = new Map<string, number>()
  for (const { 0: word, index } of text.matchAll(/[\p{L}][\p{L}-]*[\p{L}]/gu)) {
    const written = word.toLowerCase()
    if (word.length < SHORTEST || word.length > 30 || common.has(written) || found.has(written)) continue
    if (isMarked(spans, index, index + word.length)) continue
    found.set(written, index)
  }
  return [...found]
    .toSorted(([one], [other]) => other.length - one.length)
    .slice(0, MOST)
    .toSorted(([, one], [, other]) => one - other)
    .map(([word]) => word)
}

function isMarked(spans: readonly number[], from: number, to: number): boolean {
  for (let at = 0; at + 1 < spans.length; at += 2) if ((spans[at] ?? 0) < to && (spans[at + 1] ?? 0) > from) return true
  return false
}
