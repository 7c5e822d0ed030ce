/** What a person's marks taught, as it lies in the database, and messages judged by it. */
import { sql } from 'kysely'
import { createPersonal, loadPersonal, personalShift, type Personal } from '../../../../engine/relevance/personal.ts'
import { areEnough, type MarksLearnt } from '../../../../rules/filters/learned.ts'
import { loadScorer, readModelPrint } from '../../../kit/relevance.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { yieldEvery } from '../../../kit/yield-every.ts'
import { isDismissed } from './boundary.ts'

export interface Layer extends MarksLearnt {
  /** There are enough marks, and they were learnt by the model that is at work. */
  judges: boolean
  version: number
  /** Items of `judgedProducts` up to this seqId are judged. */
  judgedUpTo: number
  judgedProducts: string[]
}

/** Null before the first mark. */
export async function findLayer(db: DbOrTx, userId: number): Promise<Layer | null> {
  const row = await db
    .selectFrom('personalLayers')
    .select(['likes', 'dislikes', 'version', 'model', 'judgedUpTo', 'judgedProducts'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row ? { ...row, judges: areEnough(row) && row.model === (await readModelPrint()) } : null
}

/** What was taught, and what it takes to dismiss a message. */
export interface Taught {
  personal: Personal
  /** In log-odds. */
  boundary: number
}

async function readTaught(db: DbOrTx, userId: number, version: number): Promise<Taught | null> {
  const row = await db
    .selectFrom('personalLayers')
    .select(['layer', 'boundary'])
    .where('userId', '=', userId)
    .where('version', '=', version)
    .executeTakeFirst()
  return row ? { personal: loadLayer(row.layer), boundary: row.boundary } : null
}

/** One of an earlier release teaches nothing. */
function loadLayer(bytes: Buffer): Personal {
  try {
    return loadPersonal(bytes)
  } catch {
    return createPersonal()
  }
}

/** What a person's marks make of a text. */
export type PersonalJudge = (text: string) => JudgedText

interface JudgedText {
  /** By how much this person's marks move it, in log-odds; below 0 they speak against it. */
  shift: number
  /** What weighs most in that, the strongest first. */
  words: string[]
}

/** Null when nothing is judged: there are not enough marks. */
export async function openJudge(db: DbOrTx, userId: number): Promise<PersonalJudge | null> {
  const layer = await findLayer(db, userId)
  const taught = layer?.judges ? await readTaught(db, userId, layer.version) : null
  if (!taught) return null
  const { personal } = taught
  const scorer = await loadScorer()
  return (text) => ({
    shift: personalShift(personal, scorer.traits(text)),
    words: scorer.personalReasons(text, personal).map(({ words }) => words),
  })
}

/** Reading the traits of a text takes about 0.1 ms. */
const LONGEST_TURN_MS = 5

interface MessageText {
  messageId: number
  text: string
}

/** Those of these messages that the person's marks speak against; others have their turn meanwhile. */
export async function listDismissed({ personal, boundary }: Taught, messages: MessageText[]): Promise<number[]> {
  const scorer = await loadScorer()
  const nextTurn = yieldEvery(LONGEST_TURN_MS)
  const dismissed: number[] = []
  for (const { messageId, text } of messages) {
    if (isDismissed(personal, boundary, scorer.traits(text))) dismissed.push(messageId)
    await nextTurn()
  }
  return dismissed
}

/** Messages that are in no one's feed any more. */
export async function forgetGoneMessages(db: DbOrTx): Promise<void> {
  await sql`
    delete from dismissed_messages u
    where not exists (select from feed_items i where i.message_id = u.message_id and not i.gone)`.execute(db)
}

/** As `listDismissed`, by the layer of this version; null when another one has taken its place. */
export async function listDismissedBy(
  db: DbOrTx,
  userId: number,
  version: number,
  messages: MessageText[],
): Promise<number[] | null> {
  const taught = await readTaught(db, userId, version)
  return taught && listDismissed(taught, messages)
}
