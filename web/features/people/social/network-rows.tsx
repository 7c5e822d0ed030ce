import { Button } from '@mantine/core'
import { IconBrandAppleFilled, IconBrandVk } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { User } from '../../../../contract/people/accounts.ts'
import { requestOf } from '../../../../contract/request.ts'
import { social, type SocialNetworkName } from '../../../../contract/people/social.ts'
import { hasCode, sentenceOf } from '../../../kit/calls/call-error.ts'
import { useAct, useCall } from '../../../kit/calls/use-call.ts'
import { showActionToast } from '../../../kit/ui/components/action-toast.tsx'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { CurrentPasswordInput } from '../../../kit/ui/components/current-password-input.tsx'
import { FormDialog } from '../../../kit/ui/components/dialog.tsx'
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
  const linkAddress = requestOf(social.startNetworkSignIn, { network, intent: 'link', from: '/profile' }).url
  const [asking, setAsking] = useState(false)
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
      own
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
            href={linkAddress}
            variant="default"
            aria-label={`Привязать ${title}`}
            onClick={(event) => {
              if (!user.hasPassword) return
              event.preventDefault()
              setAsking(true)
            }}
          >
            Привязать
          </Button>
        )
      }
    >
      <span>{linked ? 'Привязан: можно входить без пароля' : 'Не привязан'}</span>
      {asking && <LinkDialog user={user} title={title} address={linkAddress} onClose={() => setAsking(false)} />}
      {unlink.isError && <AlertBox tone="bad">{sentenceOf(unlink.error)}</AlertBox>}
    </SettingsRow>
  )
}

interface LinkDialogProps {
  user: User
  title: string
  address: string
  onClose: () => void
}

/** The password, and then to the network. */
function LinkDialog({ user, title, address, onClose }: LinkDialogProps) {
  const [password, setPassword] = useState('')
  const allow = useAct('social', 'allowLinking', { onSuccess: () => window.location.assign(address) })
  const wrong = hasCode(allow.error, 'PASSWORD_INVALID')
  return (
    <FormDialog
      title={`Привязать ${title}`}
      size={420}
      submit="Продолжить"
      loading={allow.isPending || allow.isSuccess}
      error={wrong ? null : allow.error}
      onSubmit={() => allow.mutate({ password })}
      onClose={onClose}
    >
      <p>После этого войти в аккаунт можно будет без пароля. Подтвердите, что это вы.</p>
      <CurrentPasswordInput
        username={user.email ?? user.username}
        first
        value={password}
        error={wrong && allow.error ? sentenceOf(allow.error) : null}
        onChange={setPassword}
      />
    </FormDialog>
  )
}
