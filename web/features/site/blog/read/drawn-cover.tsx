import type { ReactNode } from 'react'
import classes from './drawn-cover.module.css'

/** A number from 0 up to `below`: it looks random, and follows from the slug alone. */
type Next = (below: number) => number

/** A picture for an article that has none, always the same for its slug: what is written somewhere, and what is heard of it. */
export function DrawnCover({ slug, className = '' }: { slug: string; className?: string | undefined }) {
  const next = numbersOf(slug)
  const draw = motifs[next(motifs.length)] ?? drawRings
  const tilt = next(40) - 20
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
      {draw(next)}
    </svg>
  )
}

/** Someone asks, and it is heard all around. */
function drawRings(next: Next): ReactNode {
  const [x, y] = [300 + next(600), 200 + next(230)]
  const step = 52 + next(22)
  const rings = Array.from({ length: 7 }, (_, at) => 44 + at * step)
  const voices = Array.from({ length: 9 }, () => ({ radius: rings[next(rings.length)] ?? 0, turn: next(360) }))
  return (
    <>
      <g className={classes.lines}>
        {rings.map((radius, at) => (
          <circle key={radius} cx={x} cy={y} r={radius} opacity={1 - at / 9} />
        ))}
      </g>
      {voices.map(({ radius, turn }, at) => (
        <circle
          key={at}
          className={at === 0 ? classes.heard : classes.voice}
          cx={Math.round(x + radius * Math.cos((turn * Math.PI) / 180))}
          cy={Math.round(y + radius * Math.sin((turn * Math.PI) / 180))}
          r={at === 0 ? 17 : 7 + next(8)}
        />
      ))}
      <circle className={classes.heard} cx={x} cy={y} r="20" />
    </>
  )
}

/** Many talk at once: one of them is for you. */
function drawTalk(next: Next): ReactNode {
  const [columns, rows] = [5, 4]
  const wanted = next(columns * rows)
  return Array.from({ length: columns * rows }, (_, at) => {
    const [column, row] = [at % columns, Math.floor(at / columns)]
    const width = 120 + next(80)
    const [x, y] = [60 + column * 228 + next(24), 42 + row * 146 + next(20)]
    const lines = 1 + next(2)
    return (
      <g key={at} className={at === wanted ? classes.wanted : classes.message}>
        <path
          d={`M${x + 20} ${y}h${width - 40}a20 20 0 0 1 20 20v52a20 20 0 0 1-20 20h${60 - width}l-22 22v-22a20 20 0 0 1-18-20v-52a20 20 0 0 1 20-20z`}
        />
        <path className={classes.words} d={`M${x + 26} ${y + 34}h${width - 56}`} />
        {lines > 1 && <path className={classes.words} d={`M${x + 26} ${y + 58}h${width - 92}`} />}
      </g>
    )
  })
}

/** A boat listens downwards: the deeper, the fainter, and one echo comes back. */
function drawDepth(next: Next): ReactNode {
  const x = 320 + next(560)
  const arcs = Array.from({ length: 6 }, (_, at) => 90 + at * (66 + next(3)))
  const found = 1 + next(arcs.length - 2)
  const swarm = Array.from({ length: 12 }, () => ({ left: 60 + next(1080), top: 250 + next(340), size: 5 + next(8) }))
  return (
    <>
      <path
        className={classes.lines}
        d="M-20 120q50-22 100 0t100 0 100 0 100 0 100 0 100 0 100 0 100 0 100 0 100 0 100 0 100 0 100 0"
      />
      <g className={classes.lines}>
        {arcs.map((radius, at) => (
          <path
            key={at}
            d={`M${x - radius * 0.8} ${130 + radius * 0.6}A${radius} ${radius} 0 0 0 ${x + radius * 0.8} ${130 + radius * 0.6}`}
            opacity={1 - at / 8}
          />
        ))}
      </g>
      {swarm.map(({ left, top, size }, at) => (
        <circle key={at} className={classes.voice} cx={left} cy={top} r={size} />
      ))}
      <circle className={classes.heard} cx={x + 20 - next(40)} cy={130 + (arcs[found] ?? 0)} r="18" />
      <path className={classes.heard} d={`M${x - 62} 84h124l-24 42h-76z`} />
    </>
  )
}

const motifs = [drawRings, drawTalk, drawDepth]

function numbersOf(words: string): Next {
  let state = 0x811c9dc5
  for (let at = 0; at < words.length; at++) state = Math.imul(state ^ words.charCodeAt(at), 0x01000193)
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d)
    state = Math.imul(state ^ (state >>> 12), 0x297a2d39)
    state ^= state >>> 15
    return (state >>> 0) % below
  }
}
