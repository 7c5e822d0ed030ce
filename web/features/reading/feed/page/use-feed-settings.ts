import { useMutationState, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { FeedSettingKey, FeedSettings } from '../../../../../contract/reading/feed.ts'
import { sentenceOf } from '../../../../kit/calls/call-error.ts'
import type { Input } from '../../../../kit/calls/ask.ts'
import { callKey, useAct, useCall } from '../../../../kit/calls/use-call.ts'

const readKey = callKey('feed', 'getFeedSettings', {})
const setKey = ['feed', 'setFeedSetting']

export interface FeedSettingsChoice {
  /** With the changes laid over them that are still on their way; undefined while no one knows. */
  settings: FeedSettings | undefined
  set: <Key extends FeedSettingKey>(key: Key, value: FeedSettings[Key]) => void
  /** Why they are not there, or why the last change was not taken. */
  error: string | null
  retry: () => void
}

export function useFeedSettings(): FeedSettingsChoice {
  const cache = useQueryClient()
  const { data, error, refetch } = useCall('feed', 'getFeedSettings', {}, { staleTime: Infinity })
  const changes = useMutationState({
    filters: { mutationKey: setKey, status: 'pending' },
    select: ({ state }) => state.variables as Input<'feed', 'setFeedSetting'>,
  })
  const { mutate, error: refused } = useAct('feed', 'setFeedSetting', {
    mutationKey: setKey,
    // One after another, so that the last word stays the last.
    scope: { id: 'feed.setFeedSetting' },
    onSuccess: (settings) => cache.setQueryData<FeedSettings>(readKey, settings),
  })
  const set = useCallback(
    <Key extends FeedSettingKey>(key: Key, value: FeedSettings[Key]) => mutate({ key, value }),
    [mutate],
  )
  const shown = refused ?? (data ? null : error)
  return {
    settings: data && changes.reduce((settings, { key, value }) => ({ ...settings, [key]: value }), data),
    set,
    error: shown && sentenceOf(shown),
    retry: () => void refetch(),
  }
}
