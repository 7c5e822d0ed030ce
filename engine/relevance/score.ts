/** What the rest of the product asks of the relevance model: scores of a message, a level, and reasons in words. */
import type { Reason } from './explain.ts'
import { explainHead, strongest } from './explain.ts'
import { createFeatures, readFeatures } from './features.ts'
import { createJudge } from './judge.ts'
import { createMeaningReader } from './meaning.ts'
import type { MentionContext, MentionReading } from './mention.ts'
import { mentionScore, readContext, readMention } from './mention.ts'
import type { Head, Model, Thresholds } from './model.ts'
import { createPass, sigmoid } from './model.ts'
import type { Personal } from './personal.ts'
import { shiftScore, unboundedShift } from './personal.ts'
import { readReadiness, type Readiness } from './readiness.ts'
import type { Traits } from './traits.ts'
import { createTraitReader } from './traits.ts'
import type { WordKinds } from './word-kinds.ts'

/** Горячий, Тёплый, Холодный. */
export type Level = 'hot' | 'warm' | 'cold'

const levelNames: Readonly<Record<Level, string>> = { hot: 'Горячий', warm: 'Тёплый', cold: 'Холодный' }

export interface Relevance {
  /** 0 to 1: spam, advertising, a bot. */
  unwantedScore: number
  /** 0 to 1: someone looks for a service or a thing. */
  intentScore: number
  /** `unwantedScore` is above the model's own threshold. */
  isUnwanted: boolean
  /** So far above it that not even a reader of advertisements would miss the message. */
  isPlainlyUnwanted: boolean
  intentLevel: Level
}

/**
 * Surely a request from `warm` on; `hot` is a request that is certain, of someone who wants an answer now. Of comments more is asked: most of what sounds like a
 * request there is said to the seller above. Chosen apart from the thresholds of the model, which say what is a request at all: docs/decisions/three-levels.md.
 */
export const levelScores = {
  post: { warm: 0.65, hot: 0.8 },
  comment: { warm: 0.8, hot: 0.9 },
} as const

/** `comment` answers something: a reply in a chat, what stands under a post. */
export type ScoredKind = keyof typeof levelScores

function levelOf(intentScore: number, kind: ScoredKind, readiness: () => Readiness): Level {
  const { warm, hot } = levelScores[kind]
  if (intentScore < warm) return 'cold'
  return intentScore >= hot && readiness()?.is === 'now' ? 'hot' : 'warm'
}

export interface Scorer {
  readonly thresholds: Readonly<Thresholds>
  score(text: string, kind?: ScoredKind): Relevance
  /** What raised the score of this head, the strongest first; empty when nothing stands out. */
  reasons(text: string, head: Head): Reason[]
  /** The level, or the suspicion, and the words behind it in one Russian line. */
  explain(text: string): string
  /** 0 to 1: a message that holds a word of a project is about the watched thing; `context` is its keywords and context words. */
  mention(text: string, context: readonly string[]): number
  mentionReasons(text: string, context: readonly string[]): Reason[]
  /** What a personal layer learns from and judges by, see `personal.ts`. */
  traits(text: string): Traits
  /** Words that move the message most for this customer, in the direction in which it moves as a whole. */
  personalReasons(text: string, personal: Personal): Reason[]
}

/** By how much what is plainly unwanted is above the threshold, in log-odds: of true mentions of brands one in a hundred is. */
const PLAINLY = 1.3
/** Projects whose words are kept read. */
const KEPT_CONTEXTS = 1000
/** Below this a word is no reason, in log-odds. */
const LEAST_PERSONAL = 0.05
/** Said in any request, whatever it is about: true of what someone likes, and no reason to its reader. */
const courtesies = new Set([
  'пожалуйста',
  'плиз',
  'здравствуйте',
  'привет',
  'всем',
  'добрый',
  'доброе',
  'доброго',
  'день',
  'вечер',
  'утро',
  'спасибо',
  'заранее',
])

/** One scorer for one thread: it keeps its room for the message at hand, and the words of projects it has met. */
export function createScorer(model: Model, wordKinds: WordKinds): Scorer {
  const reader = createMeaningReader(model.meaning)
  const judge = createJudge(model, reader, wordKinds)
  const features = createFeatures()
  const readTraits = createTraitReader(model, reader, createPass())
  const contexts = new Map<string, MentionContext>()

  const isSignificant = (form: string): boolean =>
    form.length > 2 && !wordKinds.asking.has(form) && !courtesies.has(form)

  function score(text: string, kind: ScoredKind = 'post'): Relevance {
    const logits = judge.read(text)
    const unwantedScore = sigmoid(logits[0]!)
    const intentScore = sigmoid(logits[1]!)
    const { thresholds } = model
    return {
      unwantedScore,
      intentScore,
      isUnwanted: unwantedScore >= thresholds.unwanted,
      isPlainlyUnwanted: unwantedScore >= shiftScore(thresholds.unwanted, PLAINLY),
      intentLevel: levelOf(intentScore, kind, () => readReadiness(text)),
    }
  }

  function reasons(text: string, head: Head): Reason[] {
    return explainHead(judge, text, head)
  }

  function explain(text: string): string {
    const { isUnwanted, intentLevel } = score(text)
    const head: Head = isUnwanted ? 'unwanted' : 'intent'
    const title = isUnwanted ? 'Похоже на спам или рекламу' : levelNames[intentLevel]
    const why = isUnwanted || intentLevel !== 'cold' ? reasons(text, head) : []
    return why.length === 0
      ? title
      : `${title}: ${why.map(({ words, span }) => (span ? `«${words}»` : words)).join(', ')}`
  }

  function mentionReading(text: string, context: readonly string[]): MentionReading {
    readFeatures(text, features)
    const key = context.join('\n')
    let read = contexts.get(key)
    if (!read) {
      if (contexts.size >= KEPT_CONTEXTS) contexts.clear()
      contexts.set(key, (read = readContext(reader, context)))
    }
    return readMention(reader, features.words, read)
  }

  function wordReason(text: string, at: number, weight: number): Reason {
    const { start, end } = features.words[at]!
    return { words: text.slice(start, end), span: [start, end], weight }
  }

  function mentionReasons(text: string, context: readonly string[]): Reason[] {
    return strongest(mentionReading(text, context).evidence.map(({ at, weight }) => wordReason(text, at, weight)))
  }

  function traits(text: string): Traits {
    readFeatures(text, features)
    return readTraits(features)
  }

  function personalReasons(text: string, personal: Personal): Reason[] {
    const whole = unboundedShift(personal, traits(text))
    const found = features.words.flatMap(({ form }, at) => {
      const weight = isSignificant(form)
        ? Math.sign(whole) * (whole - unboundedShift(personal, readTraits(features, at)))
        : 0
      return weight >= LEAST_PERSONAL ? [wordReason(text, at, weight)] : []
    })
    return strongest(found)
  }

  return {
    thresholds: model.thresholds,
    score,
    reasons,
    explain,
    mention: (text, context) => mentionScore(mentionReading(text, context).clues, model.mention),
    mentionReasons,
    traits,
    personalReasons,
  }
}
