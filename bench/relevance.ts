/**
 * How well the committed relevance model judges, beside naive Bayes and logistic regression trained on the same examples
 * and features in this run; the personal layer and `mention`; and how fast it reads real messages on one core. Every fifth
 * written sentence, and every second of the real messages read one by one, is measured with models trained again without them. Baselines get their threshold by the model's own rule.
 *
 *   npm run bench:relevance -- [--seconds 3] [--leads no]
 */
import { parseArgs } from 'node:util'
import type { Head } from '../engine/relevance/model.ts'
import { createScorer } from '../engine/relevance/score.ts'
import { readShippedModel } from '../server/kit/shipped-model.ts'
import type { Example } from '../training/train-heads.ts'
import { loadWordKinds } from '../server/kit/engine-data.ts'
import { readExampleFiles } from '../training/example-files.ts'
import type { Judged } from '../training/relevance-data.ts'
import { readRelevanceData, readUnmarkedData } from '../training/relevance-data.ts'
import { relevanceDataThere } from '../training/read-data-file.ts'
import { falseAlarms, trainRelevance } from '../training/relevance-training.ts'
import { readMessages } from './query-load.ts'
import type { Judge } from './relevance-baselines.ts'
import { logisticRegression, naiveBayes } from './relevance-baselines.ts'
import { measureMention } from './relevance-mention.ts'
import { measurePersonal } from './relevance-personal.ts'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '3' }, leads: { type: 'string', default: 'yes' } },
})

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
const { examples: labelled, presumed, hamHeld, spamHeld, spamDev, adDev, intentDev, leads } = readRelevanceData()
const examples = [...labelled, ...presumed]
const { examples: fewerExamples, writtenDev, readDev } = readRelevanceData({ holdBack: true })
const unseen = intentDev.filter(({ source }) => source !== 'samples')
const { model } = await readShippedModel()
const scorer = createScorer(model, loadWordKinds())
/** As few of those that no one should lose reach it as reach the model's. */
function fairThreshold(judge: Judge, head: Head, others: readonly Judged[]): number {
  const scores = others
    .filter(({ yes }) => !yes)
    .map(({ text }) => judge(text))
    .sort((a, b) => b - a)
  return scores[Math.floor(falseAlarms[head] * scores.length)]! + 1e-9
}
type Named = [name: string, judge: Judge, threshold: number]
function baselines(from: readonly Example[], head: Head, others: readonly Judged[]): Named[] {
  return (
    [
      ['naive Bayes', naiveBayes(from, head)],
      ['logistic regression', logisticRegression(from, head)],
    ] as const
  ).flatMap(([name, judge]): Named[] => [
    [name, judge, 0.5],
    [`${name}, fair threshold`, judge, fairThreshold(judge, head, others)],
  ])
}
const judges: Record<Head, Named[]> = {
  unwanted: [
    ...baselines(examples, 'unwanted', hamHeld),
    ['model', (text) => scorer.score(text).unwantedScore, model.thresholds.unwanted],
  ],
  intent: [
    ...baselines(examples, 'intent', unseen),
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

const fewerScorer = createScorer(trainRelevance(fewerExamples, presumed, model.meaning), loadWordKinds())
const fewerIntent: Judge = (text) => fewerScorer.score(text).intentScore
const fewerJudges: Named[] = [
  ...baselines([...fewerExamples, ...presumed], 'intent', unseen),
  ['model', fewerIntent, fairThreshold(fewerIntent, 'intent', unseen)],
]
table('Intent, every fifth written sentence, trained without them', writtenDev, fewerJudges)
table('Intent, every second of the real messages read one by one, trained without them', readDev, fewerJudges)

if (values.leads === 'yes') showLeads()
function showLeads(): void {
  table('Intent, leads.ndjson, any request (REQUEST and SMALL_REQUEST)', leads, judges.intent)
  table(
    'Intent, leads.ndjson without SMALL_REQUEST',
    leads.filter(({ kind }) => kind !== 'SMALL_REQUEST'),
    judges.intent,
  )
  for (const source of new Set(leads.map((each) => each.source))) {
    const of = leads.filter((each) => each.source === source)
    const taken = of.filter(({ text }) => scorer.score(text).intentLevel !== 'cold')
    console.log(
      `  ${source}: ${taken.filter(({ yes }) => yes).length} of ${of.filter(({ yes }) => yes).length} requests found, ${taken.filter(({ yes }) => !yes).length} of ${of.filter(({ yes }) => !yes).length} others taken`,
    )
  }
}

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
