/** What the home page shows to everybody: a message of each popular category, as strangers may see it. */
import { popularCategories } from '../../../../rules/site/popular-categories.ts'
import { trialShowsBefore } from '../../../../rules/trial.ts'
import { MINUTE } from '../../../kit/clock.ts'
import type { AppContext } from '../../../kit/context.ts'
import { perProcess } from '../../../kit/per-process.ts'
import type { Sample } from '../../../../contract/watching/projects.ts'
import { listAllCategories } from './categories.public.ts'
import { loadNameFinder } from './find-names.ts'
import { listPublicItems, readPublicItems } from './public-items.ts'
import { rememberedFor } from './remembered-for.ts'
import { showSample } from './samples.public.ts'

type ShowcaseContext = Pick<AppContext, 'db' | 'clock' | 'bus'>

interface Shown {
  samples: { name: string; slug: string; sample: Sample }[]
}

/** Of the newest items of a category so many are looked at. */
const LOOKED_AT = 200
/** Of each category: the first of them that is short enough to be read at a glance. */
const CHOSEN_FROM = 8
const LONGEST = 220
const READ_AGAIN = 10 * MINUTE

export const rememberedSamples = perProcess((ctx: ShowcaseContext) => {
  const read = rememberedFor(ctx.clock, READ_AGAIN, () => readSamples(ctx))
  return (): Promise<Shown> => read(null)
})

async function readSamples({ db, clock }: ShowcaseContext): Promise<Shown> {
  const all = await listAllCategories(db)
  const findNames = await loadNameFinder()
  const before = new Date(trialShowsBefore(clock.now().getTime()))
  const samples: Shown['samples'] = []
  // One after another: it is asked for every ten minutes, and nothing waits for it meanwhile.
  for (const popular of popularCategories) {
    const category = all.find(({ slug }) => slug === popular)
    if (!category) continue
    const items = await listPublicItems(db, category.id, { before, look: LOOKED_AT, most: CHOSEN_FROM })
    const messages = await readPublicItems(db, items)
    const message = messages.find(({ text }) => text.length <= LONGEST) ?? messages[0]
    if (message) samples.push({ name: category.name, slug: category.slug, sample: showSample(message, findNames) })
  }
  return { samples }
}
