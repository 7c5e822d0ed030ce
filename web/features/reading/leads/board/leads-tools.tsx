import { NativeSelect } from '@mantine/core'
import { useDebouncedCallback, useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import type { NamedPerson } from '../../../../../contract/reading/lead-mark.ts'
import { mediaNames } from '../../../../kit/ui/breakpoints.ts'
import { ChoiceChips } from '../../../../kit/ui/components/choice-chips.tsx'
import { SearchField } from '../../../../kit/ui/components/search-field.tsx'
import { Row, Stack } from '../../../../kit/ui/components/stack.tsx'
import { MOST_FIND, type AskedLeads, type BoardList, type LeadView } from './leads-address.ts'
import classes from './leads-tools.module.css'

export interface LeadCounts {
  due: number
  forgotten: number
  /** New ones that no one took for an hour; null while no one knows. */
  stale: number | null
}

export interface LeadsToolsProps {
  asked: AskedLeads
  change: (changes: Partial<AskedLeads>) => void
  /** Null while they are not known. */
  counts: LeadCounts | null
  me: NamedPerson
  people: readonly NamedPerson[]
  /** What messages come by, with their keys. */
  products: readonly { key: string; name: string }[]
  /** May see what came of all leads. */
  funnel: boolean
}

const SETTLED_MS = 350

/** Whose leads, which of them, and how they are shown. */
export function LeadsTools({ asked, change, counts, me, people, products, funnel }: LeadsToolsProps) {
  const { view, whose, list, product } = asked
  const number = (count: number | null | undefined): string | null =>
    count === null || count === undefined || count === 0 ? null : count.toLocaleString('ru')
  const lists: { value: BoardList; title: string; count?: string | null }[] = [
    { value: 'all', title: 'Все лиды' },
    { value: 'due', title: 'Просроченные', count: number(counts?.due) },
    { value: 'forgotten', title: 'Забытые', count: number(counts?.forgotten) },
    { value: 'stale', title: 'Новый дольше часа', count: number(counts?.stale) },
  ]
  const views: { value: LeadView; title: string }[] = [
    { value: 'board', title: 'Доска' },
    { value: 'list', title: 'Список' },
    ...(funnel ? [{ value: 'funnel' as const, title: 'Воронка' }] : []),
  ]
  return (
    <Stack gap={3}>
      <Row gap={[2, 4]} align="center">
        {view !== 'funnel' && (
          <>
            <Finding asked={asked} change={change} />
            <NativeSelect
              className={classes.select}
              aria-label="Чьи лиды"
              value={whose}
              data={[
                { value: 'all', label: 'Все' },
                { value: 'mine', label: 'Мои' },
                { value: 'none', label: 'Ничьи' },
                ...people.filter(({ id }) => id !== me.id).map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              onChange={({ currentTarget: { value } }) => change({ whose: value })}
            />
            {products.length > 1 && (
              <NativeSelect
                className={classes.select}
                aria-label="Откуда"
                value={product ?? ''}
                data={[
                  { value: '', label: 'Все подписки' },
                  ...products.map(({ key, name }) => ({ value: key, label: name })),
                ]}
                onChange={({ currentTarget: { value } }) => change({ product: value === '' ? null : value })}
              />
            )}
          </>
        )}
        <div className={classes.views}>
          <ChoiceChips label="Вид" options={views} value={view} onChange={(chosen) => change({ view: chosen })} />
        </div>
      </Row>
      {view !== 'funnel' && <Lists lists={lists} value={list} onChange={(chosen) => change({ list: chosen })} />}
    </Stack>
  )
}

interface ListsProps {
  lists: { value: BoardList; title: string; count?: string | null }[]
  value: BoardList
  onChange: (list: BoardList) => void
}

/** On a phone in one line. */
function Lists({ lists, value, onChange }: ListsProps) {
  const narrow = useMediaQuery(mediaNames['--phone'] ?? '', undefined, { getInitialValueInEffect: false })
  if (!narrow) return <ChoiceChips label="Какие лиды" options={lists} value={value} onChange={onChange} />
  return (
    <NativeSelect
      aria-label="Какие лиды"
      value={value}
      data={lists.map(({ value: list, title, count }) => ({
        value: list,
        label: count ? `${title}: ${count}` : title,
      }))}
      onChange={({ currentTarget }) =>
        onChange(lists.find((each) => each.value === currentTarget.value)?.value ?? 'all')
      }
    />
  )
}

/** Words that are looked for, once they are typed. */
function Finding({ asked: { find }, change }: Pick<LeadsToolsProps, 'asked' | 'change'>) {
  const [typed, setTyped] = useState(find)
  const [before, setBefore] = useState(find)
  if (find !== before) {
    setBefore(find)
    setTyped(find)
  }
  const settle = useDebouncedCallback((words: string) => change({ find: words }), SETTLED_MS)
  return (
    <SearchField
      label="Поиск по лидам"
      placeholder="Текст, автор, комментарий"
      maxLength={MOST_FIND}
      value={typed}
      onChange={(words) => {
        setTyped(words)
        settle(words)
      }}
    />
  )
}
