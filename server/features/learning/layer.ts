/** What a person's marks taught, as it lies in the database, and messages judged by it. */
import { sql } from 'kysely'
import { createPersonal, loadPersonal, personalShift, type Personal } from '../../../engine/relevance/personal.ts'
import { areEnough, type MarksLearnt } from '../../../rules/filters/learned.ts'
import { loadScorer, readModelPrint } from '../../kit/relevance.ts'
import type { DbOrTx } from '../../kit/sql.ts'
import { takeTurns } from '../../kit/turns.ts'
import { isUnlike } from './boundary.ts'

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
  const { rows } = await sql<Omit<Layer, 'judges'> & { model: string }>`
    select likes, dislikes, version, model, judged_up_to, judged_products from personal_layers where user_id = ${userId}`.execute(
    db,
  )
  const [row] = rows
  return row ? { ...row, judges: areEnough(row) && row.model === (await readModelPrint()) } : null
}

/** What was taught, and what it takes to be unlike. */
export interface Taught {
  personal: Personal
  /** In log-odds. */
  boundary: number
}

async function readTaught(db: DbOrTx, userId: number, version: number): Promise<Taught | null> {
  const { rows } = await sql<{ layer: Buffer; boundary: number }>`
    select layer, boundary from personal_layers where user_id = ${userId} and version = ${version}`.execute(db)
  return rows[0] ? { personal: loadLayer(rows[0].layer), boundary: rows[0].boundary } : null
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
export type Judge = (text: string) => JudgedText

interface JudgedText {
  /** By how much this person's marks move it, in log-odds; below 0 they speak against it. */
  shift: number
  /** What weighs most in that, the strongest first. */
  words: string[]
}

/** Null when nothing is judged: there are not enough marks. */
export async function openJudge(db: DbOrTx, userId: number): Promise<Judge | null> {
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

/** Those of these messages that are unlike what the person liked; others have their turn meanwhile. */
export async function listUnlike({ personal, boundary }: Taught, messages: MessageText[]): Promise<number[]> {
  const scorer = await loadScorer()
  const nextTurn = takeTurns(LONGEST_TURN_MS)
  const unlike: number[] = []
  for (const { messageId, text } of messages) {
    if (isUnlike(personal, boundary, scorer.traits(text))) unlike.push(messageId)
    await nextTurn()
  }
  return unlike
}

/** Messages that are in nobody's feed any more. */
export async function forgetGoneMessages(db: DbOrTx): Promise<void> {
  await sql`
    delete from unlike_messages u
    where not exists (select from feed_items i where i.message_id = u.message_id and not i.gone)`.execute(db)
}

/** As `listUnlike`, by the layer of this version; null when another one has taken its place. */
export async function listUnlikeBy(
  db: DbOrTx,
  userId: number,
  version: number,
  messages: MessageText[],
): Promise<number[] | null> {
  const taught = await readTaught(db, userId, version)
  return taught && listUnlike(taught, messages)
}
