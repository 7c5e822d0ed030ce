/** Short links to pages of our own site, that remember whose they are. */
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { ResultOf } from '../../../../contract/call.ts'
import type { partner } from '../../../../contract/commerce/partner.ts'
import { findPage } from '../../../../contract/pages.ts'
import { AppError } from '../../../kit/app-error.ts'
import { publish } from '../../../kit/bus.ts'
import { personOf, type CallContext, type Handlers } from '../../../kit/context.ts'
import { lock } from '../../../kit/locks.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'
import { rememberVisit } from '../../people/referrals/referrals.public.ts'
import { pageOf } from '../../../kit/page-of.ts'

const PAGE = 20
const MOST_LINKS = 500
const SIGNS = '23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ'
const LENGTH = 6
const newCode = (): string => Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')

type ShortLink = ResultOf<(typeof partner)['createShortLink']>['link']

export const createShortLink: Handlers<'partner'>['createShortLink'] = async (ctx, { data }) => {
  const { db, clock, config } = ctx
  const { id: userId } = personOf(ctx)
  const path = readOwnPath(data, config.siteUrl)
  const linkId = await db.transaction().execute((tx) => keepShortLink(tx, clock, userId, path))
  const [link] = await readLinks(ctx, { userId, linkId, limit: 1, offset: 0 })
  if (!link) throw new Error('a short link was made and is not there')
  return { link }
}

/** To one page there is one. @returns its id */
export async function keepShortLink(
  tx: Tx,
  clock: CallContext['clock'],
  userId: number,
  path: string,
): Promise<number> {
  await lock(tx, 'short links of user', userId)
  const known = await tx
    .selectFrom('shortLinks')
    .select('id')
    .where('userId', '=', userId)
    .where('path', '=', path)
    .executeTakeFirst()
  if (known) return known.id
  const { made } = await tx
    .selectFrom('shortLinks')
    .select(({ fn }) => fn.countAll<number>().as('made'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  if (Number(made) >= MOST_LINKS) throw new AppError('SHORT_LINK_LIMIT_REACHED')
  for (;;) {
    const row = await tx
      .insertInto('shortLinks')
      .values({ userId, code: newCode(), path, createdAt: clock.now() })
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!row) continue
    await publish(tx, 'partner.changed', { userId })
    return row.id
  }
}

/** A page of ours, with its query; without the name of a partner, which the link itself stands for. */
function readOwnPath(typed: string, siteUrl: string): string {
  const text = typed.trim()
  if (text === '') throw new AppError('SHORT_LINK_REQUIRED')
  const site = new URL(siteUrl)
  const address = /^https?:\/\//i.test(text) ? text : text.startsWith('/') ? `${site.origin}${text}` : `https://${text}`
  if (!URL.canParse(address)) throw new AppError('SHORT_LINK_NOT_ALLOWED')
  const url = new URL(address)
  if (url.host !== site.host || url.username !== '' || url.password !== '') throw new AppError('SHORT_LINK_NOT_ALLOWED')
  if (findPage(url.pathname).name === 'not-found') throw new AppError('SHORT_LINK_NOT_ALLOWED')
  url.searchParams.delete('ref')
  return `${url.pathname}${url.search}${url.hash}`
}

export const listShortLinks: Handlers<'partner'>['listShortLinks'] = async (ctx, { page = 1, limit = PAGE }) => {
  const { db } = ctx
  const { id: userId } = personOf(ctx)
  const [docs, counted] = await Promise.all([
    readLinks(ctx, { userId, limit, offset: (page - 1) * limit }),
    db
      .selectFrom('shortLinks')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow(),
  ])
  const total = Number(counted.total)
  return pageOf(docs, total, { page, limit })
}

interface Asked {
  userId: number
  linkId?: number
  limit: number
  offset: number
}

/** The newest first, each with how many came and registered by it. */
async function readLinks(
  { db, config }: Pick<CallContext, 'config'> & { db: DbOrTx },
  { userId, linkId, limit, offset }: Asked,
): Promise<ShortLink[]> {
  const { rows } = await sql<
    Omit<ShortLink, 'url' | 'target' | 'createdAt'> & { code: string; path: string; createdAt: Date }
  >`
    select l.id, l.code, l.path, l.created_at, count(v.id)::integer as visits, count(r.user_id)::integer as registrations
    from short_links l left join referral_visits v on v.short_link_id = l.id
      left join user_referrals r on r.clip = v.id::text and r.ref_id = l.user_id
    where l.user_id = ${userId} and (${linkId ?? null}::bigint is null or l.id = ${linkId ?? null})
    group by l.id order by l.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ code, path, createdAt, ...row }) => ({
    ...row,
    url: `${config.siteUrl}/r/${code}`,
    target: path,
    createdAt: createdAt.toISOString(),
  }))
}

/** What a page of another site asks for by itself is sent on, and is no visit of a person. */
export const followShortLink: Handlers<'partner'>['followShortLink'] = async (ctx, { code }) => {
  const link = await ctx.db
    .selectFrom('shortLinks')
    .select(['id', 'userId', 'path'])
    .where('code', '=', code)
    .executeTakeFirst()
  if (!link) return { location: '/' }
  if (ctx.isNavigation)
    await rememberVisit(ctx, { refId: link.userId, refUrl: `${ctx.config.siteUrl}${link.path}`, shortLinkId: link.id })
  return { location: link.path }
}
