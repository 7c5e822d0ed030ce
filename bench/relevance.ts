/**
 * How well the committed relevance model judges, first of all in the wild: of all messages of sources that it was not trained
 * on, what it takes as hot and warm. Three more models are trained without the sources of one kind each, so that those can be
 * measured on too, beside baselines trained on the same examples. Then spam, samples of the categories, the personal layer,
 * `mention`, and how fast it reads real messages on one core. Fails when a text that is measured on was trained on.
 *
 *   npm run bench:relevance -- [--seconds 3] [--folds no] [--check] [--also FILE]
 *
 * `--folds no` trains nothing; `--check` only looks whether texts are apart; `--also` is a file of labelled texts,
 * `{"text": "…", "intent": true}` a line, which must be apart as well and is measured on.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Head } from '../engine/relevance/model.ts'
import type { Scorer } from '../engine/relevance/score.ts'
import { createScorer, levelScores } from '../engine/relevance/score.ts'
import { readShippedModel } from '../server/kit/shipped-model.ts'
import type { Example } from '../training/train-heads.ts'
import { loadWordKinds } from '../server/kit/engine-data.ts'
import { readExampleFiles } from '../training/example-files.ts'
import type { Judged } from '../training/relevance-data.ts'
import { measuredSets, readRelevanceData, readUnmarkedData } from '../training/relevance-data.ts'
import { relevanceDataThere } from '../training/read-data-file.ts'
import { intentThresholds, trainRelevance } from '../training/relevance-training.ts'
import { readMessages } from './query-load.ts'
import type { Judge } from './relevance-baselines.ts'
import { logisticRegression, meanOfVectors, naiveBayes, wideRegression } from './relevance-baselines.ts'
import type { Taken } from './relevance-wild.ts'
import { showOrder, showWild } from './relevance-wild.ts'
import { checkApart } from '../training/splits.ts'
import { parseMarks } from '../training/marks.ts'
import type { WildMessage } from '../training/talk-data.ts'
import { measureMention } from './relevance-mention.ts'
import { measurePersonal } from './relevance-personal.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    folds: { type: 'string', default: 'yes' },
    check: { type: 'boolean', default: false },
    also: { type: 'string' },
  },
})

/** What answers a post or opens no talk of its own; which messages of chats are replies is not known. */
const commentSources = ['okcomments', 'forumcomments']

interface Figures {
  precision: number
  recall: number
  f1: number
  auc: number
  bestF1: number
}

function measure(judged: readonly Judged[], judge: Judge, threshold: number): Figures {
  const scored = judged.map(({ text, yes }) => ({ yes, score: judge(text) })).sort((a, b) => b.score - a.score)
  const wanted = scored.filter(({ yes }) => yes).length
  let found = 0
  let bestF1 = 0
  let below = 0
  scored.forEach(({ yes }, i) => {
    if (yes) found++
    else below += found
    bestF1 = Math.max(bestF1, (2 * found) / (i + 1 + wanted))
  })
  const taken = scored.filter(({ score }) => score >= threshold)
  const right = taken.filter(({ yes }) => yes).length
  return {
    precision: taken.length === 0 ? 1 : right / taken.length,
    recall: right / wanted,
    f1: (2 * right) / (taken.length + wanted),
    auc: below / (wanted * (scored.length - wanted)),
    bestF1,
  }
}

if (!relevanceDataThere()) {
  console.log('The real messages are not there (../shared/data): nothing to measure.')
  process.exit(0)
}
const data = readRelevanceData()
const { hamHeld, spamHeld, spamDev, adDev, intentDev } = data
const examples = [...data.examples, ...data.presumed]
const also = values.also === undefined ? [] : parseMarks(readFileSync(values.also, 'utf8'), values.also)
checkApart('The shipped model', examples, { ...measuredSets(data), ...(values.also && { [values.also]: also }) })
console.log(`Apart: no text that is measured on is among the ${examples.length} examples.`)
if (values.check) process.exit(0)
const unseen = intentDev.filter(({ source }) => source !== 'samples')
const { model } = await readShippedModel()
const scorer = createScorer(model, loadWordKinds())
const taken = (by: Scorer, messages: readonly WildMessage[]): Taken[] =>
  messages.map((message) => {
    const kind = commentSources.includes(message.source) ? 'comment' : 'post'
    const { intentLevel, intentScore } = by.score(message.text, kind)
    return { ...message, level: intentLevel, score: intentScore, isSure: intentScore >= levelScores[kind].hot }
  })
showWild('In the wild: sources that no training reads', taken(scorer, data.wild))
/** A model of the same recipe, trained without some sources, and baselines trained on the same. */
function measureFold(title: string, without: readonly string[]): void {
  const fold = readRelevanceData({ holdBack: true, without })
  const from = [...fold.examples, ...fold.presumed]
  checkApart(title, from, measuredSets(fold, { holdBack: true }))
  const trained = trainRelevance(fold.examples, fold.presumed, model.meaning)
  trained.thresholds = { ...model.thresholds, ...intentThresholds }
  const by = createScorer(trained, loadWordKinds())
  const judge: Judge = (text) => by.score(text).intentScore
  showWild(title, taken(by, fold.wild))
  const regression = logisticRegression(from, 'intent')
  const order: [string, Judge][] = [
    ['logistic regression on the same features', regression],
    ['logistic regression, wide', wideRegression(from, 'intent')],
    ['mean of vectors, as fastText', meanOfVectors(from, 'intent')],
    ['naive Bayes', naiveBayes(from, 'intent')],
  ]
  showOrder(order, fold.wild)
  const atThresholds: Named[] = [
    ['logistic regression, fair threshold', regression, fairThreshold(regression, unseen, reachedBy(judge))],
    ['model, warm', judge, trained.thresholds.warm],
    ['model, hot', judge, trained.thresholds.hot],
  ]
  table(`Every fifth written sentence (${title.toLowerCase()})`, fold.writtenDev, atThresholds)
  table(`Every second message read one by one (${title.toLowerCase()})`, fold.readDev, atThresholds)
}

