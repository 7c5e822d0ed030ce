import { IconPaperclip } from '@tabler/icons-react'
import { Moment } from '../../../../kit/ui/components/moment.tsx'
import { StateMark } from '../../../../kit/ui/components/settings-card.tsx'
import typography from '../../../../kit/ui/typography.module.css'
import type { FeedbackLine } from '../../../../../contract/site/feedback.ts'
import classes from './letter-desk.module.css'
import { stateWords } from './state-words.ts'

interface LetterListProps {
  letters: readonly FeedbackLine[]
  chosen: number | null
  zone: string
  /** Where letters of every state stand together. */
  withState: boolean
  onOpen: (id: number) => void
}

export function LetterList({ letters, chosen, zone, withState, onOpen }: LetterListProps) {
  return (
    <ul>
      {letters.map(({ id, at, name, email, subject, state, beginning, changedBy, fileCount }) => (
        <li key={id}>
          <button
            type="button"
            className={classes.line}
            aria-current={id === chosen || undefined}
            onClick={() => onOpen(id)}
          >
            <span className={classes.from}>
              <strong className={typography.truncated}>{name || email}</strong>
              <span className={typography.small}>
                <Moment at={at} zone={zone} short />
              </span>
            </span>
            <span className={typography.truncated}>
              {subject}
              {fileCount > 0 && (
                <IconPaperclip size={15} stroke={1.7} className={classes.clip} role="img" aria-label="С файлами" />
              )}
            </span>
            <span className={`${typography.note} ${typography.truncated}`}>{beginning}</span>
            {withState && (
              <span>
                <StateMark tone={stateWords[state].tone}>{stateWords[state].title}</StateMark>{' '}
                {changedBy !== null && <span className={typography.small}>{changedBy}</span>}
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}
