import { Button, Skeleton, Switch } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
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
  return (
    <div className={classes.learned}>
      <Switch
        size="sm"
        label="Скрывать непохожее"
        // What is on can be turned off however few marks are left.
        disabled={!on && !data?.ready}
        checked={on}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {data ? (
        <>
          <p className={classes.hint}>{learnedInWords(data, on)}</p>
          {data.likes + data.dislikes > 0 && <Forgetting />}
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

/** Marks stay, what they taught goes; asked twice, since it does not come back. */
function Forgetting() {
  const [sure, setSure] = useState(false)
  const cache = useQueryClient()
  const forget = useAct('learning', 'forgetLearned', {
    onSuccess: (learned) => {
      cache.setQueryData(learnedKey, learned)
      setSure(false)
    },
  })
  if (!sure) {
    return (
      <Button variant="subtle" size="compact-sm" className={classes.forget} onClick={() => setSure(true)}>
        Забыть выученное
      </Button>
    )
  }
  return (
    <div className={classes.sure} role="group" aria-label="Забыть выученное">
      <p className={classes.hint}>Сами отметки останутся, но учиться лента начнёт заново, с новых.</p>
      {forget.error && <Notice tone="bad">{sentenceOf(forget.error)}</Notice>}
      <div className={classes.acts}>
        <Button size="compact-sm" color="red" loading={forget.isPending} onClick={() => forget.mutate({})}>
          Забыть
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => setSure(false)}>
          Оставить
        </Button>
      </div>
    </div>
  )
}
