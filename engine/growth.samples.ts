/** Below this no one needs to look again. */
const SURELY_LINEAR = 16
const LOOKS = 6

/**
 * How much longer eight times the work takes: near 8 when the time is linear, near 64 when it is quadratic. In CPU time of this
 * thread, which a busy machine does not take away; the least of several runs, and when that is uncertain of several looks.
 */
export function growth(work: (size: number) => void, size: number): number {
  let least = Infinity
  for (let look = 0; look < LOOKS && least > SURELY_LINEAR; look++) least = Math.min(least, growthOnce(work, size))
  return least
}

function growthOnce(work: (size: number) => void, size: number): number {
  const least = (of: number): number =>
    Math.min(
      costOf(() => work(of)),
      costOf(() => work(of)),
    )
  least(size)
  return least(size * 8) / least(size)
}

/** In microseconds; less is not distinguished well. */
const ENOUGH = 1_000

/** What it takes on average, in microseconds. How much of it is the system's is guessed by ticks, so that only the sum is exact. */
function costOf(work: () => void): number {
  const started = process.threadCpuUsage()
  for (let times = 1; ; times++) {
    work()
    const { user, system } = process.threadCpuUsage(started)
    if (user + system >= ENOUGH) return (user + system) / times
  }
}
