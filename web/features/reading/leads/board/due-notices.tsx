import { createNotificationsStore, notifications, Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { Row, Stack } from '../../../../kit/ui/components/stack.tsx'
import typography from '../../../../kit/ui/typography.module.css'
import { forgetDue, type DueReminder } from './due-leads.ts'

/** Apart from the toasts of actions: it may come on any page, and it stays until it is read. */
const store = createNotificationsStore()

const shown = new Set<number>()

/** Whom and what one wanted to be reminded of, with the way to the lead. */
export function DueNotices({ due }: { due: readonly DueReminder[] }) {
  useEffect(() => {
    for (const one of due.filter(({ key }) => !shown.has(key))) {
      shown.add(one.key)
      const id = `due-${one.key}`
      const close = (): void => void notifications.hide(id, store)
      notifications.show(
        {
          id,
          autoClose: false,
          withBorder: true,
          radius: 'md',
          color: 'sea',
          role: 'alert',
          title: one.reminder === null || one.reminder === '' ? 'Пора вернуться к лиду' : one.reminder,
          onClose: () => forgetDue(one.key),
          message: (
            <Stack gap={1}>
              <span>{one.text}</span>
              <Row gap={3}>
                <Link to={`/leads?lead=${one.leadId}`} className={typography.link} onClick={close}>
                  Открыть лид
                </Link>
              </Row>
            </Stack>
          ),
        },
        store,
      )
    }
  }, [due])
  return <Notifications store={store} position="top-right" limit={3} zIndex={340} containerWidth={380} />
}
