import { useCall } from '../../kit/calls/use-call.ts'

export function useSubscriptions() {
  const { data, error, refetch } = useCall('subscriptions', 'listSubscriptions', {})
  return { subscriptions: data?.subscriptions, products: data?.products, error, retry: () => void refetch() }
}
