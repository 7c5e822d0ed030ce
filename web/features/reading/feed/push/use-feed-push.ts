import { notifications } from '@mantine/notifications'
import { useEffect, useRef } from 'react'
import { feedPushTag } from '../../../../../contract/reading/feed-push-tag.ts'
import { noticePermission, pushForbidden, showBrowserNotice } from '../../../../kit/device/browser-notices.ts'
import { closeShown, isPushOn, onWordOfWorker } from '../../../../kit/device/push-here.ts'
import { showErrorToast } from '../../../../kit/ui/components/action-toast.tsx'
import { decidePush, mustTurnOff, PAGE_PUSH_MS, PUSH_MS, pushTitle } from './decide-push.ts'
import { useFeedSettings } from '../page/use-feed-settings.ts'
import { useUpdatesOf } from '../page/updates-cache.ts'

export interface PushedFeed {
  /** A filter by its id, a view by its key. */
  of: number | string
  name: string
  push: boolean
}

/** Announces what comes for the filter or the view that is read, when its reader wants that. */
export function useFeedPush(pushed: PushedFeed | null): void {
  const { settings, set } = useFeedSettings()
  const updates = useUpdatesOf(pushed?.of ?? null)
  const settingOn = settings?.push ?? false
  const { of, name, push: filterOn } = pushed ?? { of: 0, name: '', push: false }
  const count = updates?.count ?? 0
  const snippet = updates?.snippet ?? ''
  const known = useRef({ of, count })

  const turnedOff = useRef(false)
  useEffect(() => {
    // Once, or a server that is not there would be asked over and over. The browser's word takes milliseconds: it is asked where it counts.
    if (!settingOn || turnedOff.current || !mustTurnOff(settingOn, noticePermission())) return
    turnedOff.current = true
    set('push', false)
    showErrorToast(pushForbidden.denied)
  }, [settingOn, set])

  useEffect(() => {
    const before = known.current.of === of ? known.current.count : count
    known.current = { of, count }
    if (!settingOn || !filterOn) return
    const way = decidePush({
      settingOn,
      filterOn,
      permission: noticePermission(),
      hidden: document.hidden,
      pushed: isPushOn(),
      before,
      count,
    })
    const title = pushTitle(name, count)
    const notice = feedPushTag(of)
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
  }, [of, name, count, snippet, settingOn, filterOn])
  const enabled = settingOn && filterOn
  useEffect(() => {
    if (of === 0) return
    const notice = feedPushTag(of)
    // What is read, or announced in the page that is seen, the system need not announce too.
    if (count === 0 && !document.hidden) void closeShown(notice)
    return onWordOfWorker((word) => {
      if ('shown' in word && word.shown === notice && enabled && !document.hidden) void closeShown(notice)
    })
  }, [of, count, enabled])
}
