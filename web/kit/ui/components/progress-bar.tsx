import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { useConnection } from '../../live/use-connection.ts'
import classes from './progress-bar.module.css'

/** The thin line at the very top: it runs while something loads and blinks while the connection is being restored. */
export function ProgressBar() {
  const loading = useIsFetching() + useIsMutating() > 0
  const { state } = useConnection()
  const blinking = state === 'reconnecting' || state === 'offline'
  const mood = blinking ? 'blinking' : loading ? 'loading' : undefined
  return <div className={classes.bar} data-mood={mood} aria-hidden="true" />
}
