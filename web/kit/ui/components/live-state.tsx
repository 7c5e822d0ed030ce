import type { ConnectionState } from '../../live/connection.ts'
import { useConnection } from '../../live/use-connection.ts'
import classes from './live-state.module.css'

const words: Record<ConnectionState, string> = {
  closed: 'Подключаемся…',
  connecting: 'Подключаемся…',
  online: 'На связи',
  reconnecting: 'Восстанавливаем связь…',
  offline: 'Нет связи',
}

export function LiveState() {
  const { state } = useConnection()
  return (
    <span className={classes.state} data-state={state} role="status">
      {words[state]}
    </span>
  )
}
