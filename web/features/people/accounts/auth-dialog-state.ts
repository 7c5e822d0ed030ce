/** Which of the dialogs of coming in is open. Outside React, because an answer may open one too (spec §4 Feed). */
import { useSyncExternalStore } from 'react'

export type AuthDialogName = 'login' | 'registration' | 'recovery'

let open: AuthDialogName | null = null
/** What was typed as e-mail in one dialog need not be typed again in the next. */
let email = ''
const watchers = new Set<() => void>()

function change(to: AuthDialogName | null): void {
  open = to
  if (to === null) email = ''
  for (const watcher of watchers) watcher()
}

export const openLogin = (): void => change('login')
/** For a page that can't be seen without: it does not take the place of what is open already. */
export const askToComeIn = (): void => {
  if (open === null) openLogin()
}
export const openRegistration = (): void => change('registration')
export const openRecovery = (): void => change('recovery')
export const closeAuthDialog = (): void => change(null)

export const typedEmail = (): string => email
export function rememberEmail(typed: string): void {
  email = typed.trim()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export function useAuthDialog(): AuthDialogName | null {
  return useSyncExternalStore(watch, () => open)
}
