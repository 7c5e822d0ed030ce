/** A person's marks -> the layer they teach, and what it makes of the newest messages. */
import { sql } from 'kysely'
import { savePersonal, type Reaction } from '../../../../engine/relevance/personal.ts'
import { areEnough, type MarksLearnt } from '../../../../rules/filters/learned.ts'
import { publish } from '../../../kit/bus.ts'
import { SECOND } from '../../../kit/clock.ts'
import { loadScorer, readModelPrint } from '../../../kit/relevance.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'
import { yieldEvery } from '../../../kit/yield-every.ts'
import { productKeyOf } from '../../../../rules/product-key.ts'
import { findBoundary, teach, type LearntMark } from './boundary.ts'
import { listJudgedProducts, type LearningContext } from './learning-context.ts'
import { listDismissed, type Taught } from './personal-model.ts'
import { readRecentTexts } from './recent-texts.ts'

/** The newest marks are learnt; what someone wanted so long before them no longer counts. */
const MOST_MARKS = 500
const LONGEST_TURN_MS = 5

/** Learns all marks there are again. Anyone who learns at the same time begins once more, so that what is kept knows all marks. */
export async function learnMarks(ctx: LearningContext, userId: number): Promise<void> {
  while (!(await learnOnce(ctx, userId)));
}

/** This many people in one go, and so long: the next one follows soon, and must not meet this one. */
const PEOPLE_AT_ONCE = 100
const LONGEST_GO = 40 * SECOND

/**
 * What was learnt of another model's traits is learnt again.
 * @returns how many people that was
 */
export async function learnByNewModel(ctx: LearningContext): Promise<number> {
  const { db } = ctx
  const model = await readModelPrint()
  const outdated = db
    .selectFrom('personalLayers')
    .select('userId')
    .where('model', '<>', model)
    .where('learntAt', 'is not', null)
  const people = await outdated.orderBy('userId').limit(PEOPLE_AT_ONCE).execute()
  const begun = performance.now()
  let learnt = 0
  for (const { userId } of people) {
    if (performance.now() - begun > LONGEST_GO) break
    // Someone who set a mark meanwhile is learnt already.
    if (!(await outdated.where('userId', '=', userId).executeTakeFirst())) continue
    await learnMarks(ctx, userId)
    learnt += 1
  }
  return learnt
}

/** Marks up to now are learnt no more. */
export async function forgetMarks({ db, clock }: Pick<LearningContext, 'db' | 'clock'>, userId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await ensureLayer(tx, userId)
    const now = clock.now()
    await tx
      .updateTable('personalLayers')
      .set(({ eb }) => ({
        forgetBefore: now,
        learntAt: now,
        layer: Buffer.alloc(0),
        likes: 0,
        dislikes: 0,
        version: eb('version', '+', 1),
      }))
      .where('userId', '=', userId)
      .execute()
    await keepDismissed(tx, userId, [])
  })
}

async function learnOnce(ctx: LearningContext, userId: number): Promise<boolean> {
  const { db, clock } = ctx
  await ensureLayer(db, userId)
  const before = await db
    .selectFrom('personalLayers')
    .select(['version', 'forgetBefore'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  // The account is gone.
  if (!before) return true
  const { personal, boundary, learnt } = await learn(await readMarks(db, userId, before.forgetBefore))
  const model = await readModelPrint()
  const products = await listJudgedProducts(ctx, userId)
  const ready = areEnough(learnt)
  const { upTo, messages } = await readRecentTexts(db, ready ? products : [], () => 0)
  const dismissed = await listDismissed({ personal, boundary }, messages)
  return db.transaction().execute(async (tx) => {
    const kept = await tx
      .updateTable('personalLayers')
      .set({
        ...learnt,
        layer: Buffer.from(savePersonal(personal)),
        boundary,
        model,
        learntAt: clock.now(),
        version: before.version + 1,
        judgedUpTo: upTo,
        judgedProducts: products.map(productKeyOf),
      })
      .where('userId', '=', userId)
      .where('version', '=', before.version)
      .executeTakeFirst()
    if (kept.numUpdatedRows === 0n) return false
    await keepDismissed(tx, userId, dismissed)
    return true
  })
}

async function ensureLayer(db: DbOrTx, userId: number): Promise<void> {
  await sql`insert into personal_layers (user_id) select id from users where id = ${userId} on conflict do nothing`.execute(
    db,
  )
}

/** From now on exactly these are dismissed: what an earlier layer held of older ones is no more than a memory. */
async function keepDismissed(tx: Tx, userId: number, dismissed: number[]): Promise<void> {
  const { rows } = await sql<{ changed: boolean }>`
    with gone as (
      delete from dismissed_messages where user_id = ${userId} and message_id <> all(${dismissed}::bigint[]) returning message_id
    ), added as (
      insert into dismissed_messages (user_id, message_id) select ${userId}, unnest(${dismissed}::bigint[])
      on conflict do nothing returning message_id
    )
    select exists (select from gone) or exists (select from added) as changed`.execute(tx)
  await publish(tx, 'learned.changed', { userId, changed: rows[0]?.changed ?? false })
}

interface MarkedText {
  mark: Reaction
  text: string
}

/** The newest ones, in the order in which they were set; one of a message, spam before all. */
async function readMarks(db: DbOrTx, userId: number, forgetBefore: Date | null): Promise<MarkedText[]> {
  const { rows } = await sql<MarkedText>`
    select marked.mark, m.text from (
      select message_id, (array_agg(mark order by mark = 'spam' desc))[1] as mark, max(at) as at
      from (
        select message_id, reaction as mark, at from reactions where user_id = ${userId}
        union all select message_id, 'spam', at from spam_marks where user_id = ${userId}) as each
      where at > ${forgetBefore ?? new Date(0)}
      group by message_id order by at desc, message_id desc limit ${MOST_MARKS}) as marked
    -- One that is in nobody's feed any more is learnt for as long as it is there.
    cross join lateral (select text from messages where id = marked.message_id limit 1) as m
    order by marked.at, marked.message_id`.execute(db)
  return rows
}

async function learn(marked: MarkedText[]): Promise<Taught & { learnt: MarksLearnt }> {
  const scorer = await loadScorer()
  const nextTurn = yieldEvery(LONGEST_TURN_MS)
  const marks: LearntMark[] = []
  for (const { mark, text } of marked) {
    marks.push({ mark, traits: scorer.traits(text) })
    await nextTurn()
  }
  const likes = marks.filter(({ mark }) => mark === 'like').length
  return {
    personal: teach(marks),
    boundary: await findBoundary(marks, nextTurn),
    learnt: { likes, dislikes: marks.length - likes },
  }
}
