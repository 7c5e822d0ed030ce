/**
 * Customers made up from held-back messages: each likes one kind and dislikes another, gives marks one by one, and the
 * other half of the messages is put in order after 0, 5, 10, 20, 50 and 100 marks. No message is marked and measured.
 */
import type { Mark } from '../engine/relevance/personal.ts'
import { createPersonal, learnMark, personalShift, shiftScore } from '../engine/relevance/personal.ts'
import type { Scorer } from '../engine/relevance/score.ts'
import type { Traits } from '../engine/relevance/traits.ts'
import { seededRandom } from '../engine/relevance/train.ts'
import type { Judged, Topic } from '../tools/relevance-data.ts'

const STEPS = [0, 5, 10, 20, 50, 100]
/** Each customer is played so often, with other messages in other order. */
const TIMES = 6

interface Shown { liked: boolean; traits: Traits; score: number }
interface Outcome { auc: number; f1: number }

/** F1 when as many are taken as there are liked ones; that needs no threshold. */
function order(shown: readonly Shown[], shift: (traits: Traits) => number): Outcome {
  const scored = shown.map(({ liked, traits, score }) => ({ liked, score: shiftScore(score, shift(traits)) })).sort((a, b) => b.score - a.score)
  const liked = scored.filter((each) => each.liked).length
  let found = 0
  let below = 0
  for (const each of scored) {
    if (each.liked) found++
    else below += found
  }
  return { auc: below / (liked * (scored.length - liked)), f1: scored.slice(0, liked).filter((each) => each.liked).length / liked }
}

function play(shown: readonly Shown[], wrong: number, dislike: Mark, seed: number): Outcome[] {
  const random = seededRandom(seed)
  const shuffled = shown.map((each) => ({ each, place: random() })).sort((a, b) => a.place - b.place).map(({ each }) => each)
  const half = Math.floor(shuffled.length / 2)
  const sides = [shuffled.slice(half).filter(({ liked }) => !liked), shuffled.slice(half).filter(({ liked }) => liked)]
  const outcomes: Outcome[] = []
  let personal = createPersonal()
  for (let marks = 0; marks <= STEPS.at(-1)!; marks++) {
    const now = personal
    if (STEPS.includes(marks)) outcomes.push(order(shuffled.slice(0, half), (traits) => personalShift(now, traits)))
    const side = sides[random() < 0.5 ? 1 : 0]!
    const { liked, traits } = side[Math.floor(random() * side.length)]!
    personal = learnMark(personal, (random() < wrong) !== liked ? 'like' : dislike, traits)
  }
  return outcomes
}

function row(customers: readonly (readonly Shown[])[], wrong: number, dislike: Mark): Record<string, string> {
  const played = customers.flatMap((shown, i) => Array.from({ length: TIMES }, (_, time) => play(shown, wrong, dislike, i * 100 + time + 1)))
  const mean = (at: number, of: keyof Outcome): string => (played.reduce((sum, outcomes) => sum + outcomes[at]![of], 0) / played.length).toFixed(2)
  const worse = played.filter((outcomes) => outcomes[3]!.auc < outcomes[0]!.auc - 0.01).length
  return {
    ...Object.fromEntries(STEPS.map((marks, at) => [`${marks}: AUC / F1`, `${mean(at, 'auc')} / ${mean(at, 'f1')}`])),
    'worse after 20': `${worse} of ${played.length}`,
  }
}

export function measurePersonal(scorer: Scorer, topics: readonly Topic[], requests: readonly Judged[]): void {
  const posts = topics.map(({ text, category }) => ({ category, traits: scorer.traits(text), score: 1 - scorer.score(text).unwanted }))
  const liked = ['it', 'business', 'personal', 'science', 'finances', 'political', 'moscow']
  const among = (like: string, rest: readonly string[] | null): Shown[] =>
    posts.filter(({ category }) => category === like || rest === null || rest.includes(category)).map((post) => ({ ...post, liked: post.category === like }))
  const oneOfTwo = liked.map((like) => among(like, [like === 'political' ? 'moscow' : 'political']))
  const oneOfAll = liked.map((like) => among(like, null))
  const small = requests.map(({ text, kind }): Shown => ({ liked: kind === 'request', traits: scorer.traits(text), score: scorer.score(text).intent }))
  console.log('\nPersonal layer: held-back messages, ordered after so many marks')
  console.table({
    'one topic liked, another not': row(oneOfTwo, 0, 'dislike'),
    'one topic liked, none else': row(oneOfAll, 0, 'dislike'),
    'the same, 20 % of marks wrong': row(oneOfAll, 0.2, 'dislike'),
    'the same, all marks by chance': row(oneOfAll, 0.5, 'dislike'),
    'the same, spam marks instead': row(oneOfAll, 0, 'spam'),
    'requests, but no small ones': row([small], 0, 'dislike'),
    'the same, 20 % wrong ': row([small], 0.2, 'dislike'),
  })
}
