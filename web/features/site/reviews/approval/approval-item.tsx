import { Button, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react'
import { Link } from 'react-router'
import { reviewLength } from '../../../../../contract/site/reviews.ts'
import { sentenceOf } from '../../../../kit/calls/call-error.ts'
import { useAct } from '../../../../kit/calls/use-call.ts'
import { AlertBox } from '../../../../kit/ui/components/alert-box.tsx'
import { Moment } from '../../../../kit/ui/components/moment.tsx'
import { Row, Stack } from '../../../../kit/ui/components/stack.tsx'
import typography from '../../../../kit/ui/typography.module.css'
import classes from './approval-desk.module.css'
import type { Queued } from './queued.ts'

interface ApprovalItemProps {
  item: Queued
  zone: string
  /** The keys are about this one. */
  chosen: boolean
  /** It is asked why it is hidden. */
  hiding: boolean
  busy: boolean
  onShow: () => void
  onHide: () => void
  onHidden: (reason: string) => void
  onKeep: () => void
  onChoose: () => void
}

export function ApprovalItem({ item, zone, chosen, hiding, busy, ...callbacks }: ApprovalItemProps) {
  const { author, about, address, at, text, state, reason, decidedBy, reply } = item
  const element = useRef<HTMLLIElement>(null)
  const [replying, setReplying] = useState(false)
  useEffect(() => {
    if (chosen) element.current?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  useChosenWhenTouched(element, callbacks.onChoose)
  return (
    <li ref={element} className={classes.item} aria-current={chosen || undefined}>
      <Stack gap={2}>
        <Row gap={[0, 2]} align="baseline" className={typography.note}>
          <strong className={classes.author}>{author}</strong>
          {address ? (
            <Link to={address} className={typography.link}>
              {about}
            </Link>
          ) : (
            <span>{about}</span>
          )}
          <Moment at={at} zone={zone} />
        </Row>
        <p className={classes.text}>{text}</p>
        {reason && <p className={typography.note}>Почему скрыт: {reason}</p>}
        {reply && !replying && (
          <p className={classes.reply}>
            <strong>Ответ:</strong> {reply}
          </p>
        )}
        {hiding ? (
          <Reason busy={busy} onHidden={callbacks.onHidden} onKeep={callbacks.onKeep} />
        ) : replying ? (
          <Reply item={item} onDone={() => setReplying(false)} />
        ) : (
          <Row gap={[1, 2]} align="center">
            {state !== 'shown' && (
              <Button size="sm" disabled={busy} onClick={callbacks.onShow}>
                Опубликовать
              </Button>
            )}
            {state !== 'hidden' && (
              <Button size="sm" variant="default" disabled={busy} onClick={callbacks.onHide}>
                Скрыть
              </Button>
            )}
            {reply !== null && state === 'shown' && (
              <Button size="sm" variant="default" onClick={() => setReplying(true)}>
                {reply === '' ? 'Ответить' : 'Изменить ответ'}
              </Button>
            )}
            {decidedBy !== null && <span className={typography.small}>{decidedBy}</span>}
          </Row>
        )}
      </Stack>
    </li>
  )
}

/** What the person works with is what the keys are about. */
function useChosenWhenTouched(element: RefObject<HTMLElement | null>, onChoose: () => void): void {
  const latest = useRef(onChoose)
  useEffect(() => {
    latest.current = onChoose
  })
  useEffect(() => {
    const item = element.current
    const choose = (): void => latest.current()
    for (const event of ['focusin', 'pointerdown']) item?.addEventListener(event, choose)
    return () => {
      for (const event of ['focusin', 'pointerdown']) item?.removeEventListener(event, choose)
    }
  }, [element])
}

/** A field that was opened by a press is where the words go. */
const focusOnce = (field: HTMLTextAreaElement | null): void => field?.focus()

function Reason({ busy, onHidden, onKeep }: { busy: boolean } & Pick<ApprovalItemProps, 'onHidden' | 'onKeep'>) {
  const [reason, setReason] = useState('')
  const send = (event: FormEvent): void => {
    event.preventDefault()
    if (reason.trim() !== '') onHidden(reason.trim())
  }
  return (
    <Stack as="form" gap={2} onSubmit={send}>
      <Textarea
        ref={focusOnce}
        label="Почему отзыв не публикуется"
        description="Это прочтёт автор"
        autosize
        minRows={2}
        maxLength={reviewLength.reason}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onKeep()}
      />
      <Row>
        <Button type="submit" size="sm" disabled={busy || reason.trim() === ''}>
          Скрыть отзыв
        </Button>
        <Button size="sm" variant="default" onClick={onKeep}>
          Отмена
        </Button>
      </Row>
    </Stack>
  )
}

function Reply({ item: { id, reply }, onDone }: { item: Queued; onDone: () => void }) {
  const [text, setText] = useState(reply ?? '')
  const cache = useQueryClient()
  const save = useAct('reviews', 'replyToReview', {
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: ['reviews'] })
      onDone()
    },
  })
  const send = (event: FormEvent): void => {
    event.preventDefault()
    save.mutate({ id, text: text.trim() })
  }
  return (
    <Stack as="form" gap={2} onSubmit={send}>
      <Textarea
        ref={focusOnce}
        label="Ответ под отзывом"
        description="Его увидят все. Пустой ответ убирает прежний."
        autosize
        minRows={2}
        maxLength={reviewLength.reply}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {save.error && <AlertBox tone="bad">{sentenceOf(save.error)}</AlertBox>}
      <Row>
        <Button type="submit" size="sm" loading={save.isPending}>
          Сохранить ответ
        </Button>
        <Button size="sm" variant="default" onClick={onDone}>
          Отмена
        </Button>
      </Row>
    </Stack>
  )
}
