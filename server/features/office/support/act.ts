/**
 * What support does for a person. A preview does the same and takes it all back: what it says is what then happens, and nothing else
 * can refuse.
 */
import type { ActionData, SupportAction } from '../../../../contract/office/support.ts'
import { deletionGraceDays } from '../../../../contract/people/accounts.ts'
import { toKopecks } from '../../../../rules/money.ts'
import { productTitles } from '../../../../rules/product-titles.ts'
import { readAction, type Wanted, type WantedGrant } from '../../../../rules/support/action.ts'
import { deletionInWords, grantInWords } from '../../../../rules/support/changes.ts'
import { AppError } from '../../../kit/app-error.ts'
import { recordAuditEntry } from '../../../kit/audit.ts'
import { DAY, type Clock } from '../../../kit/clock.ts'
import { personOf, type CallContext, type Handlers } from '../../../kit/context.ts'
import { postLetter } from '../../../kit/mail/post-letter.ts'
import type { Tx } from '../../../kit/sql.ts'
import {
  lockSubscriptions,
  nameCategories,
  nameProjects,
  type HeldTariff,
} from '../../access/subscriptions/subscriptions.public.ts'
import { findTrialTariff } from '../../access/tariffs/tariffs.public.ts'
import { giveTrial, openPurchased, type Opened } from '../../commerce/fulfilment/fulfilment.public.ts'
import { setDeletionAt } from '../../people/accounts/accounts.public.ts'
import { accessPerson, type Helped } from './access-person.ts'
import { deletionLetter, openedLetter } from './letters.ts'
import { readSight } from './sight.ts'

export const takeAction: Handlers<'support'>['takeAction'] = async (ctx, { action, data, user }) => {
  if (data.action !== undefined && data.action !== action) throw new AppError('VALIDATION_FAILED')
  const wanted = wantedBy({ ...data, action })
  const note = data.note?.trim() ?? ''
  if (note === '') throw new AppError('ACTION_NOTE_REQUIRED')
  return ctx.db.transaction().execute((tx) => perform(tx, ctx, user, wanted, note))
}

export const previewAction: Handlers<'support'>['previewAction'] = async (ctx, { data, user }) => {
  const wanted = wantedBy(data)
  const tx = await ctx.db.startTransaction().execute()
  try {
    const { changes, until } = await perform(tx, ctx, user, wanted, '')
    return { changes, until }
  } finally {
    await tx.rollback().execute()
  }
}

function wantedBy(data: ActionData): Wanted {
  const wanted = readAction(data)
  if (typeof wanted === 'string') throw new AppError(wanted)
  return wanted
}

interface Performed {
  changes: string[]
  until: string
  entry: number
}

async function perform(tx: Tx, ctx: CallContext, userId: number, wanted: Wanted, note: string): Promise<Performed> {
  const actorId = personOf(ctx).id
  // Before the person is looked at: who deletes an account that is due holds it too.
  await lockSubscriptions(tx, userId)
  const person = await accessPerson(tx, userId, actorId, { deletes: wanted.action === 'delete-account' })
  return wanted.action === 'delete-account' ? setDeletion(tx, ctx, person, note) : open(tx, ctx, person, wanted, note)
}

async function open(tx: Tx, ctx: CallContext, person: Helped, wanted: WantedGrant, note: string): Promise<Performed> {
  const { config } = ctx
  const { id: userId, timeZone: zone, email } = person
  // One moment for all of it: what begins now does not wait, however long it takes to open.
  const now = ctx.clock.now()
  const clock: Clock = { now: () => now }
  const before = await readSight(tx, userId, now)
  const size = wanted.product === 'group' ? (wanted.size ?? (await usualSize(tx, userId, now))) : null
  const opened = await openThing(tx, clock, person, { ...wanted, size })
  const name = await nameThing(tx, wanted, opened.productId)
  const { startsAt, expiresAt } = opened
  const entry = await recordAuditEntry(tx, clock, ctx, {
    actorId: personOf(ctx).id,
    userId,
    action: 'support-opened',
    details: { ...wanted, size, note, name, ...opened },
  })
  if (email !== null) {
    const trial = wanted.action === 'trial-subscribe'
    const letter = openedLetter(config.siteUrl, { name, startsAt, expiresAt, now, trial, timeZone: zone })
    await postLetter(tx, clock, email, letter)
  }
  const after = await readSight(tx, userId, now)
  const { teamSize } = wanted
  return {
    changes: grantInWords({ name, startsAt, expiresAt, now, zone, teamSize, size, letterTo: email, before, after }),
    until: expiresAt.toISOString(),
    entry,
  }
}

