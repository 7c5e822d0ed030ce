import { NumberInput, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { NoticePreferences } from '../../../../contract/reach/notices.ts'
import { SettingsCard, SettingsNote } from '../../../kit/ui/components/settings-card.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import { useChangePreferences } from './use-notices.ts'

const usual = { from: '22:00', to: '08:00' }
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** When nothing comes, and how much comes at most. */
export function QuietCard({ preferences: { quiet, ceiling } }: { preferences: NoticePreferences }) {
  const change = useChangePreferences()
  return (
    <SettingsCard title="Когда не беспокоить">
      <Stack gap={4}>
        <Switch
          label="Тихие часы"
          description="По вашему времени, как в профиле. Что пришло за эти часы, придёт потом одним уведомлением."
          checked={quiet !== null}
          onChange={(event) => change({ quiet: event.currentTarget.checked ? usual : null })}
        />
        {quiet && (
          <Row gap={3} align="center">
            <TimeInput
              key={`from ${quiet.from}`}
              label="С"
              value={quiet.from}
              onSet={(from) => change({ quiet: { ...quiet, from } })}
            />
            <TimeInput
              key={`to ${quiet.to}`}
              label="До"
              value={quiet.to}
              onSet={(to) => change({ quiet: { ...quiet, to } })}
            />
          </Row>
        )}
        <Ceiling key={ceiling} value={ceiling} onSet={(value) => change({ ceiling: value })} />
      </Stack>
    </SettingsCard>
  )
}

/** Saved when it is left, and whole. */
function TimeInput({ label, value, onSet }: { label: string; value: string; onSet: (time: string) => void }) {
  const [typed, setTyped] = useState(value)
  const save = (): void => {
    if (TIME.test(typed) && typed !== value) onSet(typed)
    else setTyped(value)
  }
  return (
    <TextInput
      type="time"
      label={label}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={save}
      w={120}
    />
  )
}

function Ceiling({ value, onSet }: { value: number; onSet: (value: number) => void }) {
  const [typed, setTyped] = useState<number | string>(value)
  const save = (): void => {
    const asked = Number(typed)
    if (!Number.isInteger(asked) || asked < 1 || asked > 60) return setTyped(value)
    if (asked !== value) onSet(asked)
  }
  return (
    <Stack gap={1}>
      <NumberInput
        label="Не больше уведомлений в час"
        description="В каждый канал. Лишнее не пропадает: оно придёт одним уведомлением."
        value={typed}
        onChange={setTyped}
        onBlur={save}
        min={1}
        max={60}
        allowDecimal={false}
        maw={320}
      />
      <SettingsNote>Письма по расписанию сюда не входят.</SettingsNote>
    </Stack>
  )
}
