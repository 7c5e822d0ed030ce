/** How well `mention` tells a watched thing from other senses of its word, on projects it was not fitted to. */
import { existsSync, readFileSync } from 'node:fs'
import { zstdDecompressSync } from 'node:zlib'
import { createMeaningReader, dot, speaks, MEANING_WIDTH } from '../engine/relevance/meaning.ts'
import type { Model } from '../engine/relevance/model.ts'
import { readContext } from '../engine/relevance/mention.ts'
import type { Scorer } from '../engine/relevance/score.ts'
import { tokenise } from '../engine/language/tokenise.ts'
import type { MentionCase } from '../training/relevance-data.ts'

const TWEETS = new URL('../../shared/data/brands.ndjson.zst', import.meta.url)
const operator = ['связь', 'тариф', 'интернет', 'оператор', 'роуминг', 'абонент', 'сим-карта', 'мобильный', 'сеть']
const bank = ['банк', 'карта', 'кредит', 'вклад', 'счёт', 'ипотека', 'перевод', 'отделение', 'приложение']
/** Marked by people as being about the brand; there are none that are not. */
const brands: Readonly<Record<string, readonly string[]>> = {
  beeline: ['билайн', 'beeline', ...operator],
  megafon: ['мегафон', 'megafon', ...operator],
  mts: ['мтс', 'mts', ...operator],
  rostelecom: ['ростелеком', ...operator],
  tele2: ['теле2', 'tele2', ...operator],
  sberbank: ['сбербанк', 'сбер', ...bank],
  vtb: ['втб', 'втб24', ...bank],
  raiffeisen: ['райффайзен', 'райффайзенбанк', ...bank],
  rshb: ['россельхозбанк', 'рсхб', ...bank],
  alfabank: ['альфа', 'альфа-банк', ...bank],
}

const telephone = new Set(['beeline', 'megafon', 'mts', 'rostelecom', 'skylink', 'tele2'])
/** What a customer would add to the name of a brand. */
export const brandContext = (brand: string): readonly string[] => (telephone.has(brand) ? operator : bank)

type Judge = (text: string, words: readonly string[]) => number

function figures(cases: readonly MentionCase[], judge: Judge, threshold: number): Record<string, string> {
  const scored = cases.map(({ text, words, about }) => ({ about, score: judge(text, words) }))
  const about = scored.filter((each) => each.about)
  const other = scored.filter((each) => !each.about)
  let won = 0
  for (const a of about) for (const b of other) won += a.score > b.score ? 1 : a.score === b.score ? 0.5 : 0
  const taken = scored.filter(({ score }) => score >= threshold)
  const right = taken.filter((each) => each.about).length
  return {
    precision: (right / taken.length).toFixed(2),
    recall: (right / about.length).toFixed(2),
    F1: ((2 * right) / (taken.length + about.length)).toFixed(2),
    AUC: (won / (about.length * other.length)).toFixed(2),
  }
}

/** The threshold a judge would choose by the cases it was fitted to. */
function bestThreshold(cases: readonly MentionCase[], judge: Judge): number {
  const scores = cases.map(({ text, words }) => judge(text, words))
  const f1 = (threshold: number): number => Number(figures(cases, judge, threshold).F1)
  return scores.reduce((best, score) => (f1(score) > f1(best) ? score : best), scores[0] ?? 0)
}

export function measureMention(
  model: Model,
  scorer: Scorer,
  fitted: readonly MentionCase[],
  held: readonly MentionCase[],
): void {
  const reader = createMeaningReader(model.meaning)
  const cosine: Judge = (text, words) => {
    const context = readContext(reader, words)
    const own = new Float32Array(MEANING_WIDTH)
    reader.direction(tokenise(text).filter(speaks), own)
    return dot(own, context.direction)
  }
  const judges: [string, Judge, number][] = [
    ['everything with the word', () => 1, 0.5],
    ['wanted (1 − unwanted)', (text) => 1 - scorer.score(text).unwantedScore, 1 - model.thresholds.unwanted],
    ['likeness of message and words', cosine, bestThreshold(fitted, cosine)],
    ['mention', (text, words) => scorer.mention(text, words), 0.5],
  ]
  console.log(
    `\nMention: ${held.filter(({ about }) => about).length} of ${held.length} messages of ${new Set(held.map(({ project }) => project)).size} projects held back`,
  )
  console.table(Object.fromEntries(judges.map(([name, judge, threshold]) => [name, figures(held, judge, threshold)])))
  for (const project of new Set(held.map((each) => each.project))) {
    const of = held.filter((each) => each.project === project)
    const taken = of.filter(({ text, words }) => scorer.mention(text, words) >= 0.5)
    console.log(
      `  ${project}: ${taken.filter(({ about }) => about).length} of ${of.filter(({ about }) => about).length} taken, and ${taken.filter(({ about }) => !about).length} of ${of.filter(({ about }) => !about).length} others`,
    )
  }
  if (!existsSync(TWEETS)) return
  const tweets = zstdDecompressSync(readFileSync(TWEETS))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { text: string; brands: Record<string, number> })
  const shares = Object.entries(brands).map(([brand, words]) => {
    const of = tweets.filter((tweet) => brand in tweet.brands)
    return `${brand} ${Math.round((100 * of.filter(({ text }) => scorer.mention(text, words) >= 0.5).length) / of.length)} %`
  })
  console.log(`Tweets about a brand, taken for a mention: ${shares.join(', ')}`)
}