async function openThing(
  tx: Tx,
  clock: Clock,
  { id: userId }: Helped,
  { action, product, category, days, teamSize, size, title, period, sum }: WantedGrant,
): Promise<Opened> {
  const tariff: HeldTariff = {
    id: null,
    product,
    type: types[action],
    title,
    // As if it were sold by the day, so that the days make up the sum.
    rate: Math.round(toKopecks(sum) / days / (size ?? 1)),
    fee: 0,
    duration: days,
    durationUnit: 'day',
    durationTitle: period,
    teamSize,
    maxQuantity: null,
  }
  if (action === 'trial-subscribe') return giveTrial(tx, clock, { userId, tariff, categoryId: category, days, size })
  const items = category === null ? [] : [category]
  const [opened] = await openPurchased(tx, clock, { orderId: null, userId, tariff, items, quantity: size ?? 1, days })
  if (!opened) throw new Error(`nothing was opened for user ${userId}`)
  return opened
}

const types = { 'trial-subscribe': 'trial', subscribe: 'regular', 'team-subscribe': 'team' } as const satisfies Record<
  Exclude<SupportAction, 'delete-account'>,
  HeldTariff['type']
>

/** As many groups as the person may watch by what they hold; without that as many as a trial lets watch. */
async function usualSize(tx: Tx, userId: number, now: Date): Promise<number> {
  const { size } = await tx
    .selectFrom('subscriptions')
    .select((select) => select.fn.max('maxSize').as('size'))
    .where('userId', '=', userId)
    .where('productType', '=', 'group')
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirstOrThrow()
  return size ?? (await findTrialTariff(tx, 'group'))?.maxQuantity ?? USUAL_GROUPS
}

const USUAL_GROUPS = 10

/** @throws AppError CATEGORY_NOT_FOUND */
async function nameThing(tx: Tx, { product }: WantedGrant, productId: number): Promise<string> {
  if (product === 'group') return productTitles.group
  if (product === 'project') return `Проект «${(await nameProjects(tx, [productId])).get(productId) ?? ''}»`
  const name = (await nameCategories(tx, [productId])).get(productId)
  if (name === undefined) throw new AppError('CATEGORY_NOT_FOUND')
  return `Категория «${name}»`
}

/** The days of grace are those that people have who ask for it themselves; sessions go on, so that it can be taken back at once. */
async function setDeletion(tx: Tx, ctx: CallContext, person: Helped, note: string): Promise<Performed> {
  const { clock, config } = ctx
  const { id: userId, timeZone: zone } = person
  const now = clock.now()
  const deletionAt = new Date(now.getTime() + deletionGraceDays * DAY)
  const asked = await setDeletionAt(tx, userId, deletionAt)
  if (!asked) throw new AppError('DELETION_ALREADY_SET')
  const details = { note, deletionAt }
  const actorId = personOf(ctx).id
  const entry = await recordAuditEntry(tx, clock, ctx, { actorId, userId, action: 'support-deletion-set', details })
  if (asked.email !== null) await postLetter(tx, clock, asked.email, deletionLetter(config.siteUrl, deletionAt, zone))
  const { running } = await tx
    .selectFrom('subscriptions')
    .select((select) => select.fn.countAll<number>().as('running'))
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirstOrThrow()
  const { members } = await tx
    .selectFrom('membershipCards')
    .select((select) => select.fn.countAll<number>().as('members'))
    .where('ownerId', '=', userId)
    .where('status', '=', 'accepted')
    .executeTakeFirstOrThrow()
  return {
    changes: deletionInWords({ deletionAt, zone, running, members, letterTo: asked.email }),
    until: deletionAt.toISOString(),
    entry,
  }
}
