import { Button, Modal, Skeleton } from '@mantine/core'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import type { AuthRecord, MaskRecord } from '../../../../contract/people/accounts.ts'
import { hasCode, sentenceOf } from '../../../kit/calls/call-error.ts'
import { useAct, useCall, type CallKey } from '../../../kit/calls/use-call.ts'
import type { Result } from '../../../kit/calls/ask.ts'
import { EmptyState } from '../../../kit/ui/components/empty-state.tsx'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import { showErrorToast } from '../../../kit/ui/components/action-toast.tsx'
import { Moment } from '../../../kit/ui/components/moment.tsx'
import { Pager } from '../../../kit/ui/components/pager.tsx'
import { StateMark } from '../../../kit/ui/components/settings-card.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { usePageNumber } from '../../../kit/ui/hooks/use-page-hash.ts'
import classes from './auth-history-dialog.module.css'

/** Spec §9: sign-ins on a page. */
const LIMIT = 20
/** Any page may be gone to. */
const REACH = 10_000

type History = Result<'accounts', 'listAuthHistory'>

export interface AuthHistoryDialogProps {
  /** What the list is called in the hash of the address, where its page stands. */
  list: string
  zone: string
  onClose: () => void
}

/** Who came in, when, from where and with what; a sign-in that is not one's own is ended here. */
export function AuthHistoryDialog({ list, zone, onClose }: AuthHistoryDialogProps) {
  const [page, writePage] = usePageNumber(list)
  const { data, error, refetch, isPlaceholderData } = useCall(
    'accounts',
    'listAuthHistory',
    { page, limit: LIMIT },
    {
      placeholderData: keepPreviousData,
      staleTime: 0,
    },
  )
  const close = (): void => {
    writePage(1, true)
    onClose()
  }
  return (
    <Modal opened onClose={close} title="История входов" size={620}>
      {data && data.masks.length > 0 && <MaskList masks={data.masks} zone={zone} />}
      {data ? (
        data.docs.length > 0 ? (
          <ul className={classes.list} aria-busy={isPlaceholderData}>
            {data.docs.map((record) => (
              <SignIn key={record.id} record={record} zone={zone} />
            ))}
          </ul>
        ) : (
          <EmptyState picture="quiet" title="Нет последних записей авторизации." />
        )
      ) : error ? (
        <LoadFailure title="История не загрузилась" error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.list} aria-busy="true">
          {[1, 2, 3].map((each) => (
            <Skeleton key={each} height={64} radius="md" />
          ))}
        </div>
      )}
      {data && data.pages > 1 && (
        <Row gap={0} justify="center" nowrap className={classes.foot}>
          <Pager page={data.page} pages={data.pages} reach={REACH} list={list} />
        </Row>
      )}
    </Modal>
  )
}

/** When support looked at the account, and why. */
function MaskList({ masks, zone }: { masks: MaskRecord[]; zone: string }) {
  return (
    <Stack as="section" gap={1} className={classes.masks} aria-label="Просмотры поддержки">
      {masks.map(({ id, createdAt, reason }) => (
        <div key={id}>
          Поддержка смотрела ваш аккаунт <time dateTime={createdAt}>{momentInWords(createdAt, zone)}</time>
          <div className={classes.note}>Причина: {reason}</div>
        </div>
      ))}
    </Stack>
  )
}

function SignIn({ record, zone }: { record: AuthRecord; zone: string }) {
  const end = useEndSession()
  const Icon = /iphone|ipad|android|телефон|планшет|ios/i.test(record.device) ? IconDeviceMobile : IconDeviceDesktop
  const where = [record.place, record.ip].filter(Boolean).join(' · ')
  return (
    <li className={classes.record} tabIndex={-1} data-over={!record.active || undefined}>
      <Icon className={classes.icon} size={22} stroke={1.6} aria-hidden="true" />
      <Stack gap={0} grow className={classes.words}>
        <span className={classes.device} title={record.userAgent}>
          {record.device} {record.current && <StateMark tone="good">это устройство</StateMark>}
        </span>
        <span className={`${classes.note} ${classes.where}`}>{where}</span>
        <span className={classes.note}>
          Вход <time dateTime={record.createdAt}>{momentInWords(record.createdAt, zone)}</time>
          {record.active && !record.current && (
            <>
              , последний раз <Moment at={record.lastSeenAt} zone={zone} />
            </>
          )}
        </span>
      </Stack>
      {!record.current &&
        (record.active ? (
          <Button
            variant="default"
            size="sm"
            className={classes.act}
            aria-label={`Завершить вход: ${record.device}, ${momentInWords(record.createdAt, zone)}`}
            onClick={(event) => {
              // The button goes away: the focus stays with what it was about.
              event.currentTarget.closest('li')?.focus()
              end.mutate({ id: record.id })
            }}
          >
            Завершить
          </Button>
        ) : (
          <span className={`${classes.note} ${classes.act}`}>завершён</span>
        ))}
    </li>
  )
}

/** It is shown as over at once; when the server does not do it, it is taken back and reported why. */
function useEndSession() {
  const cache = useQueryClient()
  const lists: Partial<CallKey> = ['accounts', 'listAuthHistory']
  const setActive = (id: number, active: boolean): void => {
    cache.setQueriesData<History>(
      { queryKey: lists },
      (known) => known && { ...known, docs: known.docs.map((each) => (each.id === id ? { ...each, active } : each)) },
    )
  }
  return useAct('accounts', 'endSession', {
    onMutate: async ({ id }) => {
      await cache.cancelQueries({ queryKey: lists })
      setActive(id, false)
    },
    onError: (error, { id }) => {
      // Someone else ended it first: that is what was wanted.
      if (hasCode(error, 'SESSION_NOT_FOUND')) return
      setActive(id, true)
      showErrorToast(`Завершить вход не получилось. ${sentenceOf(error)}`)
    },
  })
}

function momentInWords(at: string, zone: string): string {
  return new Date(at).toLocaleString('ru', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
  })
}
