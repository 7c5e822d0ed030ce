/** Notices that the browser shows outside the page. */

export type NoticePermission = 'granted' | 'denied' | 'default' | 'unsupported'

export function noticePermission(): NoticePermission {
  return typeof Notification === 'undefined' ? 'unsupported' : Notification.permission
}

/** Asks the person. Only to be called by a click: browsers refuse, and people too, when a page asks by itself. */
export async function askForNotices(): Promise<NoticePermission> {
  return typeof Notification === 'undefined' ? 'unsupported' : Notification.requestPermission()
}

export interface BrowserNotice {
  title: string
  body: string
  /** A later one takes the place of an earlier one with the same tag. */
  tag: string
  lastsMs: number
  onClick: () => void
}

/** Does nothing where it is not allowed. Some browsers of phones allow it, and still have no such thing for a page. */
export function showBrowserNotice({ title, body, tag, lastsMs, onClick }: BrowserNotice): void {
  if (noticePermission() !== 'granted') return
  try {
    const notice = new Notification(title, { body, tag, icon: '/favicon.svg', lang: 'ru' })
    const timer = setTimeout(() => notice.close(), lastsMs)
    notice.onclose = () => clearTimeout(timer)
    notice.onclick = () => {
      window.focus()
      notice.close()
      onClick()
    }
  } catch {
    // The counter in the title tells as well.
  }
}
