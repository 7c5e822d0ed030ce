import { Drawer, Skeleton } from '@mantine/core'
import { useDebouncedCallback, useHotkeys, useMediaQuery } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import type { FeedbackLine } from '../../../../../contract/site/feedback.ts'
import { useCall } from '../../../../kit/calls/use-call.ts'
import { Card } from '../../../../kit/ui/components/card.tsx'
import { CountedChoice } from '../../../../kit/ui/components/counted-choice.tsx'
import { EmptyState } from '../../../../kit/ui/components/empty-state.tsx'
import { LoadFailure } from '../../../../kit/ui/components/load-failure.tsx'
import { Pager } from '../../../../kit/ui/components/pager.tsx'
import { SearchField } from '../../../../kit/ui/components/search-field.tsx'
import { Row, Stack } from '../../../../kit/ui/components/stack.tsx'
import { usePageNumber } from '../../../../kit/ui/hooks/use-page-hash.ts'
import { askedState, shownStates, useDeskAddress, type ShownState } from './desk-address.ts'
import classes from './letter-desk.module.css'
import { LetterList } from './letter-list.tsx'
import { OpenLetter, type BesideAccount } from './open-letter.tsx'

const TYPING_MS = 300
/** Colleagues work on the same queue, and letters come. */
const READ_AGAIN = 60_000
/** From here on a letter has room beside the list. */
const WIDE = '(min-width: 1200px)'

const titles: Record<ShownState, string> = { new: 'Новые', answered: 'Отвеченные', closed: 'Закрытые', all: 'Все' }

export interface LetterDeskProps {
  zone: string
  /** What can be done about whose letter is open. */
  besideAccount: BesideAccount
}

/** What people wrote to support: the queue, and the letter that is open beside it. */
export function LetterDesk({ zone, besideAccount }: LetterDeskProps) {
  const [{ state, search, letter }, change] = useDeskAddress()
  const [typed, setTyped] = useState(search)
  const [page] = usePageNumber()
  const { data, error, refetch } = useCall(
    'feedback',
    'listFeedback',
    { ...askedState(state), ...(search !== '' && { search }), page },
    { placeholderData: keepPreviousData, staleTime: 0, refetchInterval: READ_AGAIN },
  )
  const isWide = useMediaQuery(WIDE, true)
  const find = useDebouncedCallback((words: string) => change({ search: words.trim(), letter: null }), TYPING_MS)
  const open = (id: number | null): void => change({ letter: id })
  useRowKeys(data?.docs ?? [], letter, open)
  const shown = letter !== null && (
    <OpenLetter key={letter} id={letter} zone={zone} besideAccount={besideAccount} onClose={() => open(null)} />
  )
  return (
    <Stack gap={3}>
      <Row gap={3} align="center">
        <SearchField
          label="Найти письмо"
          placeholder="Почта, имя, слова или номер"
          maxLength={200}
          value={typed}
          onChange={(words) => {
            setTyped(words)
            find(words)
          }}
        />
        <CountedChoice
          label="Какие письма"
          values={shownStates}
          titles={titles}
          counts={data?.counts}
          current={state}
          onChoose={(to) => change({ state: to, letter: null })}
        />
      </Row>
      <div className={classes.desk} data-open={(isWide && letter !== null) || undefined}>
        <Stack gap={3} className={classes.queue}>
          {data ? (
            <Card aria-label="Письма" className={classes.list}>
              {data.docs.length > 0 ? (
                <LetterList letters={data.docs} chosen={letter} zone={zone} withState={state === 'all'} onOpen={open} />
              ) : (
                <EmptyState
                  picture={search === '' ? 'quiet' : 'nothing-fits'}
                  title={search === '' ? nothing[state] : 'Такого письма нет'}
                />
              )}
            </Card>
          ) : error ? (
            <LoadFailure title="Письма не загрузились" error={error} onRetry={() => void refetch()} variant="filled" />
          ) : (
            <Skeleton height={320} radius="lg" aria-busy="true" />
          )}
          {data && <Pager page={Math.min(page, data.pages)} pages={data.pages} reach={data.pages} />}
        </Stack>
        {isWide && shown}
      </div>
      {!isWide && (
        <Drawer.Root opened={letter !== null} onClose={() => open(null)} position="right" size={560}>
          <Drawer.Overlay />
          <Drawer.Content aria-label="Письмо">
            <Drawer.Body>{shown}</Drawer.Body>
          </Drawer.Content>
        </Drawer.Root>
      )}
    </Stack>
  )
}

const nothing: Record<ShownState, string> = {
  new: 'Новых писем нет',
  answered: 'Отвеченных писем нет',
  closed: 'Закрытых писем нет',
  all: 'Писем пока нет',
}

/** J and K go through the letters, «/» to the search, Escape closes the one that is open. */
function useRowKeys(letters: readonly FeedbackLine[], open: number | null, onOpen: (id: number | null) => void): void {
  const step = (by: 1 | -1): void => {
    const at = letters.findIndex(({ id }) => id === open)
    const next = at === -1 ? letters[0] : letters[at + by]
    if (next) onOpen(next.id)
  }
  useHotkeys([
    // By their place: the letters on them are Russian.
    ['J', () => step(1), { usePhysicalKeys: true }],
    ['K', () => step(-1), { usePhysicalKeys: true }],
    ['/', () => document.querySelector<HTMLElement>('input[type="search"]')?.focus()],
    ['Escape', () => onOpen(null)],
  ])
}
