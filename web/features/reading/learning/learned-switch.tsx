import { Button, Skeleton, Switch } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { useAct, useCall } from '../../../kit/calls/use-call.ts'
import { useAfterReconnect } from '../../../kit/live/use-after-reconnect.ts'
import { LoadFailure } from '../../../kit/ui/components/load-failure.tsx'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import { learnedKey } from './learned-cache.ts'
import classes from './learned-switch.module.css'
import { learnedInWords } from './learned-in-words.ts'

/** Hides what the reader's own marks speak against, once they are enough to tell; and forgets what they taught. */
export function LearnedSwitch({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  const { data, error, refetch } = useCall('learning', 'getLearned', {})
  useAfterReconnect(() => void refetch())
  const state = useRef<HTMLParagraphElement>(null)
  const stateId = useId()
  return (
    <Stack gap={2}>
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
          <p ref={state} id={stateId} className={typography.note} tabIndex={-1}>
            {learnedInWords(data, on)}
          </p>
          {data.likes + data.dislikes > 0 && <Forgetting hides={on} onForgotten={() => state.current?.focus()} />}
        </>
      ) : error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} size="xs" />
      ) : (
        <Skeleton height={36} radius="sm" />
      )}
    </Stack>
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
  // The button that was pressed is gone: anyone who goes by keyboard finds themselves at the one that took its place.
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
      // Anyone who forgets wants to see again what was hidden.
      if (hides) void cache.invalidateQueries({ queryKey: ['feed', 'queryFeed'] })
    },
  })
  if (!sure) {
    return (
      <button
        ref={first}
        type="button"
        className={`${typography.link} ${classes.forget}`}
        onClick={() => setSure(true)}
      >
        Забыть выученное
      </button>
    )
  }
  return (
    <Stack gap={2} role="group" aria-label="Забыть выученное?">
      <p className={typography.note}>Забыть? Сами отметки останутся, но учиться лента начнёт заново, с новых.</p>
      {forget.error && <AlertBox tone="bad">{sentenceOf(forget.error)}</AlertBox>}
      <Row nowrap className={classes.acts}>
        <Button size="xs" color="red.9" loading={forget.isPending} onClick={() => forget.mutate({})}>
          Забыть
        </Button>
        <Button ref={keep} size="xs" variant="default" onClick={leave}>
          Оставить
        </Button>
      </Row>
    </Stack>
  )
}
