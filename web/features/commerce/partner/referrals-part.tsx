import { Select, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { FIRST_PARTNER_DAY } from '../../../../contract/commerce/partner.ts'
import { sumInWords } from '../../../../rules/money.ts'
import type { Result } from '../../../kit/calls/ask.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { DataTable, type Column } from '../../../kit/ui/components/data-table.tsx'
import type { DayRange } from '../../../kit/ui/components/day-range-calendar.tsx'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { SettingsCard, SettingsNote } from '../../../kit/ui/components/settings-card.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import { wallTime } from '../../../kit/ui/text/zone-time.ts'
import typography from '../../../kit/ui/typography.module.css'
import { byWords, shortDay } from './partner-in-words.ts'
import { LIMIT, PartnerList, SaveList, useListPage } from './partner-list.tsx'
import classes from './partner.module.css'

const DayRangeField = lazyNamed(() => import('../../../kit/ui/components/day-range-field.tsx'), 'DayRangeField')

type Referral = Result<'partner', 'listReferrals'>['docs'][number]

export interface ReferralsPartProps {
  zone: string
  /** What a referral may hold; undefined while it is not known. */
  categories: readonly { id: number; name: string }[] | undefined
}

/** Whom the partner brought, and what they have been since (spec §7 referral-stats). */
export function ReferralsPart({ zone, categories = [] }: ReferralsPartProps) {
  const [typed, setTyped] = useState('')
  const [email] = useDebouncedValue(typed.trim(), 300)
  const [range, setRange] = useState<DayRange>([null, null])
  const [category, setCategory] = useState<string | null>(null)
  const [trial, setTrial] = useState<string | null>(null)
  const [today] = useState(() => wallTime(Date.now(), zone).slice(0, 10))
  const { page, toFirst } = useListPage('referrals')
  const [begin, end] = range
  const filters = {
    ...(email !== '' && { email }),
    ...(begin !== null && { reg_begin: begin }),
    ...(end !== null && { reg_end: end }),
    ...(category !== null && { category: Number(category) }),
    ...(trial !== null && { category_trial: Number(trial) }),
  }
  const filtered = Object.keys(filters).length > 0
  const answer = useCall(
    'partner',
    'listReferrals',
    { filters, page, limit_ref: LIMIT },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )
  const choose =
    <Value,>(set: (value: Value) => void) =>
    (value: Value): void => {
      set(value)
      toFirst()
    }
  const options = categories.map(({ id, name }) => ({ value: String(id), label: name }))
  const choice = { data: options, size: 'sm', clearable: true, searchable: true, nothingFoundMessage: 'Не нашлось' }
  return (
    <SettingsCard title="Рефералы">
      <Stack gap={4}>
        <div className={classes.filters} role="group" aria-label="Фильтры рефералов">
          <TextInput
            label="Email"
            placeholder="Первые буквы или сервис"
            size="sm"
            inputMode="email"
            maxLength={100}
            value={typed}
            onChange={(event) => choose(setTyped)(event.currentTarget.value)}
          />
          <LazyBoundary waiting={<Skeleton height={60} radius="md" />}>
            <DayRangeField
              label="Зарегистрированы"
              className={classes.wide ?? ''}
              since={FIRST_PARTNER_DAY}
              until={today}
              value={range}
              onChange={choose(setRange)}
            />
          </LazyBoundary>
          <Select label="Купили категорию" {...choice} value={category} onChange={choose(setCategory)} />
          <Select label="Пробуют категорию" {...choice} value={trial} onChange={choose(setTrial)} />
        </div>
        <Row>
          <SaveList list="referrals" what="рефералы" {...filters} />
        </Row>
        <PartnerList
          list="referrals"
          page={page}
          answer={answer}
          failed="Рефералы не загрузились."
          empty={
            <SettingsNote>
              {filtered
                ? 'Таких рефералов нет.'
                : 'Пока никого. Здесь будут те, кто зарегистрировался по вашей ссылке или купил с вашим промокодом.'}
            </SettingsNote>
          }
        >
          {(docs) => <DataTable label="Рефералы" columns={columnsIn(zone)} rows={docs} />}
        </PartnerList>
      </Stack>
    </SettingsCard>
  )
}

const columnsIn = (zone: string): Column<Referral>[] => {
  const day = (at: string): string => shortDay(wallTime(Date.parse(at), zone))
  return [
    {
      title: 'Реферал',
      show: ({ email, suspicions }) => (
        <>
          {email}
          {suspicions.length > 0 && (
            <div className={classes.suspicion}>На проверке: {suspicions.join('; ').toLowerCase()}</div>
          )}
        </>
      ),
    },
    {
      title: 'Пришёл',
      show: ({ registeredAt, by }) => (
        <span className={classes.short}>
          {day(registeredAt)} <span className={typography.muted}>{byWords[by]}</span>
        </span>
      ),
    },
    { title: 'Купил', show: ({ categories }) => (categories.length > 0 ? categories.join(', ') : null) },
    { title: 'Пробует', show: ({ trials }) => (trials.length > 0 ? trials.join(', ') : null) },
    { title: 'Оплатил', numbers: true, show: ({ paid }) => sumInWords(paid) },
    { title: 'Начислено', numbers: true, show: ({ earned }) => sumInWords(earned) },
    { title: 'Начисляем до', show: ({ endsAt }) => (endsAt === null ? null : day(endsAt)) },
  ]
}
