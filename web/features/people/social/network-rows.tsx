import { Button } from '@mantine/core'
import { IconBrandAppleFilled, IconBrandVk } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { User } from '../../../../contract/people/accounts.ts'
import { requestOf } from '../../../../contract/request.ts'
import { social, type SocialNetworkName } from '../../../../contract/people/social.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { useAct, useCall } from '../../../kit/calls/use-call.ts'
import { showActionToast } from '../../../kit/ui/components/action-toast.tsx'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { SettingsRow } from '../../../kit/ui/components/settings-card.tsx'

const names: Record<SocialNetworkName, { title: string; Icon: typeof IconBrandVk }> = {
  vk: { title: 'VK ID', Icon: IconBrandVk },
  apple: { title: 'Apple', Icon: IconBrandAppleFilled },
}

export interface NetworkRowsProps {
  user: User
  /** A network was unlinked: the person as they are now. */
  onUser: (user: User) => void
}

/** The networks one can come in through: those that are set up here, and those that are linked though they no longer are. */
export function NetworkRows({ user, onUser }: NetworkRowsProps) {
  const { data } = useCall('accounts', 'getSignInOptions', {}, { staleTime: Infinity })
  const offered = data?.networks ?? []
  const shown = (Object.keys(names) as SocialNetworkName[]).filter(
    (each) => offered.includes(each) || user.networks.includes(each),
  )
  return shown.map((network) => <NetworkRow key={network} network={network} user={user} onUser={onUser} />)
}

function NetworkRow({ network, user, onUser }: NetworkRowsProps & { network: SocialNetworkName }) {
  const { title, Icon } = names[network]
  const linked = user.networks.includes(network)
  const unlink = useAct('social', 'unlinkNetwork', {
    onSuccess: () => {
      onUser({ ...user, networks: user.networks.filter((each) => each !== network) })
      showActionToast(`Вход через ${title} отвязан`, null)
    },
  })
  const way = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    // The button that was pressed has gone; the way back stands in its place.
    if (unlink.isSuccess) way.current?.focus()
  }, [unlink.isSuccess])
  return (
    <SettingsRow
      icon={<Icon size={20} stroke={1.7} />}
      title={title}
      action={
        linked ? (
          <Button
            variant="default"
            aria-label={`Отвязать ${title}`}
            loading={unlink.isPending}
            onClick={() => unlink.mutate({ network })}
          >
            Отвязать
          </Button>
        ) : (
          <Button
            ref={way}
            component="a"
            href={requestOf(social.startNetworkSignIn, { network, intent: 'link', from: '/profile' }).url}
            variant="default"
            aria-label={`Привязать ${title}`}
          >
            Привязать
          </Button>
        )
      }
    >
      <span>{linked ? 'Привязан: можно входить без пароля' : 'Не привязан'}</span>
      {unlink.isError && <AlertBox tone="bad">{sentenceOf(unlink.error)}</AlertBox>}
    </SettingsRow>
  )
}
