/** Which of the two dialogs is open. Outside React, because an answer may open one too (spec §4 Feed). */
import { useSyncExternalStore } from 'react'

export type AuthDialogName = 'login' | 'registration'

let open: AuthDialogName | null = null
const watchers = new Set<() => void>()

function change(to: AuthDialogName | null): void {
  open = to
  for (const watcher of watchers) watcher()
}

export const openLogin = (): void => change('login')
export const openRegistration = (): void => change('registration')
export const closeAuthDialog = (): void => change(null)

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export function useAuthDialog(): AuthDialogName | null {
  return useSyncExternalStore(watch, () => open)
}
