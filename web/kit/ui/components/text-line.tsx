import { Fragment } from 'react'
import { highlightSpans, type Span } from '../text/highlight-spans.ts'
import { textLine } from '../text/text-line.ts'
import classes from './message-text.module.css'

/**
 * As much of a text as lines have room for, with its matches marked; how many lines is for the one who places it.
 * @param quiet what else is marked, in a quieter colour, where nothing matched
 */
export function TextLine({
  text,
  spans,
  quiet = [],
}: {
  text: string
  spans: readonly Span[]
  quiet?: readonly Span[]
}) {
  const [from, to] = textLine(text, spans.length > 0 ? spans : quiet)
  return (
    <span className={classes.marked}>
      {from > 0 && '… '}
      {highlightSpans(text, spans, from, to, quiet).map((piece, at) =>
        piece.highlighted ? (
          <mark key={at} data-quiet={piece.quiet}>
            {piece.text}
          </mark>
        ) : (
          <Fragment key={at}>{piece.text}</Fragment>
        ),
      )}
    </span>
  )
}
