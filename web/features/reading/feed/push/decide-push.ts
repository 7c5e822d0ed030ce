/** Whether, and how, a person is notified of what came for the filter they read (spec §4 Feed). */
import { badge } from '../../../../../rules/badge.ts'
import { freshForms, messageForms, plural } from '../../../../../rules/plural.ts'
import { pushForbidden, type NoticePermission } from '../../../../kit/device/browser-notices.ts'

/** So long a notice of the browser stays, and one in the page (spec §9). */
export const PUSH_MS = 120_000
export const PAGE_PUSH_MS = 10_000

export interface PushState {
  /** The setting of the feed, and that of the filter. */
  settingOn: boolean
  filterOn: boolean
  permission: NoticePermission
  /** No one sees the page. */
  hidden: boolean
  /** The system announces what comes in this browser, whether a page is open or not. */
  pushed: boolean
  /** How many came since the page was read: before, and now. */
  before: number
  count: number
}

export function decidePush({
  settingOn,
  filterOn,
  permission,
  hidden,
  pushed,
  before,
  count,
}: PushState): 'browser' | 'page' | null {
  if (!settingOn || !filterOn || count <= before) return null
  if (!hidden) return 'page'
  return permission === 'granted' && !pushed ? 'browser' : null
}

/** Permission may be taken away in the browser's settings at any time: the setting then says what is not so. */
export function mustTurnOff(settingOn: boolean, permission: NoticePermission): boolean {
  return settingOn && permission === 'denied'
}

/** What the answer of the browser makes of the setting of the feed; null leaves it as it is. A mistake says what to do. */
export function settingAfterAsking(
  permission: NoticePermission,
  settingOn: boolean,
): { setting: boolean | null; mistake: string | null } {
  const wanted = permission === 'granted'
  return {
    // Other devices of theirs are notified, whatever this one could be.
    setting: wanted === settingOn || permission === 'install' ? null : wanted,
    mistake: permission === 'granted' ? null : pushForbidden[permission],
  }
}

/** What the switch of a filter shows: nothing is reported of the filter while the setting of the feed is off, and that is shown. */
export function pushOfFilter(filterOn: boolean, settingOn: boolean): { on: boolean; note: string | null } {
  if (!filterOn) return { on: false, note: null }
  return settingOn
    ? { on: true, note: null }
    : { on: false, note: 'Уведомления выключены в настройках ленты. Включите здесь, и они придут снова.' }
}

export function pushTitle(filterName: string, count: number): string {
  return `${filterName}: ${badge(count)} ${plural(count, freshForms)} ${plural(count, messageForms)}`
}
