/** What the product does, drawn in its own colours. Words beside them say the same. */
import type { ReactNode } from 'react'
import classes from './landing.module.css'

function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg className={classes.drawing} viewBox="0 0 320 170" aria-hidden="true">
      {children}
    </svg>
  )
}

/** A line of a text that can't be read: only how long it is. */
const word = (x: number, y: number, width: number, kind = classes.word) => (
  <rect key={`${x} ${y}`} className={kind} x={x} y={y} width={width} height="7" rx="3.5" />
)

/** Words are typed. */
export const TypedWords = () => (
  <Drawing>
    <rect className={classes.card} x="36" y="46" width="248" height="42" rx="10" />
    <rect className={classes.chosen} x="46" y="56" width="86" height="22" rx="11" />
    {word(60, 63.5, 58, classes.marked)}
    <rect className={classes.chosen} x="138" y="56" width="62" height="22" rx="11" />
    {word(152, 63.5, 34, classes.marked)}
    <path className={classes.ring} d="M210 58v18" />
    {[36, 112, 172, 232].map((x, at) => (
      <g key={x}>
        <rect className={classes.card} x={x} y="104" width={[66, 50, 50, 52][at]} height="22" rx="11" />
        {word(x + 14, 111.5, [38, 22, 22, 24][at] ?? 20)}
      </g>
    ))}
  </Drawing>
)

/** Of many messages few answer. */
export const Listening = () => (
  <Drawing>
    <g className={classes.ring}>
      <circle cx="160" cy="150" r="36" />
      <circle cx="160" cy="150" r="72" opacity="0.6" />
      <circle cx="160" cy="150" r="108" opacity="0.35" />
      <circle cx="160" cy="150" r="144" opacity="0.18" />
    </g>
    {[
      [40, 40],
      [78, 92],
      [112, 30],
      [140, 64],
      [206, 34],
      [232, 74],
      [268, 46],
      [262, 116],
      [52, 132],
      [182, 92],
    ].map(([x, y]) => (
      <circle key={`${x} ${y}`} className={classes.noise} cx={x} cy={y} r="6" />
    ))}
    {[
      [96, 62],
      [200, 60],
      [128, 104],
    ].map(([x, y]) => (
      <circle key={`${x} ${y}`} className={classes.marked} cx={x} cy={y} r="8" />
    ))}
    <circle className={classes.marked} cx="160" cy="150" r="11" />
  </Drawing>
)

/** What was found, one under another, the newest marked. */
export const FoundMessages = () => (
  <Drawing>
    {[24, 70, 116].map((y, at) => (
      <g key={y}>
        <rect className={at === 0 ? classes.chosen : classes.card} x="44" y={y} width="232" height="38" rx="10" />
        <circle className={at === 0 ? classes.marked : classes.word} cx="64" cy={y + 19} r="9" />
        {word(82, y + 9, 52)}
        {word(82, y + 22, at === 1 ? 70 : 44)}
        {word(at === 1 ? 158 : 132, y + 22, 56, classes.marked)}
        {word(at === 1 ? 220 : 194, y + 22, 26)}
      </g>
    ))}
  </Drawing>
)

/** A name is written in many ways. */
export const NameVariants = () => (
  <Drawing>
    <rect className={classes.chosen} x="112" y="66" width="96" height="38" rx="19" />
    {word(134, 81.5, 52, classes.marked)}
    <g className={classes.ring} opacity="0.55">
      <path d="M112 78 78 50M112 92 70 118M208 78l36-30M208 92l42 24" />
    </g>
    {[
      [20, 30],
      [14, 112],
      [240, 28],
      [246, 110],
    ].map(([x = 0, y = 0]) => (
      <g key={`${x} ${y}`}>
        <rect className={classes.card} x={x} y={y} width="62" height="28" rx="8" />
        {word(x + 10, y + 6, 30)}
        {word(x + 10, y + 16, 42, classes.marked)}
      </g>
    ))}
  </Drawing>
)

/** Day by day, one of them out of line. */
export const CountedByDays = () => (
  <Drawing>
    <path className={classes.ring} d="M40 138h240" opacity="0.4" />
    {[34, 46, 28, 52, 40, 36, 98, 58, 44].map((height, at) => (
      <rect
        key={at}
        className={at === 6 ? classes.marked : classes.word}
        x={46 + at * 26}
        y={138 - height}
        width="16"
        height={height}
        rx="4"
      />
    ))}
  </Drawing>
)

/** Links become a list. */
export const PastedLinks = () => (
  <Drawing>
    <rect className={classes.card} x="30" y="30" width="112" height="110" rx="12" />
    {[48, 68, 88, 108].map((y, at) => word(46, y, [80, 62, 76, 54][at] ?? 60, classes.word))}
    <path className={classes.ring} d="M152 85h26m-9-9 9 9-9 9" />
    {[30, 68, 106].map((y) => (
      <g key={y}>
        <rect className={classes.chosen} x="190" y={y} width="100" height="32" rx="10" />
        <circle className={classes.marked} cx="207" cy={y + 16} r="8" />
        {word(222, y + 12.5, 54)}
      </g>
    ))}
  </Drawing>
)
