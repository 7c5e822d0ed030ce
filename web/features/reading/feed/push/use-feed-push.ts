import { notifications } from '@mantine/notifications'
import { useEffect, useRef } from 'react'
import { noticePermission, showBrowserNotice } from '../../../../kit/device/browser-notices.ts'
import { showErrorToast } from '../../../../kit/ui/components/action-toast.tsx'
import { decidePush, mustTurnOff, PAGE_PUSH_MS, PUSH_MS, pushForbidden, pushTitle } from './decide-push.ts'
import { useFeedSettings } from '../page/use-feed-settings.ts'
import { useFilterUpdates } from '../page/updates-cache.ts'

interface PushedFilter {
  id: number
  name: string
  push: boolean
}

/** Tells of what comes for the filter that is read, when its reader wants that. */
export function useFeedPush(filter: PushedFilter | null): void {
  const { settings, set } = useFeedSettings()
  const updates = useFilterUpdates(filter?.id ?? null)
  const settingOn = settings?.push ?? false
  const { id, name, push: filterOn } = filter ?? { id: 0, name: '', push: false }
  const count = updates?.count ?? 0
  const snippet = updates?.snippet ?? ''
  const known = useRef({ id, count })

  const turnedOff = useRef(false)
  const off = mustTurnOff(settingOn, noticePermission())
  useEffect(() => {
    // Once, or a server that is not there would be asked over and over.
    if (!off || turnedOff.current) return
    turnedOff.current = true
    set('push', false)
    showErrorToast(pushForbidden.denied)
  }, [off, set])

  useEffect(() => {
    const before = known.current.id === id ? known.current.count : count
    known.current = { id, count }
    const way = decidePush({
      settingOn,
      filterOn,
      permission: noticePermission(),
      hidden: document.hidden,
      before,
      count,
    })
    const title = pushTitle(name, count)
    const notice = `feed-push-${id}`
    if (way === 'browser') showBrowserNotice({ title, body: snippet, tag: notice, lastsMs: PUSH_MS, onClick: () => {} })
    if (way === 'page') {
      notifications.hide(notice)
      notifications.show({
        id: notice,
        title,
        message: snippet,
        autoClose: PAGE_PUSH_MS,
        withBorder: true,
        radius: 'md',
        color: 'sea',
      })
    }
  }, [id, name, count, snippet, settingOn, filterOn])
}
