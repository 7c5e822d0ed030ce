import { Button, Progress, Skeleton } from '@mantine/core'
import { useFocusReturn } from '@mantine/hooks'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mailingsPoll, type Mailing, type MailingPage } from '../../../../contract/office/mailings.ts'
import { CallError, hasCode } from '../../../kit/calls/call-error.ts'
import { callKey, useAct, useCall } from '../../../kit/calls/use-call.ts'
import { AdminFailure } from '../../../kit/ui/components/admin-failure.tsx'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { Card } from '../../../kit/ui/components/card.tsx'
import { DataTable, type Column } from '../../../kit/ui/components/data-table.tsx'
import { EmptyState } from '../../../kit/ui/components/empty-state.tsx'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { Moment } from '../../../kit/ui/components/moment.tsx'
import { Pager } from '../../../kit/ui/components/pager.tsx'
import { StateMark } from '../../../kit/ui/components/settings-card.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import { usePageNumber } from '../../../kit/ui/hooks/use-page-hash.ts'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import typography from '../../../kit/ui/typography.module.css'
import { groupInWords, shareDone, statusTitles } from './mailing-form.ts'
import classes from './mailings.module.css'

const MailingDialog = lazyNamed(() => import('./mailing-dialog.tsx'), 'MailingDialog')

const LIST = 'mailings'

interface MailingListProps {
  zone: string
  categories: ReadonlyMap<number, string>
}

const isOnItsWay = ({ status }: Mailing): boolean => status === 'active' || status === 'waiting'

/** Asked for every five seconds while something is on its way, and after a failure; the signal may be sooner. */
function useMailings(page: number) {
  return useCall(
    'mailings',
    'listMailings',
    { page },
    {
      placeholderData: keepPreviousData,
      staleTime: 0,
      // It is shown at once, and asked again by the clock below.
      retry: false,
      refetchInterval: ({ state }) =>
        (state.error !== null || (state.data?.docs.some(isOnItsWay) ?? false)) && mailingsPoll,
    },
  )
}

/** What was sent and is being sent, ten on a page. */
export function MailingList({ zone, categories }: MailingListProps) {
  const [page, write] = usePageNumber(LIST)
  const { data, error, refetch } = useMailings(page)
  const [opened, setOpened] = useState<number | null>(null)
  const toggle = useToggle(page)
  useFocusReturn({ opened: opened !== null })
  return (
    <>
      {isLost(error) ? (
        <AlertBox tone="bad">Нет связи с сервером</AlertBox>
      ) : (
        <AdminFailure error={error} onRetry={() => void refetch()} />
      )}
      <AdminFailure error={toggle.error} />
      {data?.error && <AdminFailure error={new CallError(data.error.code, data.error.message)} />}
      {!data && !error && <Skeleton height={240} radius="lg" aria-busy="true" />}
      {data && (
        <Card aria-label="Рассылки">
          {data.docs.length > 0 ? (
            <DataTable
              label="Рассылки"
              columns={columns(zone, categories, setOpened)}
              rows={data.docs}
              isOff={({ status }) => status === 'completed'}
              action={(mailing) => (
                <Toggle
                  mailing={mailing}
                  busy={toggle.isPending}
                  onPress={() => toggle.mutate({ taskId: mailing.id, page })}
                />
              )}
            />
          ) : page > 1 ? (
            <EmptyState
              picture="nothing-fits"
              title="На этой странице рассылок нет"
              action={<Button onClick={() => write(1, true)}>К первым</Button>}
            />
          ) : (
            <EmptyState picture="nothing-fits" title="Рассылок пока нет" />
          )}
        </Card>
      )}
      {data && <Pager list={LIST} page={Math.min(page, data.pages)} pages={data.pages} reach={data.pages} />}
      <LazyBoundary>
        {opened !== null && (
          <MailingDialog taskId={opened} zone={zone} categories={categories} onClose={() => setOpened(null)} />
        )}
      </LazyBoundary>
    </>
  )
}

const isLost = (error: Error | null): boolean =>
  hasCode(error, 'NETWORK_ERROR') || hasCode(error, 'SERVICE_UNAVAILABLE')

function useToggle(page: number) {
  const cache = useQueryClient()
  return useAct('mailings', 'toggleMailing', {
    onSuccess: (shown: MailingPage) => cache.setQueryData(callKey('mailings', 'listMailings', { page }), shown),
    // Perhaps a colleague was faster.
    onError: () => void cache.invalidateQueries({ queryKey: ['mailings', 'listMailings'] }),
  })
}

function Toggle({
  mailing: { id, status, subject },
  busy,
  onPress,
}: {
  mailing: Mailing
  busy: boolean
  onPress: () => void
}) {
  if (status === 'completed') return null
  const words = status === 'paused' ? 'Продолжить' : 'Пауза'
  return (
    <Button key={id} variant="default" size="xs" disabled={busy} aria-label={`${words}: ${subject}`} onClick={onPress}>
      {words}
    </Button>
  )
}

const columns = (
  zone: string,
  categories: ReadonlyMap<number, string>,
  open: (id: number) => void,
): Column<Mailing>[] => [
  {
    title: 'Тема',
    show: ({ id, subject, group }) => (
      <Stack gap={1}>
        <button
          type="button"
          className={`${typography.link} ${classes.break}`}
          aria-label={`Подробно: ${subject}`}
          onClick={() => open(id)}
        >
          {subject}
        </button>
        <span className={typography.note}>{groupInWords(group, categories)}</span>
      </Stack>
    ),
  },
  {
    title: 'Состояние',
    show: ({ status, failure }) => (
      <Stack gap={1}>
        <span>
          <StateMark tone={statusTitles[status].tone}>{statusTitles[status].title}</StateMark>
        </span>
        {failure && <span className={classes.reason}>{failure.message}</span>}
      </Stack>
    ),
  },
  { title: 'Отправлено', show: (mailing) => <Fate mailing={mailing} /> },
  {
    title: 'Начало',
    show: ({ sendAt }) => <Moment at={sendAt} zone={zone} />,
  },
]

function Fate({ mailing: { subject, stat } }: { mailing: Mailing }) {
  const { total, completed, failed, active } = stat
  return (
    <Stack gap={1} className={classes.fate}>
      <Progress.Root size="sm">
        <Progress.Section
          value={shareDone({ ...stat, failed: 0 })}
          color="teal"
          aria-label={`Отправлено: ${subject}`}
        />
        <Progress.Section value={shareDone({ ...stat, completed: 0 })} color="red" withAria={false} />
      </Progress.Root>
      <span className={classes.numbers}>
        {completed.toLocaleString('ru-RU')} из {total.toLocaleString('ru-RU')}
        {active > 0 && `, в пути ${active}`}
        {failed > 0 && `, не дошло ${failed.toLocaleString('ru-RU')}`}
      </span>
    </Stack>
  )
}
