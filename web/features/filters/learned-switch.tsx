import { Button, Skeleton, Switch } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { sentenceOf } from '../../kit/calls/call-error.ts'
import { useAct, useCall } from '../../kit/calls/use-call.ts'
import { useAfterReconnect } from '../../kit/live/use-after-reconnect.ts'
import { Notice } from '../../kit/ui/notice.tsx'
import { learnedKey } from './learned-cache.ts'
import classes from './learned-switch.module.css'
import { learnedInWords } from './learned-words.ts'

/** Hides what is unlike what the reader liked, once his own marks are enough to tell; and forgets what they taught. */
export function LearnedSwitch({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  const { data, error, refetch } = useCall('learning', 'getLearned', {})
  useAfterReconnect(() => void refetch())
  const state = useRef<HTMLParagraphElement>(null)
  const stateId = useId()
  return (
    <div className={classes.learned}>
      <Switch
        size="sm"
        label="Скрывать непохожее"
        // What is on can be turned off however few marks are left.
        disabled={!on && !data?.ready}
        aria-describedby={data && stateId}
        checked={on}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {data ? (
        <>
          <p ref={state} id={stateId} className={classes.hint} tabIndex={-1}>
            {learnedInWords(data, on)}
          </p>
          {data.likes + data.dislikes > 0 && <Forgetting hides={on} onForgotten={() => state.current?.focus()} />}
        </>
      ) : error ? (
        <Notice
          tone="bad"
          action={
            <Button variant="default" size="xs" onClick={() => void refetch()}>
              Повторить
            </Button>
          }
        >
          {sentenceOf(error)}
        </Notice>
      ) : (
        <Skeleton height={36} radius="sm" />
      )}
    </div>
  )
}

interface ForgettingProps {
  /** What was learnt keeps messages out of the feed that is read. */
  hides: boolean
  /** The button is gone: the focus goes elsewhere. */
  onForgotten: () => void
}

/** Marks stay, what they taught goes; asked twice, since it does not come back. */
function Forgetting({ hides, onForgotten }: ForgettingProps) {
  const [sure, setSure] = useState(false)
  const cache = useQueryClient()
  const first = useRef<HTMLButtonElement>(null)
  const keep = useRef<HTMLButtonElement>(null)
  const kept = useRef(false)
  // The button that was pressed is gone: whoever goes by keyboard finds himself at the one that took its place.
  useEffect(() => {
    if (sure) keep.current?.focus()
    else if (kept.current) first.current?.focus()
    kept.current = false
  }, [sure])
  const leave = (): void => {
    kept.current = true
    setSure(false)
  }
  const forget = useAct('learning', 'forgetLearned', {
    onSuccess: (learned) => {
      cache.setQueryData(learnedKey, learned)
      setSure(false)
      onForgotten()
      // Whoever forgets wants to see again what was hidden.
      if (hides) void cache.invalidateQueries({ queryKey: ['feed', 'queryFeed'] })
    },
  })
  if (!sure) {
    return (
      <button ref={first} type="button" className={classes.forget} onClick={() => setSure(true)}>
        Забыть выученное
      </button>
    )
  }
  return (
    <div className={classes.sure} role="group" aria-label="Забыть выученное?">
      <p className={classes.hint}>Забыть? Сами отметки останутся, но учиться лента начнёт заново, с новых.</p>
      {forget.error && <Notice tone="bad">{sentenceOf(forget.error)}</Notice>}
      <div className={classes.acts}>
        <Button size="xs" color="red.9" loading={forget.isPending} onClick={() => forget.mutate({})}>
          Забыть
        </Button>
        <Button ref={keep} size="xs" variant="default" onClick={leave}>
          Оставить
        </Button>
      </div>
    </div>
  )
}
