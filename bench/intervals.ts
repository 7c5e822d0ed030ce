/** How sure a figure is that comes from few cases: intervals that hold the truth 95 times of 100. */
import { seededRandom } from '../training/random.ts'

export type Interval = readonly [low: number, high: number]

/** Of a share, after Wilson: keeps its sense for few cases and for none. Everything, 0 to 1, when there is no case. */
export function wilson(right: number, of: number): Interval {
  if (of === 0) return [0, 1]
  const z = 1.96
  const share = right / of
  const middle = share + (z * z) / (2 * of)
  const reach = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of))
  const scale = 1 + (z * z) / of
  return [Math.max(0, (middle - reach) / scale), Math.min(1, (middle + reach) / scale)]
}

/** Of any figure, by drawing as many cases again from the cases, 1,000 times; the same each time. */
export function bootstrap<Case>(cases: readonly Case[], figure: (drawn: readonly Case[]) => number): Interval {
  const random = seededRandom(1)
  const figures = Array.from({ length: 1000 }, () =>
    figure(Array.from({ length: cases.length }, () => cases[Math.floor(random() * cases.length)]!)),
  ).sort((a, b) => a - b)
  return [figures[25]!, figures[974]!]
}

/** «12 of 397, 0.03 [0.02–0.05]»; figures are never printed without their counts. */
export function shareOf(right: number, of: number): string {
  const [low, high] = wilson(right, of)
  return `${right} of ${of}${of === 0 ? '' : `, ${(right / of).toFixed(2)} [${low.toFixed(2)}–${high.toFixed(2)}]`}`
}
