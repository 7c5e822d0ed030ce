import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import { spanInWords } from '../../../../kit/ui/text/relative-time.ts'

/** «вы ответили за 4 мин»; of a colleague with their name; null while no one did. One's own answer comes first. */
export function answeredInWords(
  { answers, publishedAt }: Pick<FeedMessage, 'answers' | 'publishedAt'>,
  myId: number,
): string | null {
  const answer = answers.find(({ user }) => user.id === myId) ?? answers[0]
  if (!answer) return null
  const span = spanInWords(Date.parse(answer.at) - Date.parse(publishedAt))
  return answer.user.id === myId ? `вы ответили за ${span}` : `ответ за ${span}: ${answer.user.name}`
}
