/** What is kept from the reader, and why: nothing vanishes silently. */
import type { FeedMessage, HidingReason } from '../../../contract/feed.ts'
import { whyHidden, type FilterableItem, type Hiding } from '../../../rules/filters/fits.ts'
import { personOf, type Answers } from '../../kit/asking.ts'
import { readCards } from './cards.ts'
import { readItemFacts } from './item-facts.ts'
import { pickHidden } from './pick.ts'
import { readAskedFields, readScope, type Scope } from './scope.ts'

const PAGE = 20

export const queryHidden: Answers<'feed'>['queryHidden'] = async (asking, input) => {
  const { db } = asking
  const person = personOf(asking)
  const scope = await readScope(asking, person, await readAskedFields(db, person.id, input))
  const limit = input.limit ?? PAGE
  const seqIds = await pickHidden(db, scope, { before: input.before ?? null, limit })
  const [messages, facts] = await Promise.all([readCards(db, scope, seqIds), readItemFacts(db, scope, seqIds)])
  return {
    hidden: messages.flatMap((message) => {
      const item = facts.get(message.seqId)
      return item ? [{ message, ...reasonOf(scope, item, message) }] : []
    }),
    next: seqIds.length < limit ? null : (seqIds.at(-1) ?? null),
  }
}

/** What the rules see no reason for is there already: under another product, or in other people's words. */
function reasonOf({ question, now }: Scope, item: FilterableItem, message: FeedMessage): Hiding {
  const hiding = whyHidden(question, item, now.getTime()) ?? { reason: 'copy', detail: null }
  return hiding.detail === null ? { ...hiding, detail: placeOf(hiding.reason, message) } : hiding
}

/** Where the rules know a number only, the message knows the name. */
function placeOf(reason: HidingReason, message: FeedMessage): string | null {
  if (reason === 'locations') return message.location?.name ?? null
  if (reason === 'products') return message.product.name || null
  return reason === 'blackList' ? (message.author?.name ?? null) : null
}
