import { Avatar, Button, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { BlackListedAuthor } from '../../../contract/marks.ts'
import { networkTitles } from '../../../contract/networks.ts'
import { plural, type PluralForms } from '../../../rules/plural.ts'
import { sentenceOf } from '../../kit/calls/call-error.ts'
import { useAct, useCall } from '../../kit/calls/use-call.ts'
import { Blank } from '../../kit/ui/blank.tsx'
import { showDeed, showTrouble } from '../../kit/ui/deed-notice.tsx'
import { Moment } from '../../kit/ui/moment.tsx'
import { NetworkIcon } from '../../kit/ui/network-icon.tsx'
import { OuterLink } from '../../kit/ui/outer-link.tsx'
import { Pager } from '../../kit/ui/pager.tsx'
import { usePageHash } from '../../kit/ui/use-page-hash.ts'
import classes from './black-list.module.css'

const authorForms: PluralForms = ['автор', 'автора', 'авторов']
/** Any page may be gone to. */
const REACH = 10_000

/** The authors somebody does not want to read, to look at and to lift. */
export function BlackList({ zone }: { zone: string }) {
  const [asked, writePage] = usePageHash()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const page = /^[1-9]\d{0,3}$/.test(asked ?? '') ? Number(asked) : 1
  const { data, error, refetch, isPlaceholderData } = useCall(
    'marks',
    'listBlackList',
    { page, ...(search !== '' && { search }) },
    {
      placeholderData: keepPreviousData,
      staleTime: 0,
    },
  )
  const again = (
    <Button variant="default" onClick={() => void refetch()}>
      Повторить
    </Button>
  )
  if (error && !data) {
    return (
      <Blank picture="failure" title="Список не загрузился" action={again}>
        {sentenceOf(error)}
      </Blank>
    )
  }
  if (!data) return <Waiting />
  if (data.total === 0 && search === '' && typed === '' && !isPlaceholderData) {
    return (
      <Blank picture="quiet" title="В чёрном списке никого нет">
        Автора добавляют в ленте: нажмите «Скрыть автора» под его сообщением.
      </Blank>
    )
  }
  return (
    <>
      <div className={classes.head}>
        <TextInput
          className={classes.search}
          aria-label="Поиск по имени"
          placeholder="Имя автора"
          type="search"
          value={typed}
          leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            writePage(1, true)
          }}
        />
        <span className={classes.total} role="status">
          {data.total.toLocaleString('ru')} {plural(data.total, authorForms)}
        </span>
      </div>
      {data.docs.length === 0 ? (
        <Blank picture="nothing-fits" title={search === '' ? 'На этой странице никого' : 'Никого не нашлось'}>
          {search === '' ? 'Вернитесь к первой странице списка.' : `В чёрном списке нет автора с именем «${search}».`}
        </Blank>
      ) : (
        <ul className={classes.list} aria-busy={isPlaceholderData}>
          {data.docs.map((author) => (
            <Author key={author.id} author={author} zone={zone} />
          ))}
        </ul>
      )}
      <div className={classes.foot}>
        <Pager page={data.page} pages={data.pages} reach={REACH} />
      </div>
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
      showTrouble(`Вернуть не получилось. ${sentenceOf(error)}`)
    },
  })
  // The row stays where it is: whoever clicked by mistake finds it in its place.
  const lift = useAct('marks', 'removeFromBlackList', {
    onMutate: () => setLifted(true),
    onSuccess: () => {
      feedChanges()
      showDeed(`${author.name || 'Автор'} снова в вашей ленте`, () => put.mutate({ id: author.id }))
    },
    onError: (error) => {
      setLifted(false)
      showTrouble(`Не получилось. ${sentenceOf(error)}`)
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
      <div className={classes.who}>
        <OuterLink url={author.url} className={classes.name}>
          {name}
        </OuterLink>
        <span className={classes.note}>
          <NetworkIcon network={author.resource} size={15} /> {networkTitles[author.resource]} ·{' '}
          <Moment at={author.at} zone={zone} />
        </span>
      </div>
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
    <div className={classes.list} aria-busy="true">
      {[1, 2, 3].map((each) => (
        <Skeleton key={each} height={64} radius="md" />
      ))}
    </div>
  )
}
