import { Drawer } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useIsWide } from '../card/use-density.ts'
import classes from './detail-panel.module.css'
import { MessageDetail, type MessageDetailProps } from './message-detail.tsx'
import { useFocusOnOpen, type Detail } from './use-detail.ts'

export interface DetailPanelProps extends Omit<MessageDetailProps, 'message' | 'detail'> {
  detail: Detail
  /** Any other key than those of the panel, as if it were pressed on the card; says whether it meant something. */
  onKey: (event: globalThis.KeyboardEvent) => boolean
}

/** One message whole: in a column of its own where there is room, else over the page. */
export function DetailPanel({ detail, onKey, ...shown }: DetailPanelProps) {
  const wide = useIsWide()
  const place = useFocusOnOpen(wide && detail.byKey && detail.message !== null, detail.message?.id)
  const { message } = detail
  if (!message) return null
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (event.target instanceof Element && event.target.closest('input, textarea, [role="menu"], [role="listbox"]')) {
      // What was written is left first, and then the panel.
      if (event.code !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      event.currentTarget.focus()
      return
    }
    if (pressPanelKey(event.nativeEvent, detail) || onKey(event.nativeEvent)) event.preventDefault()
  }
  const whole = <MessageDetail key={message.id} message={message} detail={detail} {...shown} />
  if (wide) {
    return (
      <section
        ref={place}
        className={classes.column}
        aria-label="Сообщение целиком"
        tabIndex={-1}
        data-detail
        onKeyDown={press}
      >
        {whole}
      </section>
    )
  }
  return (
    <Drawer.Root opened onClose={detail.close} position="right" size={520} returnFocus={false}>
      <Drawer.Overlay />
      <Drawer.Content aria-label="Сообщение целиком" onKeyDown={press} data-detail>
        <Drawer.Body p={0}>{whole}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** The same keys as in the list go from message to message; Esc goes back to it. */
function pressPanelKey({ code, repeat }: globalThis.KeyboardEvent, { next, previous, close }: Detail): boolean {
  if (code === 'KeyJ') return (next?.(), true)
  if (code === 'KeyK') return (previous?.(), true)
  return code === 'Escape' && !repeat ? (close(), true) : false
}
