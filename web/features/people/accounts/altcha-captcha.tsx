import 'altcha/altcha.css'
import 'altcha/external'
import type { AltchaWidgetElement } from 'altcha/external'
import type {} from 'altcha/types/react'
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker'
import { useEffect, useRef } from 'react'
import { ask } from '../../../kit/calls/ask.ts'
import classes from './captcha-field.module.css'

// Without the styles and workers that the whole widget makes out of text: a strict content security policy forbids those.
$altcha.algorithms.set('PBKDF2/SHA-256', () => new Pbkdf2Worker())
$altcha.i18n.set('ru', {
  label: 'Я не робот',
  verifying: 'Проверяю…',
  verified: 'Проверено',
  expired: 'Проверка устарела. Поставьте галочку ещё раз',
  error: 'Проверка не удалась. Поставьте галочку ещё раз',
  waitAlert: 'Подождите, идёт проверка',
  verificationRequired: 'Поставьте галочку',
})
$altcha.defaults.set({
  language: 'ru',
  hideFooter: true,
  hideLogo: true,
  // How someone moves their mouse is no one's business.
  humanInteractionSignature: false,
  // The widget would read a bare challenge from an address; ours comes as every answer does.
  fetch: async () => Response.json((await ask('accounts', 'createCaptcha', {})).challenge),
})

/** Our own captcha: the browser works for a second on a puzzle, and no one else hears of it. */
export function AltchaCaptcha({ onSolved }: { onSolved: (solution: string | null) => void }) {
  const widget = useRef<AltchaWidgetElement>(null)
  useEffect(() => {
    const { current } = widget
    const onChange = (event: Event): void => {
      const { state, payload } = (event as CustomEvent<{ state: string; payload: string | null }>).detail
      onSolved(state === 'verified' ? payload : null)
    }
    current?.addEventListener('statechange', onChange)
    return () => current?.removeEventListener('statechange', onChange)
  }, [onSolved])
  return <altcha-widget ref={widget} className={classes.altcha} challenge="/" />
}
