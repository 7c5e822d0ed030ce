import { Avatar, Button, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BlackListedAuthor } from '../../../../contract/reading/marks.ts'
import { networkTitles } from '../../../../contract/networks.ts'
import { plural, type PluralForms } from '../../../../rules/plural.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { useAct, useCall } from '../../../kit/calls/use-call.ts'
import { EmptyState } from '../../../kit/ui/components/empty-state.tsx'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import { showActionToast, showErrorToast } from '../../../kit/ui/components/action-toast.tsx'
import { Moment } from '../../../kit/ui/components/moment.tsx'
import { NetworkIcon } from '../../../kit/ui/components/network-icon.tsx'
import { OuterLink } from '../../../kit/ui/components/outer-link.tsx'
import { Pager } from '../../../kit/ui/components/pager.tsx'
import { SearchField } from '../../../kit/ui/components/search-field.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { usePageNumber } from '../../../kit/ui/hooks/use-page-hash.ts'
import typography from '../../../kit/ui/typography.module.css'
import classes from './black-list.module.css'

const authorForms: PluralForms = ['автор', 'автора', 'авторов']
/** Any page may be gone to. */
const REACH = 10_000

/** The authors someone does not want to read, to look at and to lift. */
export function BlackList({ zone }: { zone: string }) {
  const [page, writePage] = usePageNumber()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const { data, error, refetch, isPlaceholderData } = useCall(
    'marks',
    'listBlackList',
    { page, ...(search !== '' && { search }) },
    {
      placeholderData: keepPreviousData,
      staleTime: 0,
    },
  )
  if (error && !data) return <LoadFailure title="Список не загрузился" error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  if (data.total === 0 && search === '' && typed === '' && !isPlaceholderData) {
    return (
      <EmptyState picture="quiet" title="В чёрном списке никого нет">
        Автора добавляют в ленте: нажмите «Скрыть автора» под его сообщением.
      </EmptyState>
    )
  }
  return (
    <>
      <Row gap={[2, 4]} align="center">
        <SearchField
          label="Поиск по имени"
          placeholder="Имя автора"
          value={typed}
          onChange={(name) => {
            setTyped(name)
            writePage(1, true)
          }}
        />
        <span className={classes.total} role="status">
          {data.total.toLocaleString('ru')} {plural(data.total, authorForms)}
        </span>
      </Row>
      {data.docs.length === 0 ? (
        <EmptyState picture="nothing-fits" title={search === '' ? 'На этой странице никого' : 'Никого не нашлось'}>
          {search === '' ? 'Вернитесь к первой странице списка.' : `В чёрном списке нет автора с именем «${search}».`}
        </EmptyState>
      ) : (
        <Stack as="ul" gap={2} className={classes.list} aria-busy={isPlaceholderData}>
          {data.docs.map((author) => (
            <Author key={author.id} author={author} zone={zone} />
          ))}
        </Stack>
      )}
      <Row gap={0} justify="center" nowrap className={classes.foot}>
        <Pager page={data.page} pages={data.pages} reach={REACH} />
      </Row>
    </>
  )
}

function Author({ author, zone }: { author: BlackListedAuthor; zone: string }) {
  const cache = useQueryClient()
  const [lifted, setLifted] = useState(false)
  const feedChanges = (): void => void cache.invalidateQueries({ queryKey: ['feed', 'queryFeed'] })
  const put = useAct('marks', 'addToBlackList', {
    onMutate: () => setLifted(false),
    onSuccess: feedChanges,
    onError: (error) => {
      setLifted(true)
      showErrorToast(`Вернуть не получилось. ${sentenceOf(error)}`)
    },
  })
  // The row stays where it is: anyone who clicked by mistake finds it in its place.
  const lift = useAct('marks', 'removeFromBlackList', {
    onMutate: () => setLifted(true),
    onSuccess: () => {
      feedChanges()
      showActionToast(`${author.name || 'Автор'} снова в вашей ленте`, () => put.mutate({ id: author.id }))
    },
    onError: (error) => {
      setLifted(false)
      showErrorToast(`Не получилось. ${sentenceOf(error)}`)
    },
  })
  const name = author.name || 'Без имени'
  return (
    <li className={classes.author} data-lifted={lifted || undefined}>
      <Avatar
        src={author.avatar}
        name={name}
        color="initials"
        radius="xl"
        size={40}
        alt=""
        imageProps={{ loading: 'lazy', referrerPolicy: 'no-referrer' }}
      />
      <Stack gap={0} grow>
        <OuterLink url={author.url} className={`${typography.underlined} ${classes.name}`}>
          {name}
        </OuterLink>
        <Row as="span" gap={[0, 1]} align="center" className={typography.note}>
          <NetworkIcon network={author.network} size={15} /> {networkTitles[author.network]} ·{' '}
          <Moment at={author.at} zone={zone} />
        </Row>
      </Stack>
      {lifted ? (
        <Button
          variant="subtle"
          size="sm"
          aria-label={`Вернуть в список: ${name}`}
          onClick={() => put.mutate({ id: author.id })}
        >
          Вернуть
        </Button>
      ) : (
        <Button
          variant="default"
          size="sm"
          aria-label={`Убрать из списка: ${name}`}
          onClick={() => lift.mutate({ id: author.id })}
        >
          Убрать
        </Button>
      )}
    </li>
  )
}

function Waiting() {
  return (
    <Stack gap={2} className={classes.list} aria-busy="true">
      {[1, 2, 3].map((each) => (
        <Skeleton key={each} height={64} radius="md" />
      ))}
    </Stack>
  )
}
