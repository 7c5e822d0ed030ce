/** Which of the dialogs of coming in is open. Outside React, because an answer may open one too (spec §4 Feed). */
import { useSyncExternalStore } from 'react'

export type AuthDialogName = 'login' | 'registration' | 'recovery' | 'second-step'

let open: AuthDialogName | null = null
/** What was typed as e-mail in one dialog need not be typed again in the next. */
let email = ''
/** What the first step of coming in gave, while the second is asked for. */
let ticket = ''
const watchers = new Set<() => void>()

function change(to: AuthDialogName | null): void {
  open = to
  if (to === null) email = ''
  if (to !== 'second-step') ticket = ''
  for (const watcher of watchers) watcher()
}

export const openLogin = (): void => change('login')
/** For a page that can't be seen without: it does not take the place of what is open already. */
export const askToComeIn = (): void => {
  if (open === null) openLogin()
}
export const openRegistration = (): void => change('registration')
export const openRecovery = (): void => change('recovery')
export function openSecondStep(given: string): void {
  ticket = given
  change('second-step')
}
export const secondStepTicket = (): string => ticket

const IN_HASH = '#second-step='
/** Anyone who came back from a network brings the ticket in the address, where it is not to stay. */
export function takeSecondStepFromAddress(): void {
  const { hash, pathname, search } = window.location
  if (!hash.startsWith(IN_HASH)) return
  window.history.replaceState(window.history.state, '', pathname + search)
  openSecondStep(hash.slice(IN_HASH.length))
}
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
  return useSyncExternalStore(watch, read, read)
}
const read = (): AuthDialogName | null => open
