import { Fragment, type ReactNode } from 'react'
import { highlightSpans } from '../../../kit/ui/text/highlight-spans.ts'
import { spansOf } from './find-questions.ts'
import classes from './question-list.module.css'

export interface QuestionWithAnswer {
  question: string
  /** Paragraphs. */
  answer: readonly string[]
}

export interface QuestionListProps<Question extends QuestionWithAnswer> {
  questions: readonly Question[]
  /** Under which name an answer stands in the address: the browser unfolds what its hash names. */
  anchor?: (question: Question) => string
  /** Marked, in questions that stand open. */
  words?: readonly string[]
  /** Behind the answer. */
  children?: (question: Question) => ReactNode
}

/** Questions that unfold, without scripts too. */
export function QuestionList<Question extends QuestionWithAnswer>({
  questions,
  anchor,
  words = [],
  children,
}: QuestionListProps<Question>) {
  return (
    <div className={classes.list}>
      {questions.map((each) => (
        <details key={each.question} className={classes.question} open={words.length > 0 || undefined}>
          <summary>
            <Marked text={each.question} words={words} />
          </summary>
          <div className={classes.answer} id={anchor?.(each)}>
            {each.answer.map((paragraph) => (
              <p key={paragraph}>
                <Marked text={paragraph} words={words} />
              </p>
            ))}
            {children?.(each)}
          </div>
        </details>
      ))}
    </div>
  )
}

function Marked({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text
  return highlightSpans(text, spansOf(text, words)).map((piece, at) =>
    piece.highlighted ? (
      <mark key={at} className={classes.mark}>
        {piece.text}
      </mark>
    ) : (
      <Fragment key={at}>{piece.text}</Fragment>
    ),
  )
}

/** The same for search engines (schema.org); only of questions that the page shows. */
export const questionsAsData = (questions: readonly QuestionWithAnswer[]): object => ({
  '@type': 'FAQPage',
  mainEntity: questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer.join('\n') },
  })),
})
