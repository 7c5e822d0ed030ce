import { Button, Skeleton } from '@mantine/core'
import { useDebouncedValue, useFocusReturn } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminPromoCode } from '../../../../contract/commerce/promo.ts'
import { formatDay } from '../../../../rules/pricing/period.ts'
import { productTitles } from '../../../../rules/product-titles.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { Card } from '../../../kit/ui/components/card.tsx'
import { EmptyState } from '../../../kit/ui/components/empty-state.tsx'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import { DataTable, type Column } from '../../../kit/ui/components/data-table.tsx'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { Pager } from '../../../kit/ui/components/pager.tsx'
import { SearchField } from '../../../kit/ui/components/search-field.tsx'
import { StateMark } from '../../../kit/ui/components/settings-card.tsx'
import { Toolbar } from '../../../kit/ui/components/toolbar.tsx'
import { usePageNumber } from '../../../kit/ui/hooks/use-page-hash.ts'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import classes from './promo-code-table.module.css'
import { promoInWords, promoTypeTitles } from './promo-in-words.ts'

const EditDialog = lazyNamed(() => import('./promo-code-edit-dialog.tsx'), 'PromoCodeEditDialog')

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

/** Every promo code there is, for anyone who gives them out. */
export function PromoCodeTable() {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS)
  const [page, write] = usePageNumber(LIST)
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
      <Toolbar>
        <SearchField label="Найти промокод" placeholder="Найти промокод" maxLength={40} value={typed} onChange={find} />
        <Button leftSection={<IconPlus size={18} stroke={1.8} aria-hidden="true" />} onClick={() => setEdited('new')}>
          Новый промокод
        </Button>
      </Toolbar>
      {data ? (
        <Card aria-label="Промокоды">
          {data.docs.length === 0 ? (
            <EmptyState picture="nothing-fits" title={search === '' ? 'Промокодов пока нет' : 'Такого промокода нет'} />
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
        </Card>
      ) : error ? (
        <LoadFailure title="Промокоды не загрузились" error={error} onRetry={() => void refetch()} variant="filled" />
      ) : (
        <Skeleton height={320} radius="lg" aria-busy="true" />
      )}
      {data && <Pager list={LIST} page={Math.min(page, data.pages)} pages={data.pages} reach={data.pages} />}
      <LazyBoundary>
        {edited !== null && <EditDialog promo={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      </LazyBoundary>
    </>
  )
}

function forWhat({ product, tariffType, categories, firstPurchase }: AdminPromoCode): string {
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
