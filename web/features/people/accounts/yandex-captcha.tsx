import { useEffect, useRef, useState } from 'react'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import classes from './captcha-field.module.css'

interface SmartCaptcha {
  render(container: HTMLElement, options: { sitekey: string; hl: 'ru'; callback: (token: string) => void }): number
  subscribe(widget: number, event: 'token-expired' | 'network-error', listener: () => void): () => void
  destroy(widget: number): void
}

const SCRIPT = 'https://smartcaptcha.yandexcloud.net/captcha.js'

let fetching: Promise<SmartCaptcha> | null = null

/** The script of Yandex, once for the page. */
function fetchCaptcha(): Promise<SmartCaptcha> {
  fetching ??= new Promise<SmartCaptcha>((resolve, reject) => {
    const script = document.createElement('script')
    const there = (): SmartCaptcha | undefined => (window as { smartCaptcha?: SmartCaptcha }).smartCaptcha
    const fail = (): void => {
      fetching = null
      reject(new Error('the captcha could not be fetched'))
    }
    script.src = SCRIPT
    script.onload = () => {
      const captcha = there()
      if (captcha) resolve(captcha)
      else fail()
    }
    script.onerror = fail
    document.head.append(script)
  })
  return fetching
}

/** Yandex SmartCaptcha, where its keys are set. */
export function YandexCaptcha({ sitekey, onSolved }: { sitekey: string; onSolved: (solution: string | null) => void }) {
  const place = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let captcha: SmartCaptcha | null = null
    let widget: number | null = null
    let gone = false
    fetchCaptcha().then(
      (fetched) => {
        if (gone || !place.current) return
        captcha = fetched
        widget = fetched.render(place.current, { sitekey, hl: 'ru', callback: onSolved })
        fetched.subscribe(widget, 'token-expired', () => onSolved(null))
        fetched.subscribe(widget, 'network-error', () => setFailed(true))
      },
      () => setFailed(true),
    )
    return () => {
      gone = true
      if (widget !== null) captcha?.destroy(widget)
    }
  }, [sitekey, onSolved])
  if (failed)
    return (
      <AlertBox tone="bad">
        Проверка не загрузилась. Отключите блокировщик рекламы для этой страницы и откройте её заново.
      </AlertBox>
    )
  return <div ref={place} className={classes.yandex} />
}
