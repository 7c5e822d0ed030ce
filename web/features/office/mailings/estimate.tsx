import { Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { leftOutTitles, missingFields } from '../../../../rules/mailings/mailing.ts'
import { plural } from '../../../../rules/plural.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { AdminFailure } from '../../../kit/ui/components/admin-failure.tsx'
import { recipientsOf, type MailingForm } from './mailing-form.ts'
import classes from './mailings.module.css'

const TYPING_MS = 400
const number = (value: number): string => value.toLocaleString('ru-RU')

/** How many of the group would be sent it now, and why the others would not. */
export function Estimate({ form }: { form: MailingForm }) {
  const [asked] = useDebouncedValue(JSON.stringify(recipientsOf(form)), TYPING_MS)
  const recipients = JSON.parse(asked) as ReturnType<typeof recipientsOf>
  const lacks = missingFields({ ...recipients, subj: '-', body: '-' }).length > 0
  const { data, error } = useCall('mailings', 'estimateMailing', recipients, {
    enabled: !lacks,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  if (lacks) return null
  if (error) return <AdminFailure error={error} />
  if (!data) return <Skeleton height={24} aria-busy="true" />
  const { found, willGet, leftOut } = data
  return (
    <div className={classes.estimate} role="status">
      <strong>
        Получат {number(willGet)} из {number(found)} {plural(found, ['человека', 'человек', 'человек'])}
      </strong>
      {leftOut.length > 0 && (
        <ul className={classes.reasons}>
          {leftOut.map(({ why, count }) => (
            <li key={why}>
              {leftOutTitles[why]}: {number(count)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
