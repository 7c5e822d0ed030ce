/** Into the programme, and the partner's own page. */
import { formerCodeDays } from '../../../../contract/commerce/partner.ts'
import { AppError } from '../../../kit/app-error.ts'
import { publish } from '../../../kit/bus.ts'
import { DAY } from '../../../kit/clock.ts'
import { personOf, type CallContext, type Handlers } from '../../../kit/context.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'
import { changeRolesOf, findUser, keepDevicePrint, setFreeDirectLinks } from '../../people/accounts/accounts.public.ts'
import { endPartnerCodes, listPartnerCodes, makePartnerCode } from '../promo/promo.public.ts'
import { showMoney } from './money.ts'
import { readTerms, showTerms } from './terms.ts'

export const enterPartner: Handlers<'partner'>['enterPartner'] = async (ctx) => {
  const { db, clock } = ctx
  const { id } = personOf(ctx)
  const joinedAt = await db.transaction().execute((tx) => joinProgramme(tx, clock, id))
  return { joinedAt: joinedAt.toISOString() }
}

/** @returns since when they take part */
export async function joinProgramme(tx: Tx, clock: CallContext['clock'], userId: number): Promise<Date> {
  // Two presses at once are one.
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  const known = await tx.selectFrom('partners').select('joinedAt').where('userId', '=', userId).executeTakeFirst()
  await changeRolesOf(tx, clock, userId, userId, { add: ['partner'], remove: [] })
  if (known) return known.joinedAt
  await tx.insertInto('partners').values({ userId, joinedAt: clock.now() }).execute()
  const { discount } = await readTerms(tx, clock.now())
  await makePartnerCode(tx, clock, { partnerId: userId, discount })
  return clock.now()
}

export const getPartner: Handlers<'partner'>['getPartner'] = async (ctx) => {
  const { db, clock, config } = ctx
  const { id } = personOf(ctx)
  const [terms, switches, money, codes, user] = await Promise.all([
    readTerms(db, clock.now()),
    readSwitches(db, id),
    showMoney(db, id),
    listPartnerCodes(db, id),
    findUser(db, id),
  ])
  const [current, ...former] = codes
  return {
    terms: showTerms(terms),
    link: `${config.siteUrl}/?ref=${id}`,
    promoCode: {
      code: current?.code ?? '',
      former: former.map(({ code, endsAt }) => ({ code, endsAt: endsAt?.toISOString() ?? null })),
    },
    switches,
    money,
    email: user?.emailApprove ? user.email : null,
  }
}

/** Anyone who got the role otherwise is a partner as well. */
async function readSwitches(db: DbOrTx, userId: number): Promise<{ freeDirectLinks: boolean; letters: boolean }> {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('partners as p', 'p.userId', 'u.id')
    .select(['u.freeDirectLinks', 'p.letters'])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  return { freeDirectLinks: row.freeDirectLinks, letters: row.letters ?? true }
}

export const setPartnerSwitch: Handlers<'partner'>['setPartnerSwitch'] = async (ctx, { name, value }) => {
  const { db, clock } = ctx
  const { id } = personOf(ctx)
  await db.transaction().execute(async (tx) => {
    if (name === 'freeDirectLinks') await setFreeDirectLinks(tx, id, value)
    else
      await tx
        .insertInto('partners')
        .values({ userId: id, joinedAt: clock.now(), letters: value })
        .onConflict((conflict) => conflict.column('userId').doUpdateSet({ letters: value }))
        .execute()
    await publish(tx, 'partner.changed', { userId: id })
  })
  return { switches: await readSwitches(db, id) }
}

/** The device a partner works at: who pays from it may be the partner. */
export const saveFp: Handlers<'partner'>['saveFp'] = async (ctx, { fp }) => {
  await keepDevicePrint(ctx.db, ctx.clock, personOf(ctx).id, { fp, incognito: false })
  return {}
}

export const regeneratePromo: Handlers<'partner'>['regeneratePromo'] = async (ctx: CallContext) => {
  const { db, clock } = ctx
  const { id } = personOf(ctx)
  const code = await db.transaction().execute(async (tx) => {
    const locked = await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
    if (!locked) throw new AppError('PARTNER_NOT_FOUND')
    await endPartnerCodes(tx, id, new Date(clock.now().getTime() + formerCodeDays * DAY))
    const { discount } = await readTerms(tx, clock.now())
    const made = await makePartnerCode(tx, clock, { partnerId: id, discount })
    await publish(tx, 'partner.changed', { userId: id })
    return made
  })
  return { code }
}
