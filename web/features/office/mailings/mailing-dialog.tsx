import { Modal, Skeleton } from '@mantine/core'
import type { RecipientState } from '../../../../contract/office/mailings.ts'
import { leftOutTitles, mailingTypeTitles } from '../../../../rules/mailings/mailing.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { AdminFailure } from '../../../kit/ui/components/admin-failure.tsx'
import { StateMark } from '../../../kit/ui/components/settings-card.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { exactTime } from '../../../kit/ui/text/relative-time.ts'
import typography from '../../../kit/ui/typography.module.css'
import { groupInWords, statusTitles } from './mailing-form.ts'
import classes from './mailings.module.css'

const stateTitles: Record<RecipientState, string> = {
  wait: 'Ждут',
  active: 'В пути',
  sent: 'Отправлено',
  failed: 'Не отправлено',
  bounced: 'Вернулось',
  unsubscribed: 'Отписались',
  skipped: 'Пропущены',
  unknown: 'Неизвестно: ответ сервера потерян, второй раз не посылаем',
}

const byTitles: Record<string, string> = {
  letter: 'по ссылке из письма',
  'mail service': 'кнопкой почты',
  complaint: 'пожаловались на спам',
  ...leftOutTitles,
}

interface MailingDialogProps {
  taskId: number
  zone: string
  categories: ReadonlyMap<number, string>
  onClose: () => void
}

/** One mailing whole: its text, and what became of it, with what servers answered. */
export function MailingDialog({ taskId, zone, categories, onClose }: MailingDialogProps) {
  const { data, error, refetch } = useCall('mailings', 'getMailing', { taskId }, { staleTime: 0 })
  return (
    <Modal opened onClose={onClose} title={data?.task.subject ?? 'Рассылка'} size={640}>
      {!data ? (
        error ? (
          <AdminFailure error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={240} aria-busy="true" />
        )
      ) : (
        <Stack>
          <Row align="center">
            <StateMark tone={statusTitles[data.task.status].tone}>{statusTitles[data.task.status].title}</StateMark>
            <span className={typography.note}>
              {mailingTypeTitles[data.task.type]}, {groupInWords(data.task.group, categories).toLowerCase()}, начало{' '}
              {exactTime(new Date(data.task.sendAt), zone)}
            </span>
          </Row>
          <ul className={classes.outcomes}>
            {data.outcomes.map(({ state, reason, count }) => (
              <li key={`${state} ${reason}`}>
                <span>
                  {stateTitles[state]}
                  {reason !== null && <span className={classes.reason}> {byTitles[reason] ?? reason}</span>}
                </span>
                <strong>{count.toLocaleString('ru-RU')}</strong>
              </li>
            ))}
          </ul>
          <pre className={classes.plain}>{data.body}</pre>
        </Stack>
      )}
    </Modal>
  )
}
