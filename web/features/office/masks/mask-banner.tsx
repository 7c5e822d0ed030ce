import { Button } from '@mantine/core'
import { IconMasksTheater } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Mask, User } from '../../../../contract/people/accounts.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { useNow } from '../../../kit/ui/hooks/use-now.ts'
import classes from './mask-banner.module.css'

export interface MaskBannerProps {
  mask: Mask
  /** Goes with the action: no one asks who is here while it is on its way. */
  mutationKey: readonly string[]
  /** The own session is back, and this is whose; the action ends with it. */
  onLeft: (own: User) => Promise<void>
  /** Its time is over: the server knows who is here now. */
  onOver: () => void
}

const MINUTE = 60_000

/** How often it is asked whether it is over, when the clocks of the browser and of the server differ. */
const ASK_AGAIN = 30_000

/** Stands over everything, dialogs too, and cannot be closed: only the mask itself comes off. */
export function MaskBanner({ mask: { user, actor, until }, mutationKey, onLeft, onOver }: MaskBannerProps) {
  const now = useNow()
  const leave = useAct('masks', 'leaveMask', { mutationKey, onSuccess: ({ user: own }) => onLeft(own) })
  const over = useEffectEvent(onOver)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // A dialog keeps Tab to itself: this way leads out of it, as between the parts of any window.
    const reach = (event: KeyboardEvent): void => {
      if (event.key !== 'F6') return
      event.preventDefault()
      button.current?.focus()
    }
    window.addEventListener('keydown', reach, true)
    return () => window.removeEventListener('keydown', reach, true)
  }, [])
  const end = Date.parse(until)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const wait = (milliseconds: number): void => {
      timer = setTimeout(() => {
        over()
        wait(ASK_AGAIN)
      }, milliseconds)
    }
    wait(Math.max(end - Date.now(), ASK_AGAIN))
    return () => clearTimeout(timer)
  }, [end])
  return (
    <section className={classes.banner} aria-label="Маска поддержки">
      <IconMasksTheater size={20} stroke={1.7} className={classes.icon} aria-hidden="true" />
      <p className={classes.words}>
        <span className={classes.line}>
          Вы смотрите как <strong>{user.username}</strong>
          <span className={classes.more}> (№ {user.id})</span>
        </span>{' '}
        <span className={classes.line}>
          <span className={classes.more}>{actor.username}, </span>
          {leave.error ? sentenceOf(leave.error) : leftInWords(end - now.getTime())}
        </span>
      </p>
      <Button
        ref={button}
        size="xs"
        color="dark.9"
        aria-keyshortcuts="F6"
        loading={leave.isPending}
        onClick={() => leave.mutate({})}
      >
        Выйти
      </Button>
    </section>
  )
}

/** How long it is still on: «осталось 12 мин». @param milliseconds may be below nothing, where clocks differ */
const leftInWords = (milliseconds: number): string =>
  milliseconds < MINUTE ? 'осталось меньше минуты' : `осталось ${Math.floor(milliseconds / MINUTE)} мин`
