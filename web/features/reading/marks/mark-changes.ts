/** What a reader's marks change about a message before the server has answered. */
import type { FeedMessage } from '../../../../contract/reading/feed.ts'
import type { MessageMarks } from '../../../../contract/reading/message-marks.ts'
import { isSpam } from '../../../../rules/filters/spam.ts'

export interface Me {
  id: number
  name: string
}

type Changes = Partial<MessageMarks>

const without = (ids: readonly number[], id: number): number[] => ids.filter((each) => each !== id)
const withOne = (ids: readonly number[], id: number, value: boolean): number[] =>
  value ? [...without(ids, id), id] : without(ids, id)

/** A like takes a dislike away. */
export function likeChange({ likes, dislikes }: FeedMessage, me: Me, value: boolean): Changes {
  return { likes: withOne(likes, me.id, value), dislikes: value ? without(dislikes, me.id) : dislikes }
}

/** A dislike takes a like away. */
export function dislikeChange({ likes, dislikes }: FeedMessage, me: Me, value: boolean): Changes {
  return { likes: value ? without(likes, me.id) : likes, dislikes: withOne(dislikes, me.id, value) }
}

/** The mark comes first; without it others' marks and the model still have their say, and of the model only the server knows. */
export function spamChange({ spamMarked, spamCount, spam, verdict }: FeedMessage, value: boolean): Changes {
  const count = Math.max(0, spamCount + Number(value) - Number(spamMarked))
  const isUnwanted = spam && !isSpam({ spamMarked, spamCount: spamCount, isUnwanted: false, verdict })
  return {
    spamMarked: value,
    spamCount: count,
    spam: isSpam({ spamMarked: value, spamCount: count, isUnwanted, verdict }),
  }
}

/** An empty text takes the note away. */
export function noteChange({ notes }: FeedMessage, me: Me, text: string, now: Date): Changes {
  const others = notes.filter(({ user }) => user.id !== me.id)
  const note = text.trim()
  return { notes: note === '' ? others : [...others, { user: me, text: note, updatedAt: now.toISOString() }] }
}

export function ownNote({ notes }: Pick<FeedMessage, 'notes'>, me: Me): string {
  return notes.find(({ user }) => user.id === me.id)?.text ?? ''
}
