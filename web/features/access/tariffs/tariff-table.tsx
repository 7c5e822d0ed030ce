import { Button, Skeleton } from '@mantine/core'
import { useFocusReturn } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { sumInWords } from '../../../../rules/money.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { Card } from '../../../kit/ui/components/card.tsx'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import { DataTable, type Column } from '../../../kit/ui/components/data-table.tsx'
import { LazyBoundary } from '../../../kit/ui/components/lazy-boundary.tsx'
import { StateMark } from '../../../kit/ui/components/settings-card.tsx'
import { Toolbar } from '../../../kit/ui/components/toolbar.tsx'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'
import typography from '../../../kit/ui/typography.module.css'
import { groupTariffs, type AdminTariff } from './tariff-form.ts'
import classes from './tariff-table.module.css'
import { productWords, teamSizeInWords, typeTitles } from './tariff-in-words.ts'

const EditDialog = lazyNamed(() => import('./tariff-edit-dialog.tsx'), 'TariffEditDialog')

const columns: Column<AdminTariff>[] = [
  {
    title: 'Тариф',
    show: ({ title, type, archived }) => (
      <span className={classes.name}>
        <strong>{title}</strong> <StateMark tone="quiet">{typeTitles[type].toLowerCase()}</StateMark>{' '}
        {archived && <StateMark tone="warn">снят с продажи</StateMark>}
      </span>
    ),
  },
  { title: 'Срок', show: ({ durationTitle }) => <span className={classes.whole}>{durationTitle}</span> },
  {
    title: 'Ставка',
    show: ({ rate, durationUnit }) =>
      rate === 0 ? 'бесплатно' : `${sumInWords(rate)} в ${durationUnit === 'month' ? 'месяц' : 'день'}`,
    numbers: true,
  },
  { title: 'Сбор', show: ({ fee }) => (fee === 0 ? null : sumInWords(fee)), numbers: true },
  { title: 'Пределы', show: limitsOf },
  { title: 'Порядок', show: ({ position }) => position, numbers: true },
]

/** The whole price list, for anyone who sets it. */
export function TariffTable() {
  const { data, error, refetch } = useCall('tariffs', 'listAllTariffs', {})
  const [edited, setEdited] = useState<AdminTariff | 'new' | null>(null)
  // A dialog gives the focus back when it closes, but not when it is taken away, as this is.
  useFocusReturn({ opened: edited !== null })
  if (!data) {
    if (!error) return <Skeleton height={320} radius="lg" aria-busy="true" />
    return <LoadFailure title="Тарифы не загрузились" error={error} onRetry={() => void refetch()} variant="filled" />
  }
  return (
    <>
      <Toolbar>
        <p className={classes.about}>Новая цена действует для новых заказов. То, что уже куплено, не меняется.</p>
        <Button leftSection={<IconPlus size={18} stroke={1.8} aria-hidden="true" />} onClick={() => setEdited('new')}>
          Новый тариф
        </Button>
      </Toolbar>
      {groupTariffs(data.tariffs).map(({ product, tariffs }) => (
        <Card key={product} aria-labelledby={`tariffs-${product}`}>
          <h2 id={`tariffs-${product}`} className={`${typography.heading} ${classes.title}`}>
            {productWords[product].title}
          </h2>
          <DataTable
            label={`Тарифы: ${productWords[product].title}`}
            columns={columns}
            rows={tariffs}
            isOff={({ archived }) => archived}
            action={(tariff) => (
              <Button
                variant="default"
                size="xs"
                aria-label={`Изменить тариф: ${tariff.title}, ${tariff.durationTitle}`}
                onClick={() => setEdited(tariff)}
              >
                Изменить
              </Button>
            )}
          />
        </Card>
      ))}
      <LazyBoundary>
        {edited !== null && <EditDialog tariff={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      </LazyBoundary>
    </>
  )
}

function limitsOf({ teamSize, maxQuantity }: AdminTariff): string | null {
  const parts = [
    teamSize !== null && teamSizeInWords(teamSize),
    maxQuantity !== null && `не больше ${maxQuantity.toLocaleString('ru')}`,
  ]
  return parts.filter((part) => part !== false).join(', ') || null
}
