/** Monitored projects: mentions of something by keywords, context and stop-words. */
import { Type, type Static } from 'typebox'
import { call, longBody } from '../call.ts'
import { messageKinds, NetworkSchema } from '../networks.ts'
import { OfTeamSchema } from '../access/team.ts'
import { Id, Nullable } from '../schemas.ts'

export const projectLimits = { name: 60, keywords: 100, context: 50, excludedKeywords: 300, letters: 200 }

/** What a guest may ask the preview for at once. */
export const guestProjectLimits = { keywords: 10, context: 10, excludedKeywords: 30 }

/** A query of our language each (docs/glossary.md, «запрос»); mistakes in it are refused as QUERY_INVALID. */
const Queries = (maxItems: number) =>
  Type.Array(Type.String({ minLength: 1, maxLength: projectLimits.letters }), { maxItems })

const Fields = {
  /** Any of these fits … */
  keywords: Queries(projectLimits.keywords),
  /** … and, when there are any, one of these … */
  context: Queries(projectLimits.context),
  /** … and none of these. */
  excludedKeywords: Queries(projectLimits.excludedKeywords),
  /** Messages with obscene words are hidden. */
  censorFilter: Type.Boolean(),
  /** What the model holds to be no mention (advertising, spam, another meaning of the word) is hidden. */
  neuralFilter: Type.Boolean(),
  /** Networks; none: all. */
  networks: Type.Array(NetworkSchema, { maxItems: 20 }),
  /** Posts, comments; none: both. */
  kinds: Type.Array(Type.Enum([...messageKinds]), { maxItems: messageKinds.length }),
}
export const ProjectFieldsSchema = Type.Object({ name: Type.String({ maxLength: projectLimits.name }), ...Fields })
export type ProjectFields = Static<typeof ProjectFieldsSchema>

/** What a project looks for before anybody says so. */
export const emptyProject: ProjectFields = {
  name: '',
  keywords: [],
  context: [],
  excludedKeywords: [],
  censorFilter: false,
  neuralFilter: false,
  networks: [],
  kinds: [],
}

/**
 * Saving goes through numbered steps (spec §4): 1 the settings are checked and saved, 2 the stored days are searched
 * (`skip` when it was saved without a restart), 3 the listening has begun. `step` is where it is now.
 */
export const projectSteps = 3
export const ProgressSchema = Type.Object({
  step: Type.Integer({ minimum: 1, maximum: projectSteps }),
  status: Type.Enum(['pending', 'ok', 'skip', 'error']),
  error: Type.Union([
    Type.Object({
      code: Type.String(),
      message: Type.String(),
      details: Type.Object({ total: Type.Optional(Type.Integer()) }),
    }),
    Type.Null(),
  ]),
  /** Messages found so far in the stored days. */
  total: Nullable(Type.Integer()),
  /** How far back it is searched. */
  hours: Nullable(Type.Integer()),
  /** Of the stored days, 0 to 1, while step 2 is pending. */
  done: Type.Number(),
  /** Which saving it reports on: a later one has a greater number. */
  version: Type.Integer(),
})
export type ProjectProgress = Static<typeof ProgressSchema>

export const ProjectSchema = Type.Object({
  id: Type.Integer(),
  ...ProjectFieldsSchema.properties,
  /** STARTING_UP: what is stored is being searched. */
  status: Type.Enum(['STOPPED', 'STARTING_UP', 'RUNNING']),
  /** Why it is stopped. */
  downtimeReason: Type.Union([Type.Enum(['NOT_CONFIGURED', 'NO_SUBSCRIPTION']), Type.Null()]),
  /** Cards of it in the asker's feed, as the feed itself counts them; no further than one above TOTAL_CAP. */
  inFeed: Type.Integer(),
  /** Messages of it, and how many of them its filters hide; the others that are not in the feed are copies, spam and the like. */
  found: Type.Integer(),
  hidden: Type.Object({ censor: Type.Integer(), neural: Type.Integer() }),
  progress: Type.Union([ProgressSchema, Type.Null()]),
  /** It is the owner's of the asker's team; null: the asker's own. */
  team: Nullable(OfTeamSchema),
})
export type Project = Static<typeof ProjectSchema>

/**
 * More found in the stored days than this is refused as TOO_MANY_RESULTS: no one reads it, and it would drown the feed. What
 * was saved stays saved and holds for new messages; of what is stored nothing changes.
 */
export const MOST_FOUND = 20_000

