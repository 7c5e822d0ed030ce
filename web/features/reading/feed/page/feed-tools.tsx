import { IconArrowRight, IconRefresh } from '@tabler/icons-react'
import { Row } from '../../../../kit/ui/components/stack.tsx'
import classes from './feed-tools.module.css'

export interface FeedToolsProps {
  loading: boolean
  onReload: () => void
  /** Null on the last page. */
  onForward: (() => void) | null
}

/** Reading again, and reading on. */
export function FeedTools({ loading, onReload, onForward }: FeedToolsProps) {
  return (
    <Row gap={1} nowrap>
      <button type="button" className={classes.tool} aria-label="Обновить ленту" title="Обновить" onClick={onReload}>
        <IconRefresh
          className={classes.wheel}
          data-turning={loading || undefined}
          size={18}
          stroke={1.8}
          aria-hidden="true"
        />
      </button>
      <button
        type="button"
        className={classes.tool}
        aria-label="Следующая страница ленты"
        title="Дальше, к более ранним"
        disabled={onForward === null}
        onClick={() => onForward?.()}
      >
        <IconArrowRight size={18} stroke={1.8} aria-hidden="true" />
      </button>
    </Row>
  )
}
