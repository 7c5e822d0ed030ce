import { IconCheck, IconDots, IconExternalLink, IconSquareCheck } from '@tabler/icons-react'
import { useRef } from 'react'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import type { CardAction } from '../../../../kit/actions/card-action.ts'
import { LateMenu } from '../../../../kit/ui/components/late-menu.tsx'
import classes from './message-actions.module.css'
import { nameAction } from './name-action.ts'

export interface MessageActionsProps {
  message: FeedMessage
  actions: readonly CardAction[]
  /** Where the message was written; null when there is no such page. */
  link: string | null
  /** Icons alone, over the end of a row. */
  compact?: boolean
  onAct: (action: CardAction) => void
  onChoose: () => void
}

/** A quiet row of what can be done with a message; what is seldom done lies in the menu at its end. */
export function MessageActions({ message, actions, link, compact = false, onAct, onChoose }: MessageActionsProps) {
  const row = useRef<HTMLDivElement>(null)
  const possible = actions.filter(({ may }) => may?.(message) ?? true)
  /** What the row has no room for just now. */
  const hidden = (): readonly CardAction[] =>
    possible.filter(
      ({ id, place }) =>
        place === 'menu' || row.current?.querySelector(`[data-action="${id}"]`)?.checkVisibility() === false,
    )
  return (
    <div
      ref={row}
      className={compact ? `${classes.row} ${classes.over}` : classes.row}
      role="group"
      aria-label="Действия"
    >
      {possible.map(
        (action) =>
          action.place !== 'menu' && <ActionButton key={action.id} action={action} message={message} onAct={onAct} />,
      )}
      <MoreMenu message={message} link={link} hidden={hidden} onAct={onAct} onChoose={onChoose} />
    </div>
  )
}

function ActionButton({
  action,
  message,
  onAct,
}: {
  action: CardAction
  message: FeedMessage
  onAct: (action: CardAction) => void
}) {
  const { id, Icon, IconOn, key, place, short } = action
  const on = action.isOn?.(message) ?? false
  const count = action.count?.(message) ?? 0
  const label = action.label(message)
  const Shown = on && IconOn ? IconOn : Icon
  return (
    <button
      type="button"
      className={classes.action}
      data-action={id}
      data-place={place}
      data-on={on || undefined}
      data-tip={key ? `${label} · ${key.letter}` : label}
      aria-label={nameAction(action, message)}
      aria-pressed={action.isOn ? on : undefined}
      onClick={() => onAct(action)}
    >
      <Shown size={18} stroke={1.7} />
      <span className={classes.short}>{short}</span>
      {action.count && (
        <span className={classes.count}>
          {count > 0 && (
            <>
              <span className={classes.dot}>· </span>
              {count}
            </>
          )}
        </span>
      )}
    </button>
  )
}

function MoreMenu({
  message,
  link,
  hidden,
  onAct,
  onChoose,
}: Omit<MessageActionsProps, 'actions' | 'compact'> & { hidden: () => readonly CardAction[] }) {
  return (
    <LateMenu
      position="bottom-end"
      width={270}
      target={
        <button type="button" className={classes.action} data-place="more" data-tip="Ещё" aria-label="Ещё действия">
          <IconDots size={18} stroke={1.7} aria-hidden="true" />
        </button>
      }
    >
      {(Menu) => (
        <>
          {hidden().map((action) => (
            <Menu.Item
              key={action.id}
              className={classes.item}
              leftSection={<action.Icon size={18} stroke={1.7} />}
              rightSection={action.isOn?.(message) ? <IconCheck size={16} aria-hidden="true" /> : undefined}
              onClick={() => onAct(action)}
            >
              {action.label(message)}
            </Menu.Item>
          ))}
          <Menu.Item
            className={classes.item}
            leftSection={<IconSquareCheck size={18} stroke={1.7} />}
            onClick={onChoose}
          >
            Выбрать
          </Menu.Item>
          {link !== null && (
            <Menu.Item
              component="a"
              className={classes.item}
              href={link}
              target="_blank"
              rel="noopener noreferrer nofollow"
              leftSection={<IconExternalLink size={18} stroke={1.7} />}
            >
              Открыть в источнике
            </Menu.Item>
          )}
        </>
      )}
    </LateMenu>
  )
}
