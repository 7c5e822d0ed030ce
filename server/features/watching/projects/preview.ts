/** What a project's settings would find in the stored days, while they are typed. */
import { guestProjectLimits, type Preview, type ProjectFields } from '../../../../contract/watching/projects.ts'
import type { InputOf } from '../../../../contract/call.ts'
import type { projects } from '../../../../contract/watching/projects.ts'
import { explainQuery } from '../../../../engine/queries/explain.ts'
import type { Query } from '../../../../engine/queries/query.ts'
import { queryWords } from '../../../../engine/queries/query-words.ts'
import { decideWidth } from '../../../../rules/preview-width.ts'
import type { AppContext, CallContext } from '../../../kit/context.ts'
import { DAY } from '../../../kit/clock.ts'
import { AppError } from '../../../kit/app-error.ts'
import { perProcess } from '../../../kit/per-process.ts'
import { loadScorer } from '../../../kit/relevance.ts'
import { rememberedAnswers } from '../../../kit/remembered-answers.ts'
import { yieldEvery } from '../../../kit/yield-every.ts'
import {
  chooseVaried,
  findNoisyWords,
  findRecent,
  describeStored,
  type NarrowedQuery,
  type FoundMessage,
} from '../../../archive/archive.public.ts'
import { leavePublic, nameless, readSampleView, shownBefore, showSamples, takePreview } from './preview-samples.ts'
import { readQueries } from './read-queries.ts'
import { suppress, suppressionOf, type SuppressedBy, type Suppression } from './suppress.ts'

const SAMPLES = 10
/** By so many messages it is reported how many the filters hide. */
const JUDGED = 300
/** In milliseconds. */
const LONGEST_TURN = 10

type Asked = InputOf<typeof projects.previewProject>

/** All guests hear the same, so what one of them asked for the next need not wait for. */
export const guestPreviews = perProcess((ctx: Pick<AppContext, 'db' | 'clock' | 'language' | 'config' | 'bus'>) => {
  const answer = rememberedAnswers(ctx.clock, (fields: Asked) => previewProject({ ...ctx, person: null }, fields))
  return async (fields: Asked): Promise<Preview> => {
    for (const field of ['keywords', 'context', 'excludedKeywords'] as const) {
      const limit = guestProjectLimits[field]
      if (fields[field].length > limit)
        throw new AppError('VALIDATION_FAILED', { keyword: 'maxItems', dataPath: `/${field}`, params: { limit } })
    }
    return answer(fields)
  }
})

export async function previewProject(
  { db, clock, language, config, person }: Pick<CallContext, 'db' | 'clock' | 'language' | 'config' | 'person'>,
  fields: Asked,
): Promise<Preview> {
  // What is written wrongly is reported, and the rest looked for.
  const { mistakes, ...queries } = readQueries(fields)
  const when = { now: clock.now(), days: config.messageDays }
  const { sampleView, timeZone } = await readSampleView(db, person, when.now)
  const answer = {
    mistakes,
    explanation: '',
    perDay: [],
    total: 0,
    estimated: false,
    samples: [],
    sampleView,
    sampleLimitReached: false,
    noisyWords: [],
    hiddenShare: { censor: 0, neural: 0 },
  }
  if (queries.keywords.length === 0) {
    const { count, oldest } = await describeStored(db, when)
    const days = oldest === null ? 0 : (when.now.getTime() - oldest) / DAY
    return { ...answer, days, stored: count, width: decideWidth(false, 0, days) }
  }
  const ask: NarrowedQuery = { ...queries, networks: fields.networks, kinds: fields.kinds }
  const { messages, ...counted } = await findRecent(db, language, ask, {
    ...when,
    timeZone,
    shownBefore: shownBefore(sampleView, when.now),
  })
  const judge = await openJudge(fields)
  const isPublic = sampleView === 'public'
  const varied = chooseVaried(isPublic ? await leavePublic(db, messages) : messages, SAMPLES)
  // Counting goes on when the share of the day is used up: who types a query needs it most.
  const sampleLimitReached = varied.length > 0 && person !== null && !(await takePreview(db, person.id, when.now))
  const own = [...queries.keywords, ...queries.context, ...queries.excluded].flatMap(queryWords)
  const read = isPublic ? await nameless(messages) : messages
  return {
    ...answer,
    ...counted,
    explanation: explainQuery(wholeQuery(queries), language),
    width: decideWidth(true, counted.total, counted.days),
    samples: sampleLimitReached ? [] : await showSamples(db, varied, sampleView, judge.suppressedBy),
    sampleLimitReached,
    noisyWords: await findNoisyWords(db, language, { messages: read, ...counted }, own),
    hiddenShare: await judge.shares(messages),
  }
}

/** As one query of the language: so it is read aloud. */
function wholeQuery({ keywords, context, excluded }: Record<'keywords' | 'context' | 'excluded', Query[]>): Query {
  const any = (queries: Query[]): Query => (queries.length === 1 ? queries[0]! : { kind: 'any', parts: queries })
  const parts = [any(keywords)]
  if (context.length > 0) parts.push(any(context))
  if (excluded.length > 0) parts.push({ kind: 'not', part: any(excluded) })
  return parts.length === 1 ? parts[0]! : { kind: 'all', parts }
}

interface Judge {
  /** By which of the filters that are on. */
  suppressedBy(message: FoundMessage): SuppressedBy | null
  /** Of each filter, whether it is on or not: so one sees what it would hide. */
  shares(messages: FoundMessage[]): Promise<Preview['hiddenShare']>
}

async function openJudge(
  fields: Pick<ProjectFields, 'keywords' | 'context' | 'censorFilter' | 'neuralFilter'>,
): Promise<Judge> {
  const scorer = await loadScorer()
  const isHidden = (text: string, suppression: Suppression | null): SuppressedBy | null =>
    suppress(scorer, text, suppression, () => scorer.score(text))
  const asSet = suppressionOf(fields)
  const censor = suppressionOf({ ...fields, censorFilter: true, neuralFilter: false })
  const neural = suppressionOf({ ...fields, censorFilter: false, neuralFilter: true })
  return {
    suppressedBy: ({ text }) => isHidden(text, asSet),
    async shares(messages) {
      const step = Math.max(1, messages.length / JUDGED)
      const judged = Array.from(
        { length: Math.min(messages.length, JUDGED) },
        (_, n) => messages[Math.floor(n * step)]!,
      )
      const turn = yieldEvery(LONGEST_TURN)
      const hidden = { censor: 0, neural: 0 }
      for (const { text } of judged) {
        if (isHidden(text, censor)) hidden.censor += 1
        if (isHidden(text, neural)) hidden.neural += 1
        await turn()
      }
      const among = Math.max(1, judged.length)
      return { censor: hidden.censor / among, neural: hidden.neural / among }
    },
  }
}