const reachedBy = (judge: Judge): number =>
  unseen.filter(({ yes, text }) => !yes && judge(text) >= model.thresholds.warm).length
/** As few of those that no one should lose reach it as reach the model's. */
function fairThreshold(judge: Judge, others: readonly Judged[], reached: number): number {
  const scores = others
    .filter(({ yes }) => !yes)
    .map(({ text }) => judge(text))
    .sort((a, b) => b - a)
  return scores[reached]! + 1e-9
}
type Named = [name: string, judge: Judge, threshold: number]
function baselines(from: readonly Example[], head: Head, others: readonly Judged[], reached: number): Named[] {
  return (
    [
      ['naive Bayes', naiveBayes(from, head)],
      ['logistic regression', logisticRegression(from, head)],
    ] as const
  ).flatMap(([name, judge]): Named[] => [
    [name, judge, 0.5],
    [`${name}, fair threshold`, judge, fairThreshold(judge, others, reached)],
  ])
}
const hidden = hamHeld.filter(({ text }) => scorer.score(text).isUnwanted).length
const judges: Record<Head, Named[]> = {
  unwanted: [
    ...baselines(examples, 'unwanted', hamHeld, hidden),
    ['model', (text) => scorer.score(text).unwantedScore, model.thresholds.unwanted],
  ],
  intent: [
    ...baselines(
      examples,
      'intent',
      unseen,
      reachedBy((text) => scorer.score(text).intentScore),
    ),
    ['model, warm', (text) => scorer.score(text).intentScore, model.thresholds.warm],
    ['model, hot', (text) => scorer.score(text).intentScore, model.thresholds.hot],
  ],
}

const percent = (share: number): string => share.toFixed(3)
function table(title: string, judged: readonly Judged[], by: readonly Named[]): void {
  console.log(`\n${title}: ${judged.filter(({ yes }) => yes).length} of ${judged.length}`)
  console.table(
    Object.fromEntries(
      by.map(([name, judge, threshold]) => {
        const { precision, recall, f1, auc, bestF1 } = measure(judged, judge, threshold)
        return [
          name,
          {
            threshold: threshold.toFixed(2),
            precision: percent(precision),
            recall: percent(recall),
            F1: percent(f1),
            AUC: percent(auc),
            'best F1': percent(bestF1),
          },
        ]
      }),
    ),
  )
}

if (values.folds === 'yes') {
  measureFold('Chats of neighbours, trained without any', ['tszhchat', 'zhk-intents'])
  measureFold('Comments, trained without any', commentSources)
  measureFold('Posts of groups of VK, trained without any', ['vkkarelia'])
}

table(
  'Spam of the train part not trained on (unlicensed), with held-back talk',
  [...spamHeld, ...hamHeld],
  judges.unwanted,
)
table('Spam, dev, all sources', spamDev, judges.unwanted)
table(
  'Spam, dev, sources whose train part was trained on',
  spamDev.filter(({ source }) => source !== 'antispambot'),
  judges.unwanted,
)
const ads = adDev.filter(({ text }) => scorer.score(text).isUnwanted).length
console.log(`Advertising of news channels (labels by a language model): ${ads} of ${adDev.length} taken for unwanted`)
table(
  'Intent, dev: samples of the categories',
  intentDev.filter(({ source }) => source === 'samples'),
  judges.intent,
)
for (const kind of ['asks something else', 'talk']) {
  const texts = unseen.filter((each) => each.kind === kind && !each.yes)
  console.log(
    `Real messages not trained on, ${kind}: ${texts.filter(({ text }) => scorer.score(text).intentLevel !== 'cold').length} of ${texts.length} taken for requests`,
  )
}

const alsoIntent = also.flatMap(({ text, intent }) =>
  intent === undefined ? [] : [{ text, yes: intent, source: 'also', kind: '' }],
)
if (alsoIntent.length > 0) table(`Intent, ${values.also}`, alsoIntent, judges.intent)

const { mentions, heldMentions, topicsDev } = readUnmarkedData()
measureMention(model, scorer, mentions, heldMentions)
const { requests } = readExampleFiles()
const written = (group: string, kind: string) =>
  requests.filter((each) => each.group === group).map(({ text }) => ({ text, yes: true, source: 'written', kind }))
await measurePersonal(scorer, topicsDev, [...written('small', 'small request'), ...written('written', 'request')])

const texts = (await readMessages()) ?? []
const until = performance.now() + Number(values.seconds) * 1000
const begin = process.cpuUsage()
let read = 0
let letters = 0
for (; performance.now() < until; read++) {
  const text = texts[(read * 7919) % texts.length]!
  letters += text.length
  scorer.score(text)
}
const { user, system } = process.cpuUsage(begin)
const seconds = (user + system) / 1e6
console.log(
  `\nSpeed: ${Math.round(read / seconds).toLocaleString('en')} messages in a second of one core's time, ${Math.round(letters / read)} characters each on average`,
)
