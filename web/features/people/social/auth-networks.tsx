import { Button } from '@mantine/core'
import { IconBrandAppleFilled, IconBrandVk } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { useLocation } from 'react-router'
import { requestOf } from '../../../../contract/request.ts'
import { social } from '../../../../contract/people/social.ts'
import { INVITATION_PAGE, orderAddressOf, type Wish } from '../../../../rules/redirects.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import classes from './auth-networks.module.css'

const ways = {
  vk: { title: 'Войти через VK ID', Icon: IconBrandVk },
  apple: { title: 'Войти через Apple', Icon: IconBrandAppleFilled },
}

export interface AuthNetworksProps {
  intent: 'auth' | 'reg'
  /** What they chose before: anyone who registers is led to the order with it. */
  wish: Wish | null
  /** What is on its way to the server, and would be lost with the page. */
  beforeLeaving: () => Promise<void>
}

/** The browser keeps the token of an invitation: it is given to no network. */
const pathOf = (wish: Wish): string => ('invitation' in wish ? INVITATION_PAGE : orderAddressOf(wish))

/** The ways in through a network: the browser goes there, and comes back to the page it left. */
export function AuthNetworks({ intent, wish, beforeLeaving }: AuthNetworksProps) {
  const { pathname, search } = useLocation()
  const { data } = useCall('accounts', 'getSignInOptions', {}, { staleTime: Infinity })
  const networks = data?.networks ?? []
  const leave = (event: MouseEvent<HTMLAnchorElement>): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const { href } = event.currentTarget
    void beforeLeaving().then(() => window.location.assign(href))
  }
  if (networks.length === 0) return null
  const order = wish === null ? undefined : pathOf(wish)
  return (
    <Stack gap={2}>
      <Row as="p" gap={3} align="center" nowrap className={classes.or}>
        или
      </Row>
      {networks.map((network) => {
        const { title, Icon } = ways[network]
        return (
          <Button
            key={network}
            component="a"
            href={requestOf(social.startNetworkSignIn, { network, intent, from: pathname + search, order }).url}
            onClick={leave}
            variant="default"
            size="md"
            fullWidth
            leftSection={<Icon size={20} stroke={1.7} aria-hidden="true" />}
          >
            {title}
          </Button>
        )
      })}
    </Stack>
  )
}
