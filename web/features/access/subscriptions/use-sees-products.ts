import { useEffect } from 'react'
import { useCall } from '../../../kit/calls/use-call.ts'
import { useConnection } from '../../../kit/live/use-connection.ts'
import { readStored, writeStored } from '../../../kit/ui/hooks/stored.ts'

const KEY = 'sees-products'
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'

/**
 * Is there any product whose messages the person sees, by themselves or by their team? Before that is known, as it was the last time: the
 * menu does not move. The page that is opened comes first, and this is asked when there is a connection.
 * @param on someone may be signed in
 */
export function useSeesProducts(on: boolean): boolean {
  const { state } = useConnection()
  const { data } = useCall('subscriptions', 'listSubscriptions', {}, { enabled: on && state === 'online' })
  const sees = data && data.products.length > 0
  useEffect(() => {
    if (sees !== undefined) writeStored(KEY, sees)
  }, [sees])
  return on && (sees ?? readStored(KEY, isFlag) ?? false)
}
