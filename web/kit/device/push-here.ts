/** What pages need to know at once of this browser's notices by the system. How it subscribes stands in push-subscription.ts, which comes later. */
import { useSyncExternalStore } from 'react'
import { noticePermission } from './browser-notices.ts'
import type { ToPage } from './worker-words.ts'

/** There is a worker to show them and a service to bring them. */
export const canPush = (): boolean =>
  typeof Notification !== 'undefined' && 'serviceWorker' in navigator && 'PushManager' in window

/** Off, until it is known that it is on. */
let on = false
const watchers = new Set<() => void>()

export const isPushOn = (): boolean => on

export function setPushOn(to: boolean): void {
  if (on === to) return
  on = to
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** The server sends notices to this browser. */
export const usePushOn = (): boolean => useSyncExternalStore(watch, isPushOn, () => false)

/** They may come here: then there is something to listen for. */
export const usePushAllowed = (): boolean => usePushOn() || (canPush() && noticePermission() === 'granted')

/** @returns ends the listening */
export function onWordOfWorker(listener: (word: ToPage) => void): () => void {
  if (!canPush()) return () => {}
  const hear = ({ data }: MessageEvent<ToPage>): void => listener(data)
  navigator.serviceWorker.addEventListener('message', hear)
  return () => navigator.serviceWorker.removeEventListener('message', hear)
}

/** What it announced has been read: its notice goes from the screen, and off the number on the icon. */
export async function closeShown(tag: string): Promise<void> {
  if (!canPush()) return
  const registration = await navigator.serviceWorker.getRegistration()
  const shown = (await registration?.getNotifications()) ?? []
  for (const notice of shown) if (notice.tag === tag) notice.close()
  const left = shown.filter((notice) => notice.tag !== tag)
  const count = left.reduce((sum, { data }) => sum + (Number((data as { count?: number } | null)?.count) || 0), 0)
  if (registration && 'setAppBadge' in navigator) await navigator.setAppBadge(count).catch(() => {})
}
