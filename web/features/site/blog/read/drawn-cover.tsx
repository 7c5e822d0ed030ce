import classes from './drawn-cover.module.css'

/** A picture for an article that has none, always the same for its slug: the sea from above, what was said in it, and how far it is heard. */
export function DrawnCover({ slug, className = '' }: { slug: string; className?: string | undefined }) {
  const next = numbersOf(slug)
  const [x, y] = [300 + next(600), 170 + next(290)]
  const tilt = next(40) - 20
  const rings = Array.from({ length: 7 }, (_, at) => 46 + at * (44 + next(14)))
  const voices = Array.from({ length: 9 }, () => ({ ring: next(rings.length), angle: next(360), size: 7 + next(9) }))
  const waves = Array.from({ length: 4 }, (_, at) => ({ top: 90 + at * 140 + next(60), swing: 14 + next(26) }))
  return (
    <svg
      className={`${classes.cover} ${className}`}
      viewBox="0 0 1200 630"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <rect className={classes.ground} width="1200" height="630" />
      <g className={classes.waves} transform={`rotate(${tilt} 600 315)`}>
        {waves.map(({ top, swing }) => (
          <path key={top} d={`M-200 ${top}q100 ${-swing} 200 0${'t200 0'.repeat(7)}`} />
        ))}
      </g>
      <g className={classes.rings}>
        {rings.map((radius, at) => (
          <circle key={at} cx={x} cy={y} r={radius} opacity={1 - at / 9} />
        ))}
      </g>
      {voices.map(({ ring, angle, size }, at) => {
        const radius = rings[ring] ?? 0
        const turn = (angle * Math.PI) / 180
        return (
          <circle
            key={at}
            className={at === 0 ? classes.heard : classes.voice}
            cx={Math.round(x + radius * Math.cos(turn))}
            cy={Math.round(y + radius * Math.sin(turn))}
            r={at === 0 ? size + 6 : size}
          />
        )
      })}
      <circle className={classes.source} cx={x} cy={y} r="20" />
    </svg>
  )
}

/** Numbers that look random and follow from the words alone. @returns the next one, from 0 up to `below` */
function numbersOf(words: string): (below: number) => number {
  let state = 0x811c9dc5
  for (let at = 0; at < words.length; at++) state = Math.imul(state ^ words.charCodeAt(at), 0x01000193)
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d)
    state = Math.imul(state ^ (state >>> 12), 0x297a2d39)
    state ^= state >>> 15
    return (state >>> 0) % below
  }
}
