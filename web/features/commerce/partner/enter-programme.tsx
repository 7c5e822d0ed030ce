import { Button, Checkbox } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { Card } from '../../../kit/ui/components/card.tsx'
import { Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'

export interface EnterProgrammeProps {
  guest: boolean
  /** Kept by the page: it stays while someone comes in. */
  agreed: boolean
  onAgree: (agreed: boolean) => void
  onSignIn: () => void
  onEntered: () => void
}

/** Spec §5: the terms have to be agreed to first. A guest comes in first, and presses again. */
export function EnterProgramme({ guest, agreed, onAgree, onSignIn, onEntered }: EnterProgrammeProps) {
  const [missed, setMissed] = useState(false)
  const enter = useAct('partner', 'enterPartner', { onSuccess: onEntered })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setMissed(!agreed)
    if (!agreed) return
    if (guest) onSignIn()
    else enter.mutate({})
  }
  return (
    <Card aria-label="Стать партнёром">
      <Stack as="form" noValidate gap={3} align="flex-start" onSubmit={submit}>
        <Checkbox
          label="Я согласен с условиями программы"
          checked={agreed}
          error={missed ? 'Подтвердите свое согласие с условиями программы.' : null}
          onChange={(event) => {
            onAgree(event.currentTarget.checked)
            setMissed(false)
          }}
        />
        {enter.error && <AlertBox tone="bad">{sentenceOf(enter.error)}</AlertBox>}
        <Button type="submit" size="md" loading={enter.isPending}>
          Стать партнёром
        </Button>
        {guest && <p className={typography.note}>Сначала понадобится войти: партнёром становится ваш аккаунт.</p>}
      </Stack>
    </Card>
  )
}
