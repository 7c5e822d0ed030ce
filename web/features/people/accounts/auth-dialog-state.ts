/** Which of the dialogs of coming in is open. Outside React, because an answer may open one too (spec §4 Feed). */
import { useEffect, useSyncExternalStore } from 'react'
import type { Wish } from '../../../../rules/redirects.ts'
import { startKeeping, type KeepWish } from './kept-wish.ts'

export type AuthDialogName = 'login' | 'code-login' | 'registration' | 'recovery' | 'second-step'

let open: AuthDialogName | null = null
/** What was typed as e-mail in one dialog need not be typed again in the next. */
let email = ''
/** What the first step of coming in gave, while the second is asked for. */
let ticket = ''
/** What the person pressed «Попробовать бесплатно» for, and what the page they are on is about. */
let pressed: Wish | null = null
let ofPage: Wish | null = null
/** The session ended under the person's hands, on the page they are on. */
let lost = false
const watchers = new Set<() => void>()

function change(to: AuthDialogName | null): void {
  open = to
  if (to === null) {
    email = ''
    pressed = null
  }
  if (to !== 'second-step') ticket = ''
  for (const watcher of watchers) watcher()
}

export const openLogin = (): void => change('login')
export const openCodeLogin = (): void => change('code-login')
export const openRegistration = (): void => change('registration')
/** Registration on the way to something: it leads on there. @param keep puts that into the cart meanwhile */
export function registerFor(wish: Wish, keep: KeepWish): void {
  startKeeping(keep)
  pressed = wish
  openRegistration()
}
export function loseSession(): void {
  lost = true
}
/** Another page: anyone who comes there has it before them who they are. */
export function forgetLoss(): void {
  lost = false
}
/** Where a page gives way to its ways in: it asks by itself only for who was in a moment ago. */
export function askAgainAfterLoss(): void {
  if (lost && open === null) openLogin()
  lost = false
}

/** What anyone who registers now has chosen. */
export const chosenWish = (): Wish | null => pressed ?? ofPage
/** While the page is shown, anyone who registers on it means this. */
export function usePageWish(wish: Wish | null): void {
  const written = JSON.stringify(wish)
  useEffect(() => {
    ofPage = JSON.parse(written) as Wish | null
    return () => {
      ofPage = null
    }
  }, [written])
}
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
