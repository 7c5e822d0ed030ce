/** Notices that the browser shows outside the page. */

/** `install`: on an iPhone or iPad only sites on the home screen have them. */
export type NoticePermission = 'granted' | 'denied' | 'default' | 'unsupported' | 'install'

export function noticePermission(): NoticePermission {
  if (typeof Notification !== 'undefined') return Notification.permission
  return canBeInstalled() ? 'install' : 'unsupported'
}

/** Spec §5 Push setting. */
export const pushForbidden: Record<Exclude<NoticePermission, 'granted'>, string> = {
  default: 'Браузер не получил разрешения, поэтому уведомления остались выключены. Включите ещё раз и разрешите их.',
  denied: 'Браузер запретил уведомления для этого сайта. Разрешите их в настройках браузера и включите ещё раз.',
  unsupported: 'Этот браузер не умеет показывать уведомления.',
  install:
    'На iPhone и iPad уведомления приходят сайтам с экрана «Домой»: нажмите «Поделиться», затем «На экран „Домой“».',
}

/** A page of Safari on an iPhone or iPad, which is not on the home screen yet. An iPad says that it is a Mac. */
function canBeInstalled(): boolean {
  const { userAgent, maxTouchPoints, standalone } = navigator as Navigator & { standalone?: boolean }
  return (
    standalone === false && (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1))
  )
}

/** Asks the person. Only to be called by a click: browsers refuse, and people too, when a page asks by itself. */
export async function askForNotices(): Promise<NoticePermission> {
  return typeof Notification === 'undefined' ? noticePermission() : Notification.requestPermission()
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
    // The counter in the title shows it as well.
  }
}
