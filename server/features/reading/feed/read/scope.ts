/** Whose items, narrowed by which filter, at what moment: all that picking has to know. */
import { emptyFilter, type FilterFields } from '../../../../../contract/reading/filters.ts'
import type { Language } from '../../../../../engine/language/language.ts'
import type { FilterQuestion } from '../../../../../rules/filters/fits.ts'
import { moderates } from '../../../../../rules/roles.ts'
import { isBeforeFirstDay } from '../../../../../rules/filters/period.ts'
import type { VisibleProduct } from '../../../../../rules/trial.ts'
import type { Person } from '../../../../../rules/identity.ts'
import { AppError } from '../../../../kit/app-error.ts'
import type { Clock } from '../../../../kit/clock.ts'
import type { DbOrTx } from '../../../../kit/sql.ts'
import { accessFilter, questionOf } from '../../filters/filters.public.ts'
import { judgeItems } from '../../learning/learning.public.ts'
import { listVisibleProducts } from '../../../access/subscriptions/subscriptions.public.ts'
import { readReader, type Reader } from './reader.ts'

export interface FeedScope {
  reader: Reader
  products: VisibleProduct[]
  /** Authors on the reader's black list. */
  blackList: number[]
  question: FilterQuestion
  now: Date
}

/** What of the house it takes to read a scope. */
export interface ScopeContext {
  db: DbOrTx
  clock: Clock
  language: Language
}

/**
 * Everything stored so far is judged by the reader's own marks, if the filter asks for that.
 * @param fields of a filter, saved or not
 * @param search what is searched for in what it lets through, as typed
 */
export async function readScope(
  { db, clock, language }: ScopeContext,
  person: Pick<Person, 'id' | 'roles'>,
  fields: FilterFields,
  search?: string,
): Promise<FeedScope> {
  const now = clock.now()
  const [reader, products, blackList] = await Promise.all([
    readReader(db, person, now),
    listVisibleProducts(db, { userId: person.id, moderator: moderates(person.roles) }, now),
    listBlackListed(db, person.id),
  ])
  if (fields.learned) await judgeItems(db, person.id, products)
  return { reader, products, blackList, question: questionOf(language, fields, search), now }
}

export async function listBlackListed(db: DbOrTx, userId: number): Promise<number[]> {
  const rows = await db.selectFrom('blacklistedAuthors').select('authorId').where('userId', '=', userId).execute()
  return rows.map(({ authorId }) => authorId)
}

/** The fields a call asks by: those it carries itself, a saved filter's, or the default filter's. */
export async function readAskedFields(
  { db, clock }: Pick<ScopeContext, 'db' | 'clock'>,
  userId: number,
  asked: { filterId?: number; filter?: Partial<FilterFields> },
): Promise<FilterFields> {
  if (asked.filter) {
    if (isBeforeFirstDay(asked.filter)) throw new AppError('FILTER_RANGE_TOO_EARLY')
    return { ...emptyFilter, ...asked.filter }
  }
  if (asked.filterId !== undefined) return accessFilter(db, userId, asked.filterId, clock.now())
  const row = await db
    .selectFrom('filters')
    .select('id')
    .where('userId', '=', userId)
    .where('isDefault', '=', true)
    .executeTakeFirst()
  return row ? accessFilter(db, userId, row.id, clock.now()) : emptyFilter
}
