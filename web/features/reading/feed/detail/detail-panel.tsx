import { Drawer } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { useIsWide } from '../card/use-density.ts'
import classes from './detail-panel.module.css'
import { MessageDetail, type MessageDetailProps } from './message-detail.tsx'
import { useFocusOnOpen, type Detail } from './use-detail.ts'

export interface DetailPanelProps extends Omit<MessageDetailProps, 'message' | 'detail'> {
  detail: Detail
  /** Any other key than those of the panel, as if it were pressed on the card; says whether it meant something. */
  onKey: (event: KeyboardEvent) => boolean
}

/** One message whole: in a column of its own where there is room, else over the page. */
export function DetailPanel({ detail, onKey, ...shown }: DetailPanelProps) {
  const wide = useIsWide()
  const place = useFocusOnOpen(wide && detail.byKey && detail.message !== null, detail.message?.id)
  const { message } = detail
  usePanelKeys(detail, onKey)
  useHeightInSight(place, wide && message !== null)
  useFocusKept(message?.id ?? null)
  if (!message) return null
  const whole = <MessageDetail message={message} detail={detail} {...shown} />
  if (wide) {
    return (
      <section ref={place} className={classes.column} aria-label="Сообщение целиком" tabIndex={-1} data-detail>
        {whole}
      </section>
    )
  }
  return (
    <Drawer.Root opened onClose={detail.close} position="right" size={520} returnFocus={false}>
      <Drawer.Overlay />
      <Drawer.Content aria-label="Сообщение целиком" data-detail>
        <Drawer.Body p={0}>{whole}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** The same keys as in the list go from message to message; Esc goes back to it. */
function pressPanelKey({ code, repeat }: KeyboardEvent, { next, previous, close }: Detail): boolean {
  if (code === 'KeyJ') return (next?.(), true)
  if (code === 'KeyK') return (previous?.(), true)
  return code === 'Escape' && !repeat ? (close(), true) : false
}

/** Keys that are pressed in the panel. On the document, and so before those of the list, which knows nothing of the panel. */
function usePanelKeys(detail: Detail, onKey: (event: KeyboardEvent) => boolean): void {
  const handler = useRef<(event: KeyboardEvent) => boolean>(() => false)
  useEffect(() => {
    handler.current = (event) => pressPanelKey(event, detail) || onKey(event)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      const { target } = event
      const panel = target instanceof Element ? target.closest<HTMLElement>('[data-detail]') : null
      if (!panel || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (target instanceof Element && target.closest('input, textarea')) {
        // What was written is left first, and then the panel.
        if (event.code === 'Escape') panel.focus()
      } else if (handler.current(event)) event.preventDefault()
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

/** Anyone who goes on from something in the panel that is gone with its message stays in the panel. */
function useFocusKept(id: number | null): void {
  const before = useRef(id)
  useEffect(() => {
    const gone = before.current !== null && id !== null && before.current !== id
    before.current = id
    if (gone && document.activeElement === document.body)
      document.querySelector<HTMLElement>('[data-detail]')?.focus({ preventScroll: true })
  }, [id])
}

/** Left below the panel, in px. */
const BELOW = 12

/** As high as what is in sight of its column: it begins below what stands over the list, and higher once that is scrolled away. */
function useHeightInSight(place: RefObject<HTMLElement | null>, on: boolean): void {
  useLayoutEffect(() => {
    const panel = place.current
    if (!on || !panel) return
    const fit = (): void => {
      panel.style.setProperty('height', `${window.innerHeight - panel.getBoundingClientRect().top - BELOW}px`)
    }
    fit()
    window.addEventListener('scroll', fit, { passive: true })
    window.addEventListener('resize', fit)
    return () => {
      window.removeEventListener('scroll', fit)
      window.removeEventListener('resize', fit)
    }
  }, [place, on])
}
