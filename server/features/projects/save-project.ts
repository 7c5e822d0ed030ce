/** What a project looks for from now on. Checked and written in one transaction; the search of what is stored follows. */
import type { ProjectFields, ProjectProgress, QueryMistake } from '../../../contract/projects.ts'
import { parseQuery } from '../../../engine/queries/parse.ts'
import { notify } from '../../kit/bus.ts'
import type { Clock } from '../../kit/clock.ts'
import { tell } from '../../kit/jobs.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Db, Tx } from '../../kit/sql.ts'
import { accessProject, isStartingUp, type ProjectRow } from './project-row.ts'

/** @throws Refusal PROJECT_NOT_FOUND, PROJECT_STOPPED, PROJECT_EMPTY, QUERY_MISTAKES with all mistakes there are */
export async function saveProject(db: Db, clock: Clock, userId: number, id: number, fields: ProjectFields, restart: boolean): Promise<ProjectRow> {
  return db.transaction().execute(async (tx) => {
    await accessProject(tx, userId, id, clock.now())
    const mistakes = findMistakes(fields)
    if (mistakes.length > 0) throw new Refusal('QUERY_MISTAKES', { mistakes })
    const keywords = tidy(fields.keywords)
    if (keywords.length === 0) throw new Refusal('PROJECT_EMPTY')
    return write(tx, clock, id, restart, {
      name: oneLine(fields.name),
      keywords,
      context: tidy(fields.context),
      excludedKeywords: tidy(fields.excludedKeywords),
      censorFilter: fields.censorFilter,
      neuralFilter: fields.neuralFilter,
      resources: [...new Set(fields.resources)],
      resourceTypes: [...new Set(fields.resourceTypes)],
    })
  })
}

/** @throws Refusal PROJECT_NOT_FOUND, PROJECT_STOPPED, PROJECT_EMPTY, PROJECT_STARTING_UP */
export async function searchAgain(db: Db, clock: Clock, userId: number, id: number): Promise<ProjectRow> {
  return db.transaction().execute(async (tx) => {
    const row = await accessProject(tx, userId, id, clock.now())
    if (row.keywords.length === 0) throw new Refusal('PROJECT_EMPTY')
    if (isStartingUp(row)) throw new Refusal('PROJECT_STARTING_UP')
    return write(tx, clock, id, true, {})
  })
}

async function write(tx: Tx, clock: Clock, id: number, restart: boolean, changed: Partial<ProjectFields>): Promise<ProjectRow> {
  const { version } = await tx
    .updateTable('monitoredProjects')
    .set(({ eb }) => ({ ...changed, version: eb('version', '+', 1), savedAt: clock.now() }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  // The first step is done with this transaction, or not at all.
  const progress: ProjectProgress = { step: 2, status: restart ? 'pending' : 'skip', error: null, total: null, hours: null, done: 0, version }
  const row = await tx
    .updateTable('monitoredProjects')
    .set({ progress: JSON.stringify(progress) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await tell(tx, clock, 'project.saved', { projectId: id, version })
  await notify(tx, 'standing-query.changed', { productType: 'project', productId: id })
  await notify(tx, 'project.changed', { userId: row.userId, projectId: id })
  return row
}

const queryFields = ['keywords', 'context', 'excludedKeywords'] as const

/** Of every query that does not parse, where in which of the fields; what is blank is no query. */
function findMistakes(fields: Pick<ProjectFields, (typeof queryFields)[number]>): QueryMistake[] {
  return queryFields.flatMap((field) =>
    fields[field].flatMap((text, index) => {
      const parsed = text.trim() === '' ? null : parseQuery(text)
      if (!parsed || parsed.ok) return []
      return parsed.mistakes.map(({ message, start, end }) => ({ field, index, from: start, to: end, message }))
    }),
  )
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** As they were written, blank ones and repetitions left out. */
function tidy(queries: readonly string[]): string[] {
  const seen = new Map(queries.map(oneLine).filter((text) => text !== '').map((text) => [text.toLowerCase(), text]))
  return [...seen.values()]
}
