/** The feed: pick ids, fill them, show them. */
import { TOTAL_CAP, WORD_TOTAL_CAP } from '../../../contract/feed.ts'
import { personOf, type Answers } from '../../kit/asking.ts'
import { Refusal } from '../../kit/refusal.ts'
import { readCards } from './cards.ts'
import { listCopies } from './copies.ts'
import { feedSettingsAnswers } from './feed-settings.ts'
import { queryHidden } from './hidden.ts'
import type { FeedListeners } from './listeners.ts'
import { countItems, getNewestSeqId, pickPage } from './pick.ts'
import { readAskedFields, readScope } from './scope.ts'
import { tryStopWord } from './stop-word.ts'
import { explainMessage } from './why.ts'

export function answerFeed(listeners: FeedListeners): Answers<'feed'> {
  return {
    async queryFeed(asking, input) {
      const { db } = asking
      const person = personOf(asking)
      const fields = await readAskedFields(db, person.id, input)
      const reading = input.upTo ?? getNewestSeqId(db)
      // All that the page may hold is judged by then.
      if (fields.learned) await reading
      const [scope, newest] = await Promise.all([readScope(asking, person, fields), reading])
      const limit = input.limit ?? fields.limit
      const pages = input.pageOffset ?? (input.seqId === undefined ? 0 : 1)
      const page =
        input.seqId === undefined
          ? { upTo: newest, limit, edge: null, offset: pages * limit }
          : {
              upTo: newest,
              limit,
              edge: { seqId: input.seqId, direction: input.direction ?? ('forward' as const) },
              offset: Math.max(0, pages - 1) * limit,
            }
      const { includedTerms, excludedTerms } = scope.question
      const cap = includedTerms.length + excludedTerms.length > 0 ? WORD_TOTAL_CAP : TOTAL_CAP
      const [messages, total] = await Promise.all([
        pickPage(db, scope, page).then((ids) => readCards(db, scope, ids)),
        countItems(db, scope, { after: 0, upTo: newest }, cap),
      ])
      return {
        queryId: input.queryId ?? null,
        messages,
        total: Math.min(total, cap),
        totalCapped: total > cap,
        upTo: newest,
      }
    },

    async setFeedListener(asking, input) {
      if (!asking.socket) throw new Refusal('SOCKET_ONLY')
      return { updates: await listeners.listen(asking.socket, personOf(asking), input.filters) }
    },

    queryHidden,
    explainMessage,
    listCopies,
    tryStopWord,
    ...feedSettingsAnswers,
  }
}
