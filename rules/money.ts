/**
 * Money is counted in whole kopecks, here and in the database. The wire speaks of roubles: a number with at most two
 * decimals (spec §9 Currency label).
 */

/** Far below a kopeck, far above what is lost in adding up roubles with decimals. */
const NOISE = 0.001

/** The number the wire carries. Throws a RangeError when `kopecks` is not whole. */
export function toRoubles(kopecks: number): number {
  return whole(kopecks) / 100
}

/** Throws a RangeError when `roubles` has a part of a kopeck: a sum that comes from outside is never rounded in silence. */
export function toKopecks(roubles: number): number {
  const kopecks = Math.round(roubles * 100)
  if (!(Math.abs(roubles * 100 - kopecks) <= NOISE))
    throw new RangeError(`${roubles} roubles are no whole number of kopecks`)
  return whole(kopecks)
}

/** «1 500 руб.», «1 500,50 руб.»; the spaces don't break. Throws a RangeError when `kopecks` is not whole. */
export function formatRoubles(kopecks: number): string {
  const [sign, amount] = whole(kopecks) < 0 ? ['−', -kopecks] : ['', kopecks]
  const rest = amount % 100
  const roubles = String((amount - rest) / 100).replaceAll(/\B(?=(\d{3})+$)/g, '\u00A0')
  return `${sign}${roubles}${rest === 0 ? '' : `,${String(rest).padStart(2, '0')}`}\u00A0руб.`
}

/** «1 500,50 руб.» of the roubles of the wire. Throws a RangeError when `roubles` has a part of a kopeck. */
export function sumInWords(roubles: number): string {
  return formatRoubles(toKopecks(roubles))
}

function whole(kopecks: number): number {
  if (!Number.isSafeInteger(kopecks)) throw new RangeError(`${kopecks} is no whole number of kopecks`)
  return kopecks
}
