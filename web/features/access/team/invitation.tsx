import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { IconCheck } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { hasCode, sentenceOf } from '../../../kit/calls/call-error.ts'
import type { Result } from '../../../kit/calls/ask.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { Card } from '../../../kit/ui/components/card.tsx'
import { EmptyState } from '../../../kit/ui/components/empty-state.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import classes from './invitation.module.css'

type InvitationAnswer = Result<'team', 'getInvitation'>
export type Invitation = NonNullable<InvitationAnswer['invitation']>

/** The words for an invitation that can be answered no more. */
const over: Record<Exclude<InvitationAnswer['state'], 'open' | 'claimed'>, { title: string; text: string }> = {
  accepted: { title: 'Приглашение уже принято', text: 'По этой ссылке в команду уже вступили.' },
  declined: { title: 'Вы отказались от приглашения', text: 'Если передумаете, попросите прислать новое.' },
  expired: { title: 'Срок приглашения вышел', text: 'Попросите прислать новое: это одна кнопка у владельца команды.' },
  withdrawn: {
    title: 'Приглашение отозвано',
    text: 'Владелец команды отозвал его или прислал новое. Проверьте почту.',
  },
}

/** An invitation that no longer stands, or a link of none. @param state null: there is none */
export function InvitationOver({ state }: { state: keyof typeof over | null }) {
  const { title, text } =
    state === null ? { title: 'Приглашения здесь нет', text: 'Откройте ссылку из письма целиком.' } : over[state]
  return (
    <EmptyState
      picture={state === 'accepted' ? 'quiet' : 'lost'}
      level={1}
      title={title}
      action={
        <Button component={Link} to={state === 'accepted' ? '/feed' : '/'}>
          {state === 'accepted' ? 'К ленте' : 'На главную'}
        </Button>
      }
    >
      {text}
    </EmptyState>
  )
}

export interface InvitationCardProps {
  token: string
  answer: InvitationAnswer
  invitation: Invitation
  /** The e-mail of who is signed in; undefined: no one is, null: they have none. */
  myEmail: string | null | undefined
  day: (at: string) => string
  /** They are to come in first. */
  onSignIn: (how: 'login' | 'registration') => void
  /** They are in the team now. */
  onAccepted: () => void
  onDeclined: () => void
}

/** Who invites, what one will see, and the answer. */
export function InvitationCard(props: InvitationCardProps) {
  const { answer, invitation, myEmail, day } = props
  const { owner, username, right, expiresAt, registered } = invitation
  const mayHaveLeads = registered || myEmail !== undefined
  return (
    <Card>
      <Stack gap={4}>
        <Stack gap={2}>
          <h1 className={typography.pageTitle}>{owner} зовёт вас в команду</h1>
          <p className={typography.soft}>
            {username}, Эхолот находит в соцсетях людей, которые ищут исполнителя. В команде вы отвечаете им вместе.
          </p>
        </Stack>
        <ul className={classes.seen}>
          <Seen>Лента, проекты и группы команды: платить ничего не нужно</Seen>
          <Seen>Заметки и фильтры, общие для всех; видно, кто уже взял клиента</Seen>
          <Seen>{willDo[right]}</Seen>
        </ul>
        <Answer {...props} />
        <p className={typography.note}>
          {answer.state === 'claimed' ? null : `Приглашение действует до ${day(expiresAt)}. `}
          Ваши подписки и личные фильтры остаются только вашими
          {mayHaveLeads && ', а лиды, начатые без команды, скрыты, пока вы в ней'}. Выйти из команды можно в любой
          момент.
        </p>
      </Stack>
    </Card>
  )
}

const willDo: Record<Invitation['right'], string> = {
  view: 'Ваше право — просмотр: вы читаете ленту, заметки и фильтры команды',
  work: 'Ваше право — работа: вы отмечаете сообщения, пишете заметки и ведёте лидов',
  manage: 'Ваше право — управление: вы работаете с сообщениями и меняете фильтры, проекты и группы команды',
}

const Seen = ({ children }: { children: ReactNode }) => (
  <li>
    <IconCheck size={18} stroke={2} aria-hidden="true" />
    <span>{children}</span>
  </li>
)

