/** The feed: pick ids, fill them, show them. */
import { WORD_TOTAL_CAP } from '../../../../contract/reading/feed.ts'
import { TOTAL_CAP } from '../../../../contract/total-cap.ts'
import { personOf, type Handlers } from '../../../kit/context.ts'
import { AppError } from '../../../kit/app-error.ts'
import { everything, getAuthor } from './read/author.ts'
import { readCards } from './read/cards.ts'
import { countInFeed } from './read/count-views.ts'
import { feedSettingsAnswers } from './feed-settings.ts'
import { listActivity } from './read/activity.ts'
import { countHiddenOnes, queryHidden } from './read/hidden.ts'
import { feedListenersOf } from './live/feed-listeners.ts'
import { asksWords } from './read/conditions.ts'
import { countItems, getNewestSeqId, pickPage, pickCopies } from './read/pick.ts'
import { readAskedFields, readScope } from './read/scope.ts'
import { openSource } from './read/open-source.ts'
import { tryStopWord } from './read/stop-word.ts'
import { getVeiled } from './read/veiled.ts'
import { countFilterValues } from './read/value-counts.ts'
import { explainMessage } from './read/why.ts'
import { defineFeature } from '../../../kit/feature.ts'
import { personalFeed } from './personal-feed.ts'
import { feedSignals } from './feed.signals.ts'
import { accessMessage } from './read/access-message.ts'

const MOST_COPIES = 200

/** The messages behind one card. */
const listCopies: Handlers<'feed'>['listCopies'] = async (ctx, { id, search, ...asked }) => {
  const { db } = ctx
  const person = personOf(ctx)
  const scope = await readScope(ctx, person, await readAskedFields(ctx, person.id, asked), search)
  const card = await accessMessage(db, scope.reader, id, scope.now)
  return { copies: await readCards(db, scope, await pickCopies(db, scope, card, MOST_COPIES), ctx.language) }
}

const getMessage: Handlers<'feed'>['getMessage'] = async (ctx, { id }) => {
  const scope = await readScope(ctx, personOf(ctx), everything(false))
  const { seqId } = await accessMessage(ctx.db, scope.reader, id, scope.now)
  const [message] = await readCards(ctx.db, scope, [seqId], ctx.language)
  if (!message) throw new AppError('MESSAGE_NOT_FOUND')
  return { message }
}

const handlers: Handlers<'feed'> = {
  async queryFeed(ctx, input) {
    const { db } = ctx
    const person = personOf(ctx)
    const fields = await readAskedFields(ctx, person.id, input)
    const reading = input.upTo ?? getNewestSeqId(db)
    // All that the page may hold is judged by then.
    if (fields.learned) await reading
    const [scope, newest] = await Promise.all([readScope(ctx, person, fields, input.search), reading])
    const limit = input.limit ?? fields.limit
    const order = input.order ?? 'new'
    const pages = input.pageOffset ?? (input.seqId === undefined ? 0 : 1)
    const page =
      input.seqId === undefined
        ? { upTo: newest, limit, order, edge: null, offset: pages * limit }
        : {
            upTo: newest,
            limit,
            order,
            edge: {
              seqId: input.seqId,
              direction: input.direction ?? ('forward' as const),
              ...(input.intent && { level: input.intent }),
            },
            offset: Math.max(0, pages - 1) * limit,
          }
    const cap = asksWords(scope.question) ? WORD_TOTAL_CAP : TOTAL_CAP
    const [messages, total] = await Promise.all([
      pickPage(db, scope, page).then((ids) => readCards(db, scope, ids, ctx.language)),
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

  async setFeedListener(ctx, input) {
    if (!ctx.socket) throw new AppError('SOCKET_ONLY')
    return feedListenersOf(ctx).listen(ctx.socket, personOf(ctx).id, input)
  },

  queryHidden,
  countHidden: countHiddenOnes,
  countFilterValues,
  explainMessage,
  listCopies,
  listActivity,
  getMessage,
  getAuthor,
  openSource,
  tryStopWord,
  getVeiled,
  ...feedSettingsAnswers,
}

declare module '../../../kit/context.ts' {
  interface FeatureHooks {
    /**
     * How many messages of each view (rules/filters/views.ts) this person would find in their feed now. Anyone who shows such a number
     * beside a way to the feed asks here: both must say the same. No further than one above `TOTAL_CAP`.
     */
    countInFeed: typeof countInFeed
  }
}

declare module '../../../kit/bus.ts' {
  interface BusMessages {
    /** Feed items up to this seqId are stored. */
    'feed.stored': { upTo: number }
    /** This person turned notices in their browsers on or off. */
    'feed.push.changed': { userId: number }
    /**
     * Something about a message has changed: what these people, or, with null, everybody may know of it. `left`: a product whose
     * readers see it there no more. `edited`: its text is another one.
     */
    'message.changed': {
      messageId: number
      userIds: number[] | null
      edited?: boolean
      left?: { productType: string; productId: number }
    }
  }
}

export const feedFeature = defineFeature({
  name: 'feed',
  signals: feedSignals,
  handlers,
  personalData: personalFeed,
  hooks: { countInFeed },
})
