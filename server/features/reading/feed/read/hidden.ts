/** What is kept from the reader, and why: nothing vanishes silently. */
import { HIDDEN_CAP, type FeedMessage } from '../../../../../contract/reading/feed.ts'
import type { HidingReason } from '../../../../../contract/reading/hiding-reasons.ts'
import { whyHidden, type FilterableItem, type Hiding } from '../../../../../rules/filters/fits.ts'
import { VIEW_OF_EVERYTHING, readView } from '../../../../../rules/filters/views.ts'
import { personOf, type Handlers } from '../../../../kit/context.ts'
import { yieldEvery } from '../../../../kit/yield-every.ts'
import { openJudge, type PersonalJudge } from '../../learning/learning.public.ts'
import { readCards } from './cards.ts'
import { readItemFacts } from '../items/item-facts.ts'
import { countHidden, pickHidden } from './pick.ts'
import { readAskedFields, readScope, type FeedScope } from './scope.ts'

const PAGE = 20
/** Which words speak against a message is worked out word by word. */
const LONGEST_TURN_MS = 5
const MOST_WORDS = 3

export const queryHidden: Handlers<'feed'>['queryHidden'] = async (ctx, input) => {
  const { db } = ctx
  const person = personOf(ctx)
  const scope = productsOf(await readScope(ctx, person, await readAskedFields(ctx, person.id, input)), input.view)
  const limit = input.limit ?? PAGE
  const seqIds = await pickHidden(db, scope, { before: input.before ?? null, limit })
  const [messages, facts] = await Promise.all([
    readCards(db, scope, seqIds, ctx.language),
    readItemFacts(db, scope, seqIds),
  ])
  const judge = scope.question.learned ? await openJudge(db, person.id) : null
  const nextTurn = yieldEvery(LONGEST_TURN_MS)
  const hidden: ({ message: FeedMessage } & Hiding)[] = []
  for (const message of messages) {
    const item = facts.get(message.seqId)
    if (item) hidden.push({ message, ...reasonOf(scope, item, message, judge) })
    await nextTurn()
  }
  return { hidden, next: seqIds.length < limit ? null : (seqIds.at(-1) ?? null) }
}

export const countHiddenOnes: Handlers<'feed'>['countHidden'] = async (ctx, input) => {
  const { db } = ctx
  const person = personOf(ctx)
  const scope = productsOf(await readScope(ctx, person, await readAskedFields(ctx, person.id, input)), input.view)
  const { count, more } = await countHidden(db, scope, HIDDEN_CAP)
  return { count: Math.min(count, HIDDEN_CAP), capped: more || count > HIDDEN_CAP }
}

/** The same with no more products than those of the view; what is of others is not hidden by it. */
function productsOf(scope: FeedScope, key = VIEW_OF_EVERYTHING): FeedScope {
  const view = readView(key)
  if (!view) return scope
  const { productType, productId } = view
  const products = scope.products.filter((each) => each.productType === productType && each.productId === productId)
  return { ...scope, products }
}

/** What the rules see no reason for is there already: under another product, or in other people's words. */
function reasonOf(
  { question, now }: FeedScope,
  item: FilterableItem,
  message: FeedMessage,
  judge: PersonalJudge | null,
): Hiding {
  const hiding = whyHidden(question, item, now.getTime()) ?? { reason: 'copy', detail: null }
  return hiding.detail === null ? { ...hiding, detail: detailOf(hiding.reason, message, judge) } : hiding
}

/** Where the rules know a number only, the message knows the name, or the words. */
function detailOf(reason: HidingReason, message: FeedMessage, judge: PersonalJudge | null): string | null {
  if (reason === 'learned') return judge?.(message.text).words.slice(0, MOST_WORDS).join(', ') || null
  if (reason === 'locations') return message.location?.name ?? null
  if (reason === 'assignee') return message.lead?.assignee?.name ?? null
  if (reason === 'products') return message.product.name || null
  return reason === 'blackList' ? (message.author?.name ?? null) : null
}
