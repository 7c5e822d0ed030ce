import { Switch } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { partnerSwitches } from '../../../../contract/commerce/partner.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { callKey, useAct } from '../../../kit/calls/use-call.ts'
import { showErrorToast } from '../../../kit/ui/components/action-toast.tsx'
import { SettingsCard } from '../../../kit/ui/components/settings-card.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import type { Partner } from './use-partner.ts'

type SwitchName = (typeof partnerSwitches)[number]

const words: Record<SwitchName, { title: string; note: string }> = {
  letters: { title: 'Письма', note: 'О начислениях и о том, как идут заявки на выплату' },
  freeDirectLinks: {
    title: 'Прямые ссылки',
    note: 'Ссылки в ленте ведут сразу на сообщение, без промежуточной страницы, даже без платной подписки',
  },
}
const order: SwitchName[] = ['letters', 'freeDirectLinks']

/** What of the programme is left to the partner. @param onChanged of the account too: it may be another matter now */
export function SwitchesCard({ partner, onChanged }: { partner: Partner; onChanged: () => void }) {
  const cache = useQueryClient()
  const show = (switches: Partner['switches']): void => {
    cache.setQueryData<Partner>(callKey('partner', 'getPartner', {}), (known) => known && { ...known, switches })
  }
  const change = useAct('partner', 'setPartnerSwitch', {
    onMutate: ({ name, value }) => show({ ...partner.switches, [name]: value }),
    onSuccess: ({ switches }) => {
      show(switches)
      onChanged()
    },
    onError: (error, { name, value }) => {
      show({ ...partner.switches, [name]: !value })
      showErrorToast(sentenceOf(error))
    },
  })
  return (
    <SettingsCard title="Настройки">
      <Stack gap={4}>
        {order.map((name) => (
          <Switch
            key={name}
            label={words[name].title}
            description={words[name].note}
            checked={partner.switches[name]}
            onChange={(event) => change.mutate({ name, value: event.currentTarget.checked })}
          />
        ))}
      </Stack>
    </SettingsCard>
  )
}
