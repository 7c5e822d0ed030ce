/**
 * How well the committed relevance model judges, beside naive Bayes and logistic regression trained on the same examples
 * and features in this run, and how fast it reads real messages on one core.
 *
 *   npm run bench:relevance -- [--seconds 3]
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Head } from '../engine/relevance/model.ts'
import { loadModel } from '../engine/relevance/model.ts'
import { createScorer } from '../engine/relevance/score.ts'
import { projectRoot } from '../tools/project-root.ts'
import type { Judged } from '../tools/relevance-data.ts'
import { readRelevanceData, relevanceDataThere } from '../tools/relevance-data.ts'
import { readMessages } from './query-load.ts'
import type { Judge } from './relevance-baselines.ts'
import { logisticRegression, naiveBayes } from './relevance-baselines.ts'

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '3' } } })

interface Figures { precision: number; recall: number; f1: number; auc: number; bestF1: number }

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
const { examples, spamDev, adDev, intentDev, leads } = readRelevanceData()
const model = loadModel(readFileSync(join(projectRoot, 'engine/relevance/model.bin')))
const scorer = createScorer(model)
const judges: Record<Head, [name: string, judge: Judge, threshold: number][]> = {
  unwanted: [
    ['naive Bayes', naiveBayes(examples, 'unwanted'), 0.5],
    ['logistic regression', logisticRegression(examples, 'unwanted'), 0.5],
    ['model', (text) => scorer.score(text).unwanted, model.thresholds.unwanted],
  ],
  intent: [
    ['naive Bayes', naiveBayes(examples, 'intent'), 0.5],
    ['logistic regression', logisticRegression(examples, 'intent'), 0.5],
    ['model, warm', (text) => scorer.score(text).intent, model.thresholds.warm],
    ['model, hot', (text) => scorer.score(text).intent, model.thresholds.hot],
  ],
}

const percent = (share: number): string => share.toFixed(3)
function table(title: string, judged: readonly Judged[], head: Head): void {
  console.log(`\n${title}: ${judged.filter(({ yes }) => yes).length} of ${judged.length}`)
  console.table(Object.fromEntries(judges[head].map(([name, judge, threshold]) => {
    const { precision, recall, f1, auc, bestF1 } = measure(judged, judge, threshold)
    return [name, { threshold: threshold.toFixed(2), precision: percent(precision), recall: percent(recall), F1: percent(f1), AUC: percent(auc), 'best F1': percent(bestF1) }]
  })))
}

table('Spam, dev, all sources', spamDev, 'unwanted')
table('Spam, dev, sources whose train part was trained on', spamDev.filter(({ source }) => source !== 'antispambot'), 'unwanted')
const ads = adDev.filter(({ text }) => scorer.score(text).isUnwanted).length
console.log(`Advertising of news channels (labels by a language model): ${ads} of ${adDev.length} taken for unwanted`)
table('Intent, dev: samples of the categories', intentDev.filter(({ source }) => source === 'samples'), 'intent')
const unseen = intentDev.filter(({ source }) => source !== 'samples')
for (const kind of ['asks something else', 'talk']) {
  const texts = unseen.filter((each) => each.kind === kind)
  console.log(`Real messages not trained on, ${kind}: ${texts.filter(({ text }) => scorer.score(text).level !== 'cold').length} of ${texts.length} taken for requests`)
}
table('Intent, leads.ndjson, any request (REQUEST and SMALL_REQUEST)', leads, 'intent')
table('Intent, leads.ndjson without SMALL_REQUEST', leads.filter(({ kind }) => kind !== 'SMALL_REQUEST'), 'intent')
for (const source of new Set(leads.map((each) => each.source))) {
  const of = leads.filter((each) => each.source === source)
  const taken = of.filter(({ text }) => scorer.score(text).level !== 'cold')
  console.log(`  ${source}: ${taken.filter(({ yes }) => yes).length} of ${of.filter(({ yes }) => yes).length} requests found, ${taken.filter(({ yes }) => !yes).length} of ${of.filter(({ yes }) => !yes).length} others taken`)
}

const texts = (await readMessages()) ?? []
const until = performance.now() + Number(values.seconds) * 1000
const begin = performance.now()
let read = 0
let letters = 0
for (; performance.now() < until; read++) {
  const text = texts[(read * 7919) % texts.length]!
  letters += text.length
  scorer.score(text)
}
const seconds = (performance.now() - begin) / 1000
console.log(`\nSpeed: ${Math.round(read / seconds).toLocaleString('en')} messages/s on one core, ${Math.round(letters / read)} characters each on average`)
