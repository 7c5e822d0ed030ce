import { Button, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedValue, useFocusReturn } from '@mantine/hooks'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { formatDay } from '../../../rules/pricing/period.ts'
import { sentenceOf } from '../../kit/calls/call-error.ts'
import { useCall } from '../../kit/calls/use-call.ts'
import { Blank } from '../../kit/ui/blank.tsx'
import { DataTable, type Column } from '../../kit/ui/data-table.tsx'
import { Later } from '../../kit/ui/later.tsx'
import { Pager } from '../../kit/ui/pager.tsx'
import { StateMark } from '../../kit/ui/settings-card.tsx'
import { usePageHash } from '../../kit/ui/use-page-hash.ts'
import classes from './promo-code-table.module.css'
import type { AdminPromoCode } from './promo-form.ts'
import { productTitles, promoInWords, promoTypeTitles } from './promo-words.ts'

const EditDialog = lazy(() =>
  import('./promo-code-edit-dialog.tsx').then((file) => ({ default: file.PromoCodeEditDialog })),
)

const LIST = 'promo'
const TYPING_MS = 300

const columns: Column<AdminPromoCode>[] = [
  {
    title: 'Код',
    show: ({ code, archived }) => (
      <span>
        <strong className={classes.code}>{code}</strong> {archived && <StateMark tone="warn">выключен</StateMark>}
      </span>
    ),
  },
  { title: 'Что даёт', show: promoInWords },
  { title: 'На что', show: forWhat },
  { title: 'Когда', show: when },
  {
    title: 'Использован',
    show: ({ used, maxUses }) => (maxUses === null ? used : `${used} из ${maxUses}`),
    numbers: true,
  },
]

/** Every promo code there is, for whoever gives them out. */
export function PromoCodeTable() {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS)
  const [asked, write] = usePageHash(LIST)
  const page = /^[1-9]\d{0,3}$/.test(asked ?? '') ? Number(asked) : 1
  const { data, error, refetch } = useCall(
    'promo',
    'listPromoCodes',
    { ...(search !== '' && { search }), page },
    { placeholderData: keepPreviousData },
  )
  const [edited, setEdited] = useState<AdminPromoCode | 'new' | null>(null)
  // A dialog gives the focus back when it closes, but not when it is taken away, as this is.
  useFocusReturn({ opened: edited !== null })
  const find = (words: string): void => {
    setTyped(words)
    write(1, true)
  }
  return (
    <>
      <div className={classes.head}>
        <TextInput
          className={classes.search}
          type="search"
          aria-label="Найти промокод"
          placeholder="Найти промокод"
          leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
          maxLength={40}
          value={typed}
          onChange={(event) => find(event.currentTarget.value)}
        />
        <Button leftSection={<IconPlus size={18} stroke={1.8} aria-hidden="true" />} onClick={() => setEdited('new')}>
          Новый промокод
        </Button>
      </div>
      {data ? (
        <section className={classes.card} aria-label="Промокоды">
          {data.docs.length === 0 ? (
            <Blank picture="nothing-fits" title={search === '' ? 'Промокодов пока нет' : 'Такого промокода нет'} />
          ) : (
            <DataTable
              label="Промокоды"
              columns={columns}
              rows={data.docs}
              isOff={({ archived }) => archived}
              action={(promo) => (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Изменить промокод: ${promo.code}`}
                  onClick={() => setEdited(promo)}
                >
                  Изменить
                </Button>
              )}
            />
          )}
        </section>
      ) : error ? (
        <Blank
          picture="failure"
          title="Промокоды не загрузились"
          action={<Button onClick={() => void refetch()}>Повторить</Button>}
        >
          {sentenceOf(error)}
        </Blank>
      ) : (
        <Skeleton height={320} radius="lg" />
      )}
      {data && <Pager list={LIST} page={Math.min(page, data.pages)} pages={data.pages} reach={data.pages} />}
      <Later>
        {edited !== null && <EditDialog promo={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      </Later>
    </>
  )
}

function forWhat({ product, tariffType, type_ctg: categories, firstPurchase }: AdminPromoCode): string {
  return [
    promoTypeTitles[tariffType],
    product !== null && productTitles[product].toLowerCase(),
    categories.length > 0 && `выбранных категорий: ${categories.length}`,
    firstPurchase && 'первая покупка',
  ]
    .filter((part) => part !== false)
    .join(', ')
}

function when({ startsAt, endsAt }: AdminPromoCode): string {
  const from = startsAt !== null && `с ${formatDay(new Date(startsAt))}`
  // The end is the first moment that is left out.
  const to = endsAt !== null && `по ${formatDay(new Date(Date.parse(endsAt) - 1))}`
  return [from, to].filter((part) => part !== false).join(' ') || 'Всегда'
}
