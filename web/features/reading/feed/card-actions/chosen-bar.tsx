import { Button, CloseButton, Progress } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { messageForms, plural } from '../../../../../rules/plural.ts'
import type { CardAction } from '../../../../kit/actions/card-action.ts'
import { LateMenu } from '../../../../kit/ui/components/late-menu.tsx'
import { Row } from '../../../../kit/ui/components/stack.tsx'
import classes from './chosen-bar.module.css'
import type { UndoableActions } from './use-undoable-actions.ts'

export interface ChosenBarProps {
  count: number
  /** All that the page holds. */
  of: number
  actions: readonly CardAction[]
  work: UndoableActions['work']
  onAct: (action: CardAction) => void
  onAll: () => void
  onClose: () => void
}

/** What can be done with all chosen messages at once, always in reach at the lower edge. */
export function ChosenBar({ count, of, actions, work, onAct, onAll, onClose }: ChosenBarProps) {
  const shown = actions.filter(({ many, place }) => many && place === 'row')
  const more = actions.filter(({ many, place }) => many && place !== 'row')
  return (
    <Row align="center" className={classes.bar} role="toolbar" aria-label="Выбранные сообщения">
      {work ? (
        <Row gap={3} align="center" nowrap grow className={classes.work}>
          <span role="status">
            Готово {work.done} из {work.of}
          </span>
          <Progress value={(work.done / work.of) * 100} size="sm" aria-label="Сделано" className={classes.progress} />
        </Row>
      ) : (
        <>
          <CloseButton size="lg" aria-label="Снять выбор" onClick={onClose} />
          <span className={classes.count} role="status">
            Выбрано {count} {plural(count, messageForms)}
          </span>
          <Button variant="subtle" size="compact-sm" disabled={count === of} onClick={onAll}>
            Вся страница
          </Button>
          <div className={classes.actions}>
            {shown.map((action) => (
              <Button
                key={action.id}
                className={classes.action}
                variant="default"
                size="sm"
                disabled={count === 0}
                onClick={() => onAct(action)}
              >
                {action.many?.label}
              </Button>
            ))}
            {more.length > 0 && (
              <LateMenu
                position="top-end"
                width={260}
                target={
                  <Button
                    className={classes.action}
                    variant="default"
                    size="sm"
                    disabled={count === 0}
                    aria-label="Ещё действия с выбранными"
                  >
                    <IconDots size={17} stroke={1.7} aria-hidden="true" />
                  </Button>
                }
              >
                {(Menu) =>
                  more.map((action) => (
                    <Menu.Item
                      key={action.id}
                      leftSection={<action.Icon size={18} stroke={1.7} />}
                      onClick={() => onAct(action)}
                    >
                      {action.many?.label}
                    </Menu.Item>
                  ))
                }
              </LateMenu>
            )}
          </div>
        </>
      )}
    </Row>
  )
}
