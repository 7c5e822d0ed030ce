import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import classes from './link-messenger.module.css'
import { takeNoticesChanged } from './notices-cache.ts'
import { useNoticeSettings } from './use-notices.ts'

/** As much of the script of VK as is used here. */
interface VkScript {
  Widgets: { AllowMessagesFromCommunity(elementId: string, options: { height: 22 | 24 | 30 }, groupId: number): void }
  Observer: {
    subscribe(event: string, listener: (userId: number) => void): void
    unsubscribe(event: string, listener: (userId: number) => void): void
  }
}

const SCRIPT = 'https://vk.com/js/api/openapi.js?169'
const ALLOWED = 'widgets.allowMessagesFromCommunity.allowed'

let fetching: Promise<VkScript> | null = null

/** Once for the page; after a failure it is tried again. */
function fetchScript(): Promise<VkScript> {
  fetching ??= new Promise<VkScript>((resolve, reject) => {
    const script = document.createElement('script')
    const fail = (): void => {
      fetching = null
      script.remove()
      reject(new Error('the script of VK could not be fetched'))
    }
    script.src = SCRIPT
    script.onload = () => {
      const { VK } = window as { VK?: VkScript }
      if (VK) resolve(VK)
      else fail()
    }
    script.onerror = fail
    document.head.append(script)
  })
  return fetching
}

/**
 * The other way to messages of VK: a button of theirs on our page, for whom VK is linked to the account. Nothing of VK is fetched before it is asked for. What
 * the widget says is asked of VK by the server.
 */
export function VkWidget() {
  const { settings } = useNoticeSettings()
  const [state, setState] = useState<'resting' | 'shown' | 'failed'>('resting')
  const vk = settings?.channels.vk
  if (!vk || vk.widget === null || !vk.vkId) return null
  if (state === 'failed') {
    return (
      <AlertBox
        tone="bad"
        action={
          <Button size="compact-sm" variant="default" onClick={() => setState('shown')}>
            Ещё раз
          </Button>
        }
      >
        Кнопка VK не загрузилась. Отключите блокировщик рекламы для этой страницы и попробуйте ещё раз.
      </AlertBox>
    )
  }
  if (state === 'shown') return <Widget groupId={vk.widget} onFailed={() => setState('failed')} />
  return (
    <Button variant="subtle" onClick={() => setState('shown')}>
      Разрешить сообщения, не открывая чат
    </Button>
  )
}

function Widget({ groupId, onFailed }: { groupId: number; onFailed: () => void }) {
  const id = useId()
  const cache = useQueryClient()
  const allow = useAct('notices', 'allowVk', { onSuccess: () => takeNoticesChanged(cache) })
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef({ onFailed, allow: allow.mutate })
  useEffect(() => {
    latest.current = { onFailed, allow: allow.mutate }
  })
  useEffect(() => {
    let vk: VkScript | null = null
    let gone = false
    const allowed = (vkUserId: number): void => latest.current.allow({ vkUserId })
    fetchScript().then(
      (script) => {
        if (gone) return
        vk = script
        script.Observer.subscribe(ALLOWED, allowed)
        if (place.current) script.Widgets.AllowMessagesFromCommunity(place.current.id, { height: 30 }, groupId)
      },
      () => {
        if (!gone) latest.current.onFailed()
      },
    )
    return () => {
      gone = true
      vk?.Observer.unsubscribe(ALLOWED, allowed)
    }
  }, [groupId])
  return (
    <Stack gap={2}>
      <div ref={place} id={`vk-${id.replace(/\W/g, '')}`} className={classes.widget} />
      <div className={typography.note}>Кнопка от VK: после нажатия сообщество сможет вам писать.</div>
      {allow.error && <AlertBox tone="bad">{sentenceOf(allow.error)}</AlertBox>}
    </Stack>
  )
}
