import { Button } from '@mantine/core'
import { sumInWords } from '../../../../../rules/money.ts'
import { plural } from '../../../../../rules/plural.ts'
import { useCall } from '../../../../kit/calls/use-call.ts'
import { SettingsCard } from '../../../../kit/ui/components/settings-card.tsx'
import { Row } from '../../../../kit/ui/components/stack.tsx'
import { AdminFailure } from '../../../../kit/ui/components/admin-failure.tsx'
import classes from './partner-admin.module.css'

/** Commissions wait for an admin, and no one is paid them meanwhile. Nothing is shown while there are none. */
export function SuspectedPartners({ onOpen }: { onOpen: (partnerId: number) => void }) {
  const { data, error, refetch } = useCall('partner', 'listSuspectedPartners', {}, { staleTime: 0 })
  if (!data) return <AdminFailure error={error} onRetry={() => void refetch()} />
  if (data.partners.length === 0) return null
  return (
    <SettingsCard title="Ждут решения">
      <ul className={classes.list}>
        {data.partners.map(({ id, email, count, sum }) => (
          <Row as="li" key={id} gap={[2, 4]} align="center" justify="space-between" className={classes.item}>
            <span className={classes.break}>
              {`${email || `Партнёр № ${id}`}: ${count} ${plural(count, ['начисление', 'начисления', 'начислений'])} на ${sumInWords(sum)}`}
            </span>
            <Button variant="default" size="xs" aria-label={`Проверить: ${email || id}`} onClick={() => onOpen(id)}>
              Проверить
            </Button>
          </Row>
        ))}
      </ul>
    </SettingsCard>
  )
}
