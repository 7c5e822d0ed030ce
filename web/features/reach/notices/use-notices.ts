/** The settings of notices, as the server has them; what changes them answers with all of them. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { NoticePreferences, NoticeSettings } from '../../../../contract/reach/notices.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import type { Result } from '../../../kit/calls/ask.ts'
import { callKey, useAct, useCall } from '../../../kit/calls/use-call.ts'
import { useAfterReconnect } from '../../../kit/live/use-after-reconnect.ts'
import { showErrorToast } from '../../../kit/ui/components/action-toast.tsx'
import { takeNoticesChanged } from './notices-cache.ts'

const settingsKey = callKey('notices', 'getNoticeSettings', {})

export function useNoticeSettings() {
  const cache = useQueryClient()
  const { data, error, refetch } = useCall('notices', 'getNoticeSettings', {}, { staleTime: Infinity })
  useAfterReconnect(() => takeNoticesChanged(cache))
  return { settings: data?.settings, error, retry: () => void refetch() }
}

export function takeSettings(cache: QueryClient, settings: NoticeSettings): void {
  cache.setQueryData<Result<'notices', 'getNoticeSettings'>>(settingsKey, { settings })
}

/** Changes preferences at once, and puts them back when the server will not have them. */
export function useChangePreferences() {
  const cache = useQueryClient()
  const act = useAct('notices', 'setNoticePreferences', {
    onMutate: async (given) => {
      await cache.cancelQueries({ queryKey: settingsKey })
      const known = cache.getQueryData<Result<'notices', 'getNoticeSettings'>>(settingsKey)
      if (known) takeSettings(cache, { ...known.settings, preferences: merged(known.settings.preferences, given) })
    },
    onSuccess: ({ settings }) => takeSettings(cache, settings),
    onError: (error) => {
      takeNoticesChanged(cache)
      showErrorToast(sentenceOf(error))
    },
  })
  return act.mutate
}

type Given = Parameters<ReturnType<typeof useChangePreferences>>[0]

function merged(known: NoticePreferences, { alarms, ...given }: Given): NoticePreferences {
  return { ...known, ...given, alarms: { ...known.alarms, ...alarms } }
}
