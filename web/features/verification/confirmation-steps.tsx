import { Button, TextInput } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState, type FormEvent } from 'react'
import type { User } from '../../../contract/accounts.ts'
import { pinLength, type SentCode } from '../../../contract/verification.ts'
import { hasCode, sentenceOf } from '../../kit/calls/call-error.ts'
import { callKey } from '../../kit/calls/use-call.ts'
import { Notice } from '../../kit/ui/notice.tsx'
import { PinEntry } from '../../kit/ui/pin-entry.tsx'
import { clockOf } from '../../kit/ui/use-countdown.ts'
import type { Confirmation } from './confirmation-dialog.tsx'
import classes from './confirmation-dialog.module.css'
import { secondsToWait, useConfirmation } from './use-confirmation.ts'

interface StepsProps {
  confirmation: Confirmation
  user: User
  open: SentCode | null
  onClose: () => void
}

const troubles = {
  wrong: 'Код не подошёл. Проверьте и введите ещё раз',
  closed: 'Этот код больше не действует. Запросите новый',
}

export function ConfirmationSteps({ confirmation, user, open, onClose }: StepsProps) {
  const { init } = confirmation
  const known = init?.known(user) ?? null
  const { state, tell, sending, checking } = useConfirmation(confirmation, open, known !== null)
  const { step, sent, trouble } = state
  const send = (target: string): void => {
    checking.reset()
    sending.mutate(target)
  }
  const change = (event: { type: 'other wanted' } | { type: 'back' }): void => {
    sending.reset()
    checking.reset()
    tell(event)
  }

  if (step === 'final') {
    const target = sent?.target ?? confirmation.confirmed(user) ?? ''
    return <Final words={confirmation.final(confirmation.show(target))} onClose={onClose} />
  }
  if (step === 'init' && init && known !== null) {
    return (
      <div className={classes.step}>
        {sending.error && <Notice tone="bad">{sendTrouble(sending.error, confirmation)}</Notice>}
        <p className={classes.text}>{init.text(confirmation.show(known))}</p>
        <div className={classes.buttons}>
          <FirstButton loading={sending.isPending} onClick={() => send(known)}>
            {init.send}
          </FirstButton>
          <Button variant="subtle" onClick={() => change({ type: 'other wanted' })}>
            {confirmation.verification.other}
          </Button>
        </div>
      </div>
    )
  }
  if (step === 'verification' && sent) {
    const { text, label, resend, other, hint } = confirmation.verification
    // That it is too soon is said by the countdown.
    const refused = sending.error && !hasCode(sending.error, 'CODE_TOO_SOON')
    return (
      <div className={classes.step}>
        {refused && <Notice tone="bad">{sentenceOf(sending.error)}</Notice>}
        <p className={classes.text}>{text(confirmation.show(sent.target))}</p>
        <PinEntry
          label={label}
          length={pinLength}
          onComplete={(pin) => checking.mutateAsync(pin)}
          disabled={trouble === 'closed'}
          error={checking.error ? sentenceOf(checking.error) : trouble && troubles[trouble]}
          resendAt={sent.resendAt}
          resendSeconds={confirmation.resendSeconds}
          onResend={() => send(sent.target)}
          resending={sending.isPending}
          resendTitle={resend}
        />
        <p className={classes.hint}>{hint}</p>
        <Button variant="subtle" size="compact-md" className={classes.other} onClick={() => change({ type: 'other wanted' })}>
          {other}
        </Button>
      </div>
    )
  }
  return (
    <TargetForm
      confirmation={confirmation}
      user={user}
      sending={sending.isPending}
      error={sending.error}
      onSend={send}
      onBack={sent ? () => change({ type: 'back' }) : null}
      onClose={onClose}
    />
  )
}

interface TargetFormProps extends Pick<StepsProps, 'confirmation' | 'user' | 'onClose'> {
  sending: boolean
  error: Error | null
  onSend: (target: string) => void
  /** To the code that was sent already. */
  onBack: (() => void) | null
}

/** The step in which it is said what shall be confirmed. */
function TargetForm({ confirmation, user, sending, error, onSend, onBack, onClose }: TargetFormProps) {
  const { input } = confirmation
  const field = useFirst<HTMLInputElement>()
  const [written, setWritten] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const cache = useQueryClient()
  const giveUp = input.giveUp(user)
  const givingUp = useMutation({
    mutationFn: async () => giveUp?.ask(),
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: callKey('accounts', 'getMe', {}) })
      onClose()
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const found = input.mistake(written)
    setMistake(found)
    if (found === null) onSend(written.trim())
    else field.current?.focus()
  }
  // What is wrong with it is mended there.
  useEffect(() => {
    if (error) field.current?.focus()
  }, [error, field])
  return (
    <form className={classes.step} onSubmit={submit} noValidate>
      {givingUp.error && <Notice tone="bad">{sentenceOf(givingUp.error)}</Notice>}
      <p className={classes.text}>{input.text(user)}</p>
      <TextInput
        ref={field}
        label={input.label}
        classNames={{ input: classes.field }}
        type={input.type}
        inputMode={input.type}
        autoComplete={input.type}
        placeholder={input.placeholder}
        size="md"
        value={written}
        onChange={(event) => {
          setWritten(event.currentTarget.value)
          setMistake(null)
        }}
        error={mistake ?? (error && sendTrouble(error, confirmation))}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={sending}>
          {input.send}
        </Button>
        {onBack && (
          <Button variant="subtle" onClick={onBack}>
            У меня есть код
          </Button>
        )}
        {giveUp && !onBack && (
          <Button variant="subtle" color="red" loading={givingUp.isPending} onClick={() => givingUp.mutate()}>
            {giveUp.title}
          </Button>
        )}
      </div>
    </form>
  )
}

function Final({ words, onClose }: { words: string; onClose: () => void }) {
  return (
    <div className={classes.final}>
      <IconCircleCheck className={classes.tick} size={56} stroke={1.4} aria-hidden="true" />
      <p className={classes.done} role="status">
        {words}
      </p>
      <FirstButton onClick={onClose}>Готово</FirstButton>
    </div>
  )
}

/** What comes next: the focus goes there, as what had it is gone with the step before. */
function FirstButton({ loading, onClick, children }: { loading?: boolean; onClick: () => void; children: string }) {
  const button = useFirst<HTMLButtonElement>()
  return (
    <Button ref={button} loading={loading} onClick={onClick}>
      {children}
    </Button>
  )
}

function useFirst<Element extends HTMLElement>() {
  const first = useRef<Element>(null)
  useLayoutEffect(() => first.current?.focus(), [])
  return first
}

function sendTrouble(error: Error, { input }: Confirmation): string {
  if (hasCode(error, 'VALIDATION_FAILED')) return input.invalid
  if (hasCode(error, 'CODE_TOO_SOON')) return `Новый код можно запросить через ${clockOf(secondsToWait(error))}`
  return sentenceOf(error)
}
