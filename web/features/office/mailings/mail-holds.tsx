import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { holderTitle } from '../../../../rules/mailings/lane.ts'
import { useAct, useCall } from '../../../kit/calls/use-call.ts'
import { AdminFailure } from '../../../kit/ui/components/admin-failure.tsx'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { Moment } from '../../../kit/ui/components/moment.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import classes from './mailings.module.css'

/** Services that did not want our letters: every further try would make it worse. */
export function MailHolds({ zone }: { zone: string }) {
  const cache = useQueryClient()
  const { data } = useCall('mailings', 'listMailHolds', {}, { staleTime: 0 })
  const end = useAct('mailings', 'endMailHold', {
    onSettled: () => void cache.invalidateQueries({ queryKey: ['mailings', 'listMailHolds'] }),
  })
  return (
    <>
      {data?.holds.map(({ holder, why, since }) => (
        <AlertBox
          key={holder}
          tone="warn"
          action={
            <Button
              variant="default"
              aria-label={`Продолжить отправку: ${holderTitle(holder)}`}
              loading={end.isPending && end.variables.holder === holder}
              onClick={() => end.mutate({ holder })}
            >
              Продолжить
            </Button>
          }
        >
          <Stack gap={1}>
            <strong>
              {holderTitle(holder)}: письма не принимают, отправка туда остановлена <Moment at={since} zone={zone} />
            </strong>
            <span className={classes.reason}>{why}</span>
          </Stack>
        </AlertBox>
      ))}
      <AdminFailure error={end.error} />
    </>
  )
}
