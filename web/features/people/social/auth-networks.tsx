import { Button } from '@mantine/core'
import { IconBrandAppleFilled, IconBrandVk } from '@tabler/icons-react'
import { useLocation } from 'react-router'
import { requestOf } from '../../../../contract/request.ts'
import { social } from '../../../../contract/people/social.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import classes from './auth-networks.module.css'

const ways = {
  vk: { title: 'Войти через VK ID', Icon: IconBrandVk },
  apple: { title: 'Войти через Apple', Icon: IconBrandAppleFilled },
}

/** The ways in through a network: the browser goes there, and comes back to the page it left. */
export function AuthNetworks({ intent }: { intent: 'auth' | 'reg' }) {
  const { pathname, search } = useLocation()
  const { data } = useCall('accounts', 'getSignInOptions', {}, { staleTime: Infinity })
  const networks = data?.networks ?? []
  if (networks.length === 0) return null
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
            href={requestOf(social.startNetworkSignIn, { network, intent, from: pathname + search }).url}
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
