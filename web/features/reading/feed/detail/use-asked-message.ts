/** The message that the address names: it is shown whole, whether or not it stands in the list. */
import { useCallback, useEffect, useRef, type RefObject } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import { useCall } from '../../../../kit/calls/use-call.ts'
import { readMessageAddress, withoutMessage } from './message-address.ts'
import { useDetail, type Detail } from './use-detail.ts'

export interface AskedMessage {
  /** Why it could not be had. */
  error: Error | null
  retry: () => void
  /** Back to the list, with whatever was shown beside it. */
  leave: () => void
  /** In front of what is shown of the list, as long as there is one. */
  over: (detail: Detail) => Detail
}

/** What is shown whole: the message that the address names, and else one of the list. For the parameters see `useDetail`. */
export function useShownMessage(
  list: RefObject<HTMLElement | null>,
  messages: readonly FeedMessage[],
  see: (message: FeedMessage) => void,
) {
  const asking = useAskedMessage(see)
  return { asking, detail: asking.over(useDetail(list, messages, see, asking.leave)) }
}

/** @param see marks it as read */
function useAskedMessage(see: (message: FeedMessage) => void): AskedMessage {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const id = readMessageAddress(search)
  const { data, error, refetch } = useCall('feed', 'getMessage', { id: id ?? 0 }, { enabled: id !== null })
  const message = id === null ? null : (data?.message ?? null)
  const seeNow = useRef(() => {})
  useEffect(() => {
    seeNow.current = () => void (message && see(message))
  })
  const shown = message?.id
  useEffect(() => seeNow.current(), [shown])
  const leave = useCallback((): void => {
    if (id !== null) void navigate({ pathname, search: withoutMessage(search), hash }, { replace: true })
  }, [id, navigate, pathname, search, hash])
  return {
    error: message ? null : error,
    retry: () => void refetch(),
    leave,
    over(detail) {
      if (!message) return detail
      return {
        ...detail,
        message,
        byKey: true,
        close: leave,
        next: null,
        previous: null,
        step: () => false,
        pressKey: (event, item) => (event.code === 'Escape' ? (leave(), true) : detail.pressKey(event, item)),
      }
    },
  }
}
