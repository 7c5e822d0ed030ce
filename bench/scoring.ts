/**
 * How many messages the relevance model scores in a second of one core, and how much slower it is than a plain loop over the
 * same texts, in turn in one run: on a busy machine only that ratio can be compared with another run. Needs ../shared/data.
 *
 *   npm run bench:scoring -- [--texts 20000] [--rounds 7]
 */
import { parseArgs } from 'node:util'
import { createScorer } from '../engine/relevance/score.ts'
import { loadWordKinds } from '../server/kit/engine-data.ts'
import { readShippedModel } from '../server/kit/shipped-model.ts'
import { readMessages } from './query-load.ts'

const { values } = parseArgs({
  options: { texts: { type: 'string', default: '20000' }, rounds: { type: 'string', default: '7' } },
})
const all = await readMessages()
if (all === null) {
  console.log('Skipped: the real messages are not there (../shared/data)')
  process.exit(0)
}
const step = Math.max(1, Math.floor(all.length / Number(values.texts)))
const texts = all.filter((_, at) => at % step === 0)
const characters = texts.reduce((sum, text) => sum + text.length, 0) / texts.length

/** What no scoring can do without, six times over: each character is read and hashed. */
let hashes = 0
const plainLoop = (text: string): void => {
  for (let time = 0; time < 6; time++) {
    let hash = time
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
    hashes ^= hash
  }
}

/** Seconds of processor time. */
const time = (read: (text: string) => unknown): number => {
  const begin = process.cpuUsage()
  for (const text of texts) read(text)
  const { user, system } = process.cpuUsage(begin)
  return (user + system) / 1e6
}

const scorer = createScorer((await readShippedModel()).model, loadWordKinds())
time((text) => scorer.score(text))
const [scored, plain]: [number[], number[]] = [[], []]
for (let round = 0; round < Number(values.rounds); round++) {
  scored.push(time((text) => scorer.score(text)))
  plain.push(time(plainLoop))
}
const sorted = (times: number[]): number[] => times.toSorted((a, b) => a - b)
const show = (name: string, at: (times: number[]) => number): void => {
  const [score, loop] = [at(sorted(scored)), at(sorted(plain))]
  console.log(
    `${name}: ${Math.round(texts.length / score).toLocaleString('en')} messages in a second of one core's time, ${(score / loop).toFixed(1)} times a plain loop`,
  )
}
console.log(`${texts.length} messages of ${characters.toFixed(0)} characters, hashed to ${hashes}`)
show('best', (times) => times[0]!)
show('median', (times) => times[times.length >> 1]!)
