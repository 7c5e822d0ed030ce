import {
  IconBan,
  IconChartBar,
  IconDots,
  IconEyeOff,
  IconFileExport,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { LateMenu } from '../../../../kit/ui/components/late-menu.tsx'
import { Row } from '../../../../kit/ui/components/stack.tsx'
import classes from './feed-tools.module.css'

export interface FeedMenuProps {
  onSettings: () => void
  onExport: (kind: 'messages' | 'users') => void
  onHidden: () => void
  /** Null for all but moderators. */
  onStatistics: (() => void) | null
}

/** What is done with the feed as a whole, seldom enough to stand behind a button. */
export function FeedMenu({ onSettings, onExport, onHidden, onStatistics }: FeedMenuProps) {
  const icon = { size: 18, stroke: 1.7 }
  return (
    <Row gap={1} nowrap>
      <button
        type="button"
        className={classes.tool}
        aria-label="Настройки ленты"
        title="Настройки ленты"
        onClick={onSettings}
      >
        <IconSettings {...icon} aria-hidden="true" />
      </button>
      <LateMenu
        position="bottom-end"
        width={260}
        offset={6}
        target={
          <button type="button" className={classes.tool} aria-label="Ещё: выгрузка, скрытое, чёрный список" title="Ещё">
            <IconDots {...icon} aria-hidden="true" />
          </button>
        }
      >
        {(Menu) => (
          <>
            <Menu.Item leftSection={<IconFileExport {...icon} />} onClick={() => onExport('messages')}>
              Выгрузить сообщения
            </Menu.Item>
            <Menu.Item leftSection={<IconUsers {...icon} />} onClick={() => onExport('users')}>
              Выгрузить авторов
            </Menu.Item>
            <Menu.Item className={classes.apart} leftSection={<IconEyeOff {...icon} />} onClick={onHidden}>
              Что скрыто
            </Menu.Item>
            <Menu.Item component={Link} to="/feed/blacklist" leftSection={<IconBan {...icon} />}>
              Чёрный список
            </Menu.Item>
            {onStatistics && (
              <Menu.Item leftSection={<IconChartBar {...icon} />} onClick={onStatistics}>
                Статистика модераторов
              </Menu.Item>
            )}
          </>
        )}
      </LateMenu>
    </Row>
  )
}
