import { Fragment, useState } from 'react'
import classes from './message-text.module.css'
import { foldText, highlightSpans, type Span } from '../text/highlight-spans.ts'
import typography from '../typography.module.css'

/**
 * The text with its matches marked; a long one is folded around what matched, unless it is wanted `whole`.
 * @param quiet what else is marked, in a quieter colour, where nothing matched
 */
export function MessageText({
  text,
  spans,
  quiet = [],
  whole = false,
}: {
  text: string
  spans: readonly Span[]
  quiet?: readonly Span[]
  whole?: boolean
}) {
  const [opened, setUnfolded] = useState(false)
  const unfolded = opened || whole
  const folded = foldText(text, [...spans, ...quiet])
  const [first] = folded
  const foldable = folded.length > 1 || (first !== undefined && first[1] < text.length)
  const parts: readonly Span[] = unfolded ? [[0, text.length]] : folded
  const end = parts.at(-1)?.[1] ?? 0
  return (
    <div className={classes.text}>
      {parts.map(([from, to], index) => (
        <Fragment key={from}>
          {index > 0 && <span className={typography.muted}> … </span>}
          {highlightSpans(text, spans, from, to, quiet).map((piece, at) =>
            piece.highlighted ? (
              <mark key={at} data-quiet={piece.quiet}>
                {piece.text}
              </mark>
            ) : (
              <Fragment key={at}>{withoutGaps(piece.text)}</Fragment>
            ),
          )}
        </Fragment>
      ))}
      {!unfolded && end < text.length && '…'}
      {foldable && !whole && (
        <button
          type="button"
          className={`${typography.link} ${classes.fold}`}
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
        >
          {unfolded ? 'Свернуть' : 'Показать полностью'}
        </button>
      )}
    </div>
  )
}

/** Posts are often stretched with empty lines. */
const withoutGaps = (text: string): string => text.replace(/\n[\s\u2800\u200b]*\n/g, '\n\n')
