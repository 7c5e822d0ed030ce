/** Below this nobody needs to look again. */
const SURELY_LINEAR = 16
const LOOKS = 3

/**
 * How much longer eight times the work takes: near 8 when the time is linear, near 64 when it is quadratic. The least of several
 * runs, and when that is doubtful of several looks, since a busy machine can only make a run longer.
 */
export function growth(work: (size: number) => void, size: number): number {
  let least = Infinity
  for (let look = 0; look < LOOKS && least > SURELY_LINEAR; look++) least = Math.min(least, growthOnce(work, size))
  return least
}

function growthOnce(work: (size: number) => void, size: number): number {
  const least = (of: number): number => {
    let best = Infinity
    for (let run = 0; run < 4; run++) {
      const started = performance.now()
      work(of)
      best = Math.min(best, performance.now() - started)
    }
    return best
  }
  least(size)
  return least(size * 8) / least(size)
}
