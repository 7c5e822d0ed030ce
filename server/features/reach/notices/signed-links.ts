/** Links of letters: what one would do, and doing it, in the name of whom the letter was written to. Only a press does anything: scanners of mail open every link. */
import type { ResultOf } from '../../../../contract/call.ts'
import type { notices } from '../../../../contract/reach/notices.ts'
import { alarmTitles } from '../../../../rules/notices/alarms.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { AppContext, Handlers } from '../../../kit/context.ts'
import { isOneClick } from '../../../kit/mail/one-click.ts'
import { accessFilter } from '../../reading/filters/filters.public.ts'
import { readLink, signLink, type LinkedAction } from './letters/link-token.ts'
import { findLetterRule, setAlarmLetters, stopLettersOf, wantLettersOf } from './letters/no-letters.ts'
import { readNoticePreferences } from './read-preferences.ts'
import { noticeText } from '../../../../rules/notices/words.ts'

type SignedAction = ResultOf<typeof notices.readNoticeLink>
type OfMessage = Extract<LinkedAction, { messageId: number }>

export const readNoticeLink: Handlers<'notices'>['readNoticeLink'] = async (ctx, { token }) => {
  const { userId, linked } = await accessLink(ctx, token)
  return { ...(await describe(ctx, userId, linked)), undo: null }
}

export const followNoticeLink: Handlers<'notices'>['followNoticeLink'] = async (ctx, { token }) => {
  const { userId, linked } = await accessLink(ctx, token)
  const back = await follow(ctx, userId, linked)
  return { ...(await describe(ctx, userId, linked)), undo: back && signLink(ctx, userId, back) }
}

/** A link that holds, and whose person is there still. */
async function accessLink(ctx: AppContext, token: string): Promise<{ userId: number; linked: LinkedAction }> {
  const read = readLink(ctx, token)
  const user = read
    ? await ctx.db
        .selectFrom('users')
        .select('id')
        .where('id', '=', read.userId)
        .where('deletionAt', 'is', null)
        .executeTakeFirst()
    : undefined
  if (!read || !user) throw new AppError('NOTICE_LINK_NOT_FOUND')
  return read
}

/** Who presses is in no session: they get nothing that a role of theirs would open. */
const personOf = (userId: number) => ({ id: userId, roles: [] })

async function describe(ctx: AppContext, userId: number, linked: LinkedAction): Promise<Omit<SignedAction, 'undo'>> {
  if ('messageId' in linked) return describeMessage(ctx, userId, linked)
  if ('alarm' in linked) {
    const { alarms } = await readNoticePreferences(ctx.db, userId)
    return {
      action: 'unsubscribe',
      about: 'alarm',
      text: alarmTitles[linked.alarm],
      messageId: null,
      done: !alarms[linked.alarm].includes('email'),
    }
  }
  const [filter, rule] = await Promise.all([
    accessFilter(ctx.db, userId, linked.filterId, ctx.clock.now()),
    findLetterRule(ctx.db, userId, linked.filterId),
  ])
  return { action: 'unsubscribe', about: 'filter', text: filter.name, messageId: null, done: rule?.mode === 'off' }
}

async function describeMessage(
  ctx: AppContext,
  userId: number,
  { action, messageId }: OfMessage,
): Promise<Omit<SignedAction, 'undo'>> {
  const { message } = await ctx.hooks.askByNotice(ctx, personOf(userId), 'feed', 'getMessage', { id: messageId })
  const done = {
    favorite: message.favorite,
    notMine: message.dislikes.includes(userId),
    take: message.lead?.assignee?.id === userId,
  }[action]
  return { action, about: 'message', text: noticeText([message.text]), messageId, done }
}

/** @returns what takes it back; null: nothing was changed, or it cannot be */
async function follow(ctx: AppContext, userId: number, linked: LinkedAction): Promise<LinkedAction | null> {
  if ('messageId' in linked) return followMessage(ctx, userId, linked)
  if ('alarm' in linked) {
    const changed = await setAlarmLetters(ctx, userId, linked.alarm, linked.back)
    return changed && !linked.back ? { ...linked, back: true } : null
  }
  if (linked.back) {
    await wantLettersOf(ctx, userId, linked.filterId, linked.mode)
    return null
  }
  const mode = await stopLettersOf(ctx, userId, linked.filterId)
  return mode === undefined ? null : { action: 'unsubscribe', filterId: linked.filterId, back: true, mode }
}

async function followMessage(ctx: AppContext, userId: number, linked: OfMessage): Promise<LinkedAction | null> {
  const { action, messageId: id, back } = linked
  const person = personOf(userId)
  if (action === 'take') {
    if (!back) await ctx.hooks.askByNotice(ctx, person, 'leads', 'takeLead', { id })
    return null
  }
  const wanted = { id, value: !back }
  if (action === 'favorite') await ctx.hooks.askByNotice(ctx, person, 'marks', 'setFavorite', wanted)
  else await ctx.hooks.askByNotice(ctx, person, 'marks', 'setDislike', wanted)
  return back ? null : { ...linked, back: true }
}

/** The page, with the token where no server sees it again. */
export const openUnsubscribe: Handlers<'notices'>['openUnsubscribe'] = (_ctx, { token }) =>
  Promise.resolve({ location: `/notice#${token}` })

/**
 * Done at once and without a question, as often as it comes. Who asks is a mail service that has no use for an answer in words: a link that holds no more
 * is answered as any other, since nothing comes by it either.
 */
export const takeUnsubscribe: Handlers<'notices'>['takeUnsubscribe'] = async (ctx) => {
  const { query, body, headers } = ctx.raw ?? { query: '', body: Buffer.alloc(0), headers: {} }
  if (!isOneClick(headers['content-type'] ?? '', body.toString('utf8')))
    return { status: 400, type: 'text/plain; charset=utf-8', body: 'List-Unsubscribe=One-Click is missing\n' }
  const link = readLink(ctx, new URLSearchParams(query).get('token') ?? '')
  // Another link of a letter is not for this: it does nothing here.
  if (link && link.linked.action === 'unsubscribe' && !link.linked.back) {
    try {
      await follow(ctx, link.userId, link.linked)
    } catch (error) {
      // The filter is gone, and its letters with it.
      if (!(error instanceof AppError)) throw error
    }
  }
  return { status: 200, type: 'text/plain; charset=utf-8', body: 'ok\n' }
}
