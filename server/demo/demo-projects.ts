/** A project that finds something in the made-up network, and one beside it that no one has set up. */
import { makeProjects } from '../features/watching/projects/projects.public.ts'
import { saveProject } from '../features/watching/projects/save-project.ts'
import { subscribe } from '../features/access/subscriptions/subscriptions.public.ts'
import { DAY, type Clock } from '../kit/clock.ts'
import type { Db } from '../kit/sql.ts'
import { projectsPerson } from './demo.ts'

const cats = {
  name: 'Кошки и собаки',
  keywords: ['собака', 'щенок', 'кошка', 'кот', 'котёнок'],
  context: [],
  excludedKeywords: ['вакансия', '"в добрые руки"'],
  censorFilter: true,
  neuralFilter: true,
  networks: [],
  kinds: [],
}

const YEAR = 365 * DAY

/** Once: anyone who has changed or lost them keeps them so. */
export async function seedDemoProjects(db: Db, clock: Clock): Promise<void> {
  const person = await db.selectFrom('users').select('id').where('email', '=', projectsPerson).executeTakeFirst()
  if (!person) return
  const userId = person.id
  const made = await db.transaction().execute(async (tx) => {
    if (await tx.selectFrom('monitoredProjects').select('id').where('userId', '=', userId).executeTakeFirst())
      return null
    const ids = await makeProjects(tx, clock, userId, 2)
    const startsAt = clock.now()
    const expiresAt = new Date(startsAt.getTime() + YEAR)
    for (const productId of ids)
      await subscribe(tx, clock, {
        userId,
        productType: 'project',
        productId,
        tariffType: 'regular',
        startsAt,
        expiresAt,
      })
    return ids[0] ?? null
  })
  if (made !== null) await saveProject(db, clock, { userId, needs: 'none', now: clock.now() }, made, cats, true)
}
