import { Button, Skeleton } from '@mantine/core'
import { useFocusReturn } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import type { TariffType } from '../../../contract/tariffs.ts'
import { formatRoubles, toKopecks } from '../../../rules/money.ts'
import { sentenceOf } from '../../kit/calls/call-error.ts'
import { useCall } from '../../kit/calls/use-call.ts'
import { Blank } from '../../kit/ui/blank.tsx'
import { DataTable, type Column } from '../../kit/ui/data-table.tsx'
import { Later } from '../../kit/ui/later.tsx'
import { StateMark } from '../../kit/ui/settings-card.tsx'
import { groupTariffs, type AdminTariff } from './tariff-form.ts'
import classes from './tariff-table.module.css'
import { productWords, teamTitle } from './tariff-words.ts'

const EditDialog = lazy(() => import('./tariff-edit-dialog.tsx').then((file) => ({ default: file.TariffEditDialog })))

export const typeTitles: Record<TariffType, string> = {
  trial: 'Пробный',
  regular: 'Обычный',
  team: 'Командный',
  package: 'Пакет',
}

const columns: Column<AdminTariff>[] = [
  {
    title: 'Тариф',
    show: ({ title, type, archived }) => (
      <span className={classes.name}>
        <strong>{title}</strong> <StateMark tone="calm">{typeTitles[type].toLowerCase()}</StateMark>{' '}
        {archived && <StateMark tone="warn">снят с продажи</StateMark>}
      </span>
    ),
  },
  { title: 'Срок', show: ({ durationTitle }) => <span className={classes.whole}>{durationTitle}</span> },
  {
    title: 'Ставка',
    show: ({ rate, durationUnit }) =>
      rate === 0 ? 'бесплатно' : `${inWords(rate)} в ${durationUnit === 'month' ? 'месяц' : 'день'}`,
    numbers: true,
  },
  { title: 'Сбор', show: ({ fee }) => (fee === 0 ? null : inWords(fee)), numbers: true },
  { title: 'Пределы', show: limitsOf },
  { title: 'Порядок', show: ({ position }) => position, numbers: true },
]

/** The whole price list, for whoever sets it. */
export function TariffTable() {
  const { data, error, refetch } = useCall('tariffs', 'listAllTariffs', {})
  const [edited, setEdited] = useState<AdminTariff | 'new' | null>(null)
  // A dialog gives the focus back when it closes, but not when it is taken away, as this is.
  useFocusReturn({ opened: edited !== null })
  if (!data) {
    if (!error) return <Skeleton height={320} radius="lg" />
    return (
      <Blank
        picture="failure"
        title="Тарифы не загрузились"
        action={<Button onClick={() => void refetch()}>Повторить</Button>}
      >
        {sentenceOf(error)}
      </Blank>
    )
  }
  return (
    <>
      <div className={classes.head}>
        <p className={classes.about}>Новая цена действует для новых заказов. То, что уже куплено, не меняется.</p>
        <Button leftSection={<IconPlus size={18} stroke={1.8} aria-hidden="true" />} onClick={() => setEdited('new')}>
          Новый тариф
        </Button>
      </div>
      {groupTariffs(data.tariffs).map(({ product, tariffs }) => (
        <section key={product} className={classes.card} aria-labelledby={`tariffs-${product}`}>
          <h2 id={`tariffs-${product}`} className={classes.title}>
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
        </section>
      ))}
      <Later>
        {edited !== null && <EditDialog tariff={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      </Later>
    </>
  )
}

function inWords(roubles: number): string {
  return formatRoubles(toKopecks(roubles))
}

function limitsOf({ teamSize, maxQuantity }: AdminTariff): string | null {
  const parts = [
    teamSize !== null && teamTitle(teamSize),
    maxQuantity !== null && `не больше ${maxQuantity.toLocaleString('ru')}`,
  ]
  return parts.filter((part) => part !== false).join(', ') || null
}
