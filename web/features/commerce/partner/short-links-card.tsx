import { Button, TextInput } from '@mantine/core'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { errors } from '../../../../contract/errors.ts'
import type { Result } from '../../../kit/calls/ask.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { useAct, useCall } from '../../../kit/calls/use-call.ts'
import { showActionToast } from '../../../kit/ui/components/action-toast.tsx'
import { DataTable, type Column } from '../../../kit/ui/components/data-table.tsx'
import { SettingsCard, SettingsNote } from '../../../kit/ui/components/settings-card.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { wallTime } from '../../../kit/ui/text/zone-time.ts'
import { Copy } from './copy-field.tsx'
import { takePartnerChanged } from './partner-cache.ts'
import { shortDay } from './partner-in-words.ts'
import { LIMIT, PartnerList, useListPage } from './partner-list.tsx'
import classes from './partner.module.css'

type ShortLink = Result<'partner', 'listShortLinks'>['docs'][number]

/** Short links to any page of ours, and what each brought. */
export function ShortLinksCard({ zone }: { zone: string }) {
  const cache = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  const [address, setAddress] = useState('')
  const [missing, setMissing] = useState(false)
  const { page, toFirst } = useListPage('links')
  const answer = useCall(
    'partner',
    'listShortLinks',
    { page, limit: LIMIT },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )
  const create = useAct('partner', 'createShortLink', {
    onSuccess: ({ link }) => {
      setAddress('')
      toFirst()
      takePartnerChanged(cache)
      showActionToast(`Короткая ссылка готова: ${link.url}`, null)
    },
    onError: () => field.current?.focus(),
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const empty = address.trim() === ''
    setMissing(empty)
    if (empty) field.current?.focus()
    else create.mutate({ data: address.trim() })
  }
  const type = (typed: string): void => {
    setAddress(typed)
    setMissing(false)
    create.reset()
  }
  const mistake = missing ? errors.SHORT_LINK_REQUIRED.message : create.error ? sentenceOf(create.error) : null
  return (
    <SettingsCard title="Короткие ссылки">
      <Stack gap={4}>
        <form noValidate onSubmit={submit}>
          <Row gap={2} align="flex-start">
            <TextInput
              ref={field}
              className={classes.target}
              aria-label="Адрес страницы нашего сайта"
              placeholder="Адрес страницы: /category/… или целиком"
              inputMode="url"
              autoComplete="off"
              maxLength={2_000}
              value={address}
              error={mistake}
              onChange={(event) => type(event.currentTarget.value)}
            />
            <Button type="submit" loading={create.isPending}>
              Сократить
            </Button>
          </Row>
        </form>
        <PartnerList
          list="links"
          page={page}
          answer={answer}
          failed="Короткие ссылки не загрузились."
          empty={<SettingsNote>Коротких ссылок ещё нет</SettingsNote>}
        >
          {(docs) => (
            <DataTable
              label="Короткие ссылки"
              columns={columnsIn(zone)}
              rows={docs}
              action={({ url }) => <Copy what={url} value={url} />}
            />
          )}
        </PartnerList>
      </Stack>
    </SettingsCard>
  )
}

const columnsIn = (zone: string): Column<ShortLink>[] => [
  { title: 'Ссылка', show: ({ url }) => <span className={classes.short}>{url.replace(/^https?:\/\//, '')}</span> },
  { title: 'Куда ведёт', show: ({ target }) => <span className={classes.address}>{readable(target)}</span> },
  { title: 'Создана', show: ({ createdAt }) => shortDay(wallTime(Date.parse(createdAt), zone)) },
  { title: 'Переходы', numbers: true, show: ({ visits }) => visits.toLocaleString('ru') },
  { title: 'Регистрации', numbers: true, show: ({ registrations }) => registrations.toLocaleString('ru') },
]

/** Russian letters as letters; what cannot be read stays as it is written. */
function readable(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
