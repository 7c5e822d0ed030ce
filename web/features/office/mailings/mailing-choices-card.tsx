import { Skeleton, Switch } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { IconNews, IconSpeakerphone } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { MailingType } from '../../../../contract/office/mailings.ts'
import { advertisingConsent } from '../../../../contract/people/accounts.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { callKey, useAct, useCall } from '../../../kit/calls/use-call.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import { SettingsCard, SettingsNote, SettingsRow } from '../../../kit/ui/components/settings-card.tsx'
import { exactTime } from '../../../kit/ui/text/relative-time.ts'

const rows: { type: MailingType; title: string; icon: ReactNode; words: string }[] = [
  {
    type: 'info',
    title: 'Новости сервиса',
    icon: <IconNews size={20} stroke={1.7} />,
    words: 'Что нового в Эхолоте. Без рекламы',
  },
  {
    type: 'advertising',
    title: 'Предложения и скидки',
    icon: <IconSpeakerphone size={20} stroke={1.7} />,
    words: advertisingConsent.text,
  },
]

/** What a person wants to be sent; a switch that is on for advertising is their consent. */
export function MailingChoicesCard({ zone }: { zone: string }) {
  const cache = useQueryClient()
  const { data, error, refetch } = useCall('mailings', 'getMailingChoices', {})
  const set = useAct('mailings', 'setMailingChoice', {
    onSuccess: (choices) => cache.setQueryData(callKey('mailings', 'getMailingChoices', {}), choices),
  })
  return (
    <SettingsCard title="Что мне присылать">
      {rows.map(({ type, title, icon, words }) => (
        <SettingsRow
          key={type}
          icon={icon}
          title={title}
          own
          action={
            data && (
              <Switch
                aria-label={title}
                checked={data[type]}
                disabled={set.isPending}
                onChange={({ currentTarget }) => set.mutate({ type, value: currentTarget.checked })}
              />
            )
          }
        >
          <span>{words}</span>
          {type === 'advertising' && data?.agreedAt != null && (
            <SettingsNote>Вы согласились {exactTime(new Date(data.agreedAt), zone)}</SettingsNote>
          )}
        </SettingsRow>
      ))}
      {!data && !error && <Skeleton height={24} aria-busy="true" />}
      {error && !data && <LoadFailure title="Настройки не загрузились" error={error} onRetry={() => void refetch()} />}
      {set.error && <AlertBox tone="bad">{sentenceOf(set.error)}</AlertBox>}
    </SettingsCard>
  )
}