function Answer(props: InvitationCardProps) {
  const { answer, myEmail, invitation } = props
  const isMine = myEmail?.toLowerCase() === invitation.email.toLowerCase()
  if (answer.obstacle !== null)
    return (
      <>
        <Obstacle obstacle={answer.obstacle} />
        {/* Whose team it is takes the invitation back where they sent it. */}
        {answer.obstacle !== 'own' && <Decline {...props} />}
      </>
    )
  // The one who is invited may accept, no matter who else wants to.
  if (answer.state === 'claimed' && !isMine) {
    return (
      <>
        <AlertBox tone="quiet">
          {invitation.claimedByMe
            ? 'Вы принимаете приглашение под другим email, чем указал владелец команды. Мы спросили его, вы ли это: он подтвердит, и лента команды появится сама.'
            : 'Это приглашение принимают под другим email, чем указал владелец команды. Мы спросили его, кто это: он подтвердит, и лента команды появится у того, кто принимает.'}
        </AlertBox>
        {myEmail === undefined ? <ForGuest {...props} /> : <Decline {...props} />}
      </>
    )
  }
  if (myEmail === undefined) return <ForGuest {...props} />
  return (
    <>
      {!isMine && (
        <AlertBox tone="warn">
          {myEmail === null ? 'В вашем аккаунте нет email' : `Вы вошли как ${myEmail}`}, а приглашение для{' '}
          {invitation.email}. Принять можно, но владелец команды должен будет подтвердить, что это вы.
        </AlertBox>
      )}
      <InvitationActions {...props} />
    </>
  )
}

const obstacles: Record<NonNullable<InvitationAnswer['obstacle']>, { text: string; to: string; act: string }> = {
  own: {
    text: 'Это приглашение в вашу собственную команду: принять его может кто-то другой.',
    to: '/team',
    act: 'К команде',
  },
  sameTeam: {
    text: 'Вы уже в этой команде: принимать ничего не нужно. Если приглашение для кого-то другого, его примет тот, кому вы передадите письмо.',
    to: '/team',
    act: 'К команде',
  },
  otherTeam: {
    text: 'Вы уже в другой команде. Состоять можно только в одной: выйдите из неё и вернитесь по этой ссылке.',
    to: '/team',
    act: 'Выйти из команды',
  },
  ownsTeam: {
    text: 'У вас своя команда. В чужую можно вступить, когда ваш командный тариф закончится.',
    to: '/team',
    act: 'К своей команде',
  },
}

function Obstacle({ obstacle }: { obstacle: NonNullable<InvitationAnswer['obstacle']> }) {
  const { text, to, act } = obstacles[obstacle]
  return (
    <AlertBox
      tone="warn"
      action={
        <Button component={Link} to={to} variant="default" size="sm">
          {act}
        </Button>
      }
    >
      {text}
    </AlertBox>
  )
}

function ForGuest(props: InvitationCardProps) {
  const { invitation, onSignIn } = props
  const { email, registered } = invitation
  return (
    <Stack gap={3}>
      <p>
        {registered
          ? `У ${email} уже есть аккаунт. Войдите, и останется нажать «Принять».`
          : `Аккаунта для ${email} ещё нет. Зарегистрируйтесь, это минута, и останется нажать «Принять».`}
      </p>
      <Row>
        <Button size="md" onClick={() => onSignIn(registered ? 'login' : 'registration')}>
          {registered ? 'Войти и принять' : 'Зарегистрироваться'}
        </Button>
        {!registered && (
          <Button size="md" variant="default" onClick={() => onSignIn('login')}>
            Войти под другим email
          </Button>
        )}
        <Decline {...props} />
      </Row>
    </Stack>
  )
}

function InvitationActions(props: InvitationCardProps) {
  const { token, onAccepted } = props
  const cache = useQueryClient()
  const readAgain = (): void => void cache.invalidateQueries({ queryKey: ['team', 'getInvitation'] })
  const accept = useAct('team', 'acceptInvitation', {
    onSuccess: ({ state }) => (state === 'accepted' ? onAccepted() : readAgain()),
    // What stands in the way now is shown by the page.
    onError: (error) =>
      (['INVITATION_EXPIRED', 'INVITATION_ALREADY_CLAIMED', 'TEAM_ALREADY_JOINED', 'TEAM_ALREADY_OWNED'] as const).some(
        (code) => hasCode(error, code),
      ) && readAgain(),
  })
  return (
    <Stack gap={3}>
      {accept.error && <AlertBox tone="bad">{sentenceOf(accept.error)}</AlertBox>}
      <Row>
        <Button size="md" loading={accept.isPending} onClick={() => accept.mutate({ token })}>
          Принять приглашение
        </Button>
        <Decline {...props} />
      </Row>
    </Stack>
  )
}

/** It takes two presses: an invitation that was refused is gone. */
function Decline({ token, onDeclined }: InvitationCardProps) {
  const [asked, setAsked] = useState(false)
  const decline = useAct('team', 'declineInvitation', { onSuccess: onDeclined })
  return (
    <>
      <Button
        size="md"
        variant={asked ? 'outline' : 'subtle'}
        color={asked ? 'red.9' : 'gray'}
        loading={decline.isPending}
        onClick={() => (asked ? decline.mutate({ token }) : setAsked(true))}
      >
        {asked ? 'Точно отказаться' : 'Отказаться'}
      </Button>
      {decline.error && <AlertBox tone="bad">{sentenceOf(decline.error)}</AlertBox>}
    </>
  )
}
