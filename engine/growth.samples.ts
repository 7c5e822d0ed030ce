/**
 * How much longer eight times the work takes: near 8 when the time is linear, near 64 when it is quadratic. The least of several
 * runs, since a busy machine can only make a run longer.
 */
export function growth(work: (size: number) => void, size: number): number {
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
