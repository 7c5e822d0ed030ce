import { VisuallyHidden } from '@mantine/core'
import { IconArrowUp, IconPlugConnectedX } from '@tabler/icons-react'
import { badge } from '../../../../../rules/badge.ts'
import { freshForms, messageForms, plural } from '../../../../../rules/plural.ts'
import { reopenConnection } from '../../../../kit/live/connection.ts'
import { useConnection } from '../../../../kit/live/use-connection.ts'
import typography from '../../../../kit/ui/typography.module.css'
import classes from './feed-status.module.css'

export interface FeedStatusProps {
  /** All that is read is on trial: what comes now is shown days later. */
  late: boolean
  count: number
  snippet: string | null
  onShow: () => void
}

/**
 * One line above the list with a place of its own, so that news never pushes the text down under the reader: what came,
 * or that nothing did, or that nothing can.
 */
export function FeedStatus(props: FeedStatusProps) {
  return (
    <>
      <StatusLine {...props} />
      {/* Apart from the button, whose name it would be taken out of, and always there, or its first words would not be read out. */}
      <VisuallyHidden role="status">{props.count > 0 && freshInWords(props.count)}</VisuallyHidden>
    </>
  )
}

function StatusLine({ late, count, snippet, onShow }: FeedStatusProps) {
  const { state: connection } = useConnection()
  if (connection === 'offline') {
    return (
      <div className={classes.status} data-mood="offline" role="alert">
        <IconPlugConnectedX size={18} stroke={1.8} aria-hidden="true" />
        <span>Нет связи с сервером. Пробуем подключиться снова…</span>
        <button type="button" className={`${typography.link} ${classes.again}`} onClick={() => void reopenConnection()}>
          Подключиться сейчас
        </button>
      </div>
    )
  }
  if (count > 0) {
    return (
      <button type="button" className={classes.status} data-mood="fresh" onClick={onShow}>
        <IconArrowUp size={18} stroke={2} aria-hidden="true" />
        <span>{freshInWords(count)} — показать</span>
        {snippet && <span className={classes.snippet}>{snippet}</span>}
      </button>
    )
  }
  return (
    <div className={classes.status} data-mood="quiet">
      <span className={classes.pulse} data-live={(connection === 'online' && !late) || undefined} />
      <span>{connection === 'online' ? (late ? lateWords : 'Новые сообщения появятся здесь') : 'Подключаемся…'}</span>
    </div>
  )
}

const lateWords = 'На пробном доступе новые сообщения видны через три дня'

function freshInWords(count: number): string {
  return `${badge(count)} ${plural(count, freshForms)} ${plural(count, messageForms)}`
}
