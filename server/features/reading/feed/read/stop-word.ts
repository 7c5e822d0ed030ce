/** What a word would take away from a filter, before it is excluded. */
import { TOTAL_CAP } from '../../../../../contract/total-cap.ts'
import { personOf, type Handlers } from '../../../../kit/context.ts'
import { DAY } from '../../../../kit/clock.ts'
import { questionOf } from '../../filters/filters.public.ts'
import { readCards } from './cards.ts'
import { countItems, getNewestSeqId, pickPage } from './pick.ts'
import { readAskedFields, readScope } from './scope.ts'

const DAYS = 30
const SAMPLES = 5

export const tryStopWord: Handlers<'feed'>['tryStopWord'] = async (ctx, { word, ...asked }) => {
  const { db, language } = ctx
  const person = personOf(ctx)
  const filter = await readAskedFields(ctx, person.id, asked)
  const { excluded } = questionOf(language, { ...filter, excludedWords: [word.replace(/^!/, '')] })
  const scope = await readScope(ctx, person, filter)
  const upTo = await getNewestSeqId(db)
  const recent = { publishedFrom: new Date(scope.now.getTime() - DAYS * DAY) }
  const holding = { ...recent, holding: excluded }
  // What holds no word hides nothing.
  const hidesAny = excluded.length > 0
  const [of, hides, samples] = await Promise.all([
    countItems(db, scope, { after: 0, upTo }, TOTAL_CAP, recent),
    hidesAny ? countItems(db, scope, { after: 0, upTo }, TOTAL_CAP, holding) : 0,
    hidesAny
      ? pickPage(db, scope, { upTo, edge: null, offset: 0, limit: SAMPLES }, holding).then((ids) =>
          readCards(db, scope, ids),
        )
      : [],
  ])
  return {
    hides: Math.min(hides, TOTAL_CAP),
    of: Math.min(of, TOTAL_CAP),
    capped: of > TOTAL_CAP || hides > TOTAL_CAP,
    samples,
  }
}