const Span = Type.Tuple([Type.Integer(), Type.Integer()])
/** A message as strangers to it may see it: in previews and on public pages. */
export const SampleSchema = Type.Object({
  id: Type.Integer(),
  network: NetworkSchema,
  kind: Type.Enum([...messageKinds]),
  text: Type.String(),
  /** [start, end) in UTF-16 units. */
  spans: Type.Array(Span),
  publishedAt: Type.String(),
  group: Nullable(Type.String()),
  url: Nullable(Type.String()),
  demo: Type.Boolean(),
  /** By which filter of the project it would be hidden. */
  suppressedBy: Type.Union([Type.Enum(['censor', 'neural']), Type.Null()]),
})
export type Sample = Static<typeof SampleSchema>

export const QueryMistakeSchema = Type.Object({
  field: Type.Enum(['keywords', 'context', 'excludedKeywords']),
  index: Type.Integer(),
  /** Where in the query: [from, to). */
  from: Type.Integer(),
  to: Type.Integer(),
  message: Type.String(),
})

export type QueryMistake = Static<typeof QueryMistakeSchema>

/** So many previews a day show examples; the others count only. */
export const PREVIEWS_A_DAY = 200

export const PreviewSchema = Type.Object({
  mistakes: Type.Array(QueryMistakeSchema),
  /** The whole query read back in plain Russian; empty while there is nothing to look for. */
  explanation: Type.String(),
  /** Days that are stored, and how many messages: half-open from the oldest to now. */
  days: Type.Number(),
  stored: Type.Integer(),
  /** Of each calendar day in the asker's zone, oldest first. */
  perDay: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), count: Type.Integer() })),
  total: Type.Integer(),
  /** `total` and `perDay` were worked out from a part of the candidates: «около». */
  estimated: Type.Boolean(),
  width: Type.Enum(['empty', 'narrow', 'good', 'wide', 'tooWide']),
  samples: Type.Array(SampleSchema),
  /**
   * How much samples show. `full`: everything; `trial`: not the newest three days; `public`: as public pages do, not the newest
   * three days and without what leads to anyone, for guests and for those who have no subscription of projects that runs.
   */
  sampleView: Type.Enum(['full', 'trial', 'public']),
  /** There are none: those of the day are used up. */
  sampleLimitReached: Type.Boolean(),
  /** Words that stand in many of the found messages and are none of the query's: `share` of them, 0 to 1. */
  noisyWords: Type.Array(Type.Object({ word: Type.String(), share: Type.Number() })),
  /** Of `total`, as far as it was looked at: 0 to 1. */
  hiddenShare: Type.Object({ censor: Type.Number(), neural: Type.Number() }),
})
export type Preview = Static<typeof PreviewSchema>

const Answered = Type.Object({ project: ProjectSchema })

export const projects = {
  /** The asker's own, then those of their team's owner that are for the team. */
  listProjects: call('GET', '/monitored-project/list', {
    access: 'customer',
    teamNeed: 'view',
    underMask: 'read',
    input: Type.Object({}),
    result: Type.Object({
      projects: Type.Array(ProjectSchema),
      limits: Type.Object({
        name: Type.Integer(),
        keywords: Type.Integer(),
        context: Type.Integer(),
        excludedKeywords: Type.Integer(),
        letters: Type.Integer(),
      }),
    }),
  }),
  /** Progress follows as the signal `monitored-project`. `restart` false: what is stored is not searched again. */
  updateProject: call('PUT', '/monitored-project/:id', {
    access: 'customer',
    teamNeed: 'manage',
    underMask: 'change',
    rateLimit: { count: 30, seconds: 60 },
    maxBody: longBody,
    input: Type.Object({ id: Id, ...ProjectFieldsSchema.properties, restart: Type.Optional(Type.Boolean()) }),
    result: Answered,
  }),
  /** Searches what is stored once more. */
  refreshProject: call('POST', '/monitored-project/:id/refresh', {
    access: 'customer',
    teamNeed: 'manage',
    underMask: 'change',
    rateLimit: { count: 10, seconds: 60 },
    input: Type.Object({ id: Id }),
    result: Answered,
  }),
  /**
   * What these settings would find in the stored days. Mistakes are answered, not refused; of a guest so many phrases are
   * looked for (`guestProjectLimits`), more are refused as VALIDATION_FAILED with `maxItems`.
   */
  previewProject: call('POST', '/monitored-project/preview', {
    access: 'anyone',
    teamNeed: 'view',
    underMask: 'read',
    rateLimit: { count: 120, seconds: 60 },
    guestRateLimit: { count: 15, seconds: 60 },
    maxBody: longBody,
    input: Type.Object(Fields),
    result: PreviewSchema,
  }),
}

export const projectsSignals = {
  /** A project was saved, or its search is further: with its progress. */
  'monitored-project': ProjectSchema,
}
