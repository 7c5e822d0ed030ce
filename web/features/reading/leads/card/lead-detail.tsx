import { Button, Loader, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { NamedPerson } from '../../../../../contract/reading/lead-mark.ts'
import { MAX_LEAD_SUM, type Lead, type LeadMark, type LeadMove } from '../../../../../contract/reading/leads.ts'
import { leadStatusTitles } from '../../../../../rules/lead-words.ts'
import { formatRoubles, toKopecks } from '../../../../../rules/money.ts'
import { loadSentenceOf } from '../../../../kit/calls/call-error.ts'
import { callKey, useCall } from '../../../../kit/calls/use-call.ts'
import { Moment } from '../../../../kit/ui/components/moment.tsx'
import { Row, Stack } from '../../../../kit/ui/components/stack.tsx'
import { readNumber, typedNumber } from '../../../../kit/ui/text/read-number.ts'
import typography from '../../../../kit/ui/typography.module.css'
import { changeLead, type Change, type LeadFieldsAction, type OnLeadChange } from './change-lead.ts'
import { LeadComments } from './lead-comments.tsx'
import classes from './lead-detail.module.css'
import { LeadReminder } from './lead-reminder.tsx'

export interface LeadDetailProps {
  lead: LeadMark
  me: NamedPerson
  zone: string
  /** Null: it is there to be read. */
  perform: ((action: LeadFieldsAction) => void) | null
}

/** The sum, the reminder, what the team says of it, and how it came so far. */
export function LeadDetail({ lead, me, zone, perform }: LeadDetailProps) {
  const cache = useQueryClient()
  const { id } = lead
  const { data, error } = useCall('leads', 'getLead', { id }, { staleTime: 0 })
  const readAgain = (): void => void cache.invalidateQueries({ queryKey: callKey('leads', 'getLead', { id }) })
  // A move from the card is one line more.
  const stands = `${lead.status} ${lead.assignee?.id}`
  const read = useRef(stands)
  useEffect(() => {
    if (read.current === stands) return
    read.current = stands
    void cache.invalidateQueries({ queryKey: callKey('leads', 'getLead', { id }) })
  }, [cache, id, stands])
  if (!data && error) return <p className={typography.note}>Лид не загрузился. {loadSentenceOf(error)}</p>
  if (!data) return <Loader size="xs" type="dots" aria-label="Загрузка" />
  const change =
    perform &&
    ((done: string, change: Change, before: Change): void => perform(changeLead(id, done, change, before, readAgain)))
  return (
    <Stack gap={3}>
      {change
        ? (lead.status === 'won' || data.lead.sum !== null) && <LeadSum lead={data.lead} onChange={change} />
        : data.lead.sum !== null && (
            <span className={typography.note}>Сумма сделки: {formatRoubles(data.lead.sum)}</span>
          )}
      <LeadReminder lead={{ ...data.lead, remindAt: lead.remindAt }} zone={zone} onChange={change} />
      <LeadComments leadId={id} comments={data.comments} zone={zone} mayWrite={change !== null} onChange={readAgain} />
      {data.moves.length > 0 && (
        <Stack as="ol" gap={1} className={classes.moves} aria-label="История лида">
          {data.moves.map((move) => (
            <li key={`${move.at} ${move.what} ${move.to}`} className={classes.move}>
              <span>
                {moveInWords(move)}
                {move.user && (
                  <span className={typography.muted}> — {move.user.id === me.id ? 'вы' : move.user.name}</span>
                )}
              </span>
              <span className={classes.when}>
                <Moment at={move.at} zone={zone} />
              </span>
            </li>
          ))}
        </Stack>
      )}
    </Stack>
  )
}

/** In roubles. */
function LeadSum({ lead: { sum }, onChange }: { lead: Lead; onChange: OnLeadChange }) {
  const kept = typedNumber(sum === null ? null : sum / 100)
  const [typed, setTyped] = useState(kept)
  const [keptBefore, setKeptBefore] = useState(kept)
  // It was changed in another place, and not here.
  if (kept !== keptBefore) {
    setKeptBefore(kept)
    setTyped(kept)
  }
  const roubles = readNumber(typed, 2)
  const wanted = roubles === null ? null : toKopecks(roubles)
  const mistaken = typed.trim() !== '' && (wanted === null || wanted > MAX_LEAD_SUM)
  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (mistaken || wanted === sum) return
    onChange(wanted === null ? 'Сумма убрана' : `Сумма: ${formatRoubles(wanted)}`, { sum: wanted }, { sum })
  }
  return (
    <Row as="form" gap={2} align="flex-start" nowrap onSubmit={save}>
      <TextInput
        label="Сумма сделки, руб."
        size="sm"
        className={classes.sum}
        inputMode="decimal"
        error={mistaken && 'Например: 15 000 или 15 000,50'}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {wanted !== sum && !mistaken && (
        <Button type="submit" size="sm" className={classes.keep}>
          Сохранить
        </Button>
      )}
    </Row>
  )
}

/** «Новый → В работе», «ответственный: Вера», «сумма: 1 500 руб.» */
function moveInWords({ what, from, to }: LeadMove): string {
  if (what === 'status') return `${titleOf(from ?? 'new')} → ${titleOf(to ?? 'new')}`
  if (what === 'assignee') return to === null ? `без ответственного, до этого ${from}` : `ответственный: ${to}`
  return to === null ? 'сумма убрана' : `сумма: ${formatRoubles(toKopecks(Number(to)))}`
}

const titleOf = (status: string): string => (leadStatusTitles as Record<string, string>)[status] ?? status
