/** Answering from a card: the words, the way to the source, and that it was done. */
import { IconChecks, IconMessageReply } from '@tabler/icons-react'
import { createElement } from 'react'
import type { FeedMessage } from '../../../../contract/reading/feed.ts'
import type { Action } from '../../../kit/actions/action.ts'
import type { CardAction, CardDialogProps } from '../../../kit/actions/card-action.ts'
import { ask } from '../../../kit/calls/ask.ts'
import { lazyNamed } from '../../../kit/ui/lazy-named.ts'

const ReplyDialog = lazyNamed(() => import('./reply-dialog.tsx'), 'ReplyDialog')

interface Me {
  id: number
  name: string
}

const didAnswer = ({ answers }: FeedMessage, me: Me): boolean => answers.some(({ user }) => user.id === me.id)

/** @param now the moment that is shown until the server has answered its own */
function setAnswered(me: Me, value: boolean, now: () => Date): Action {
  return {
    done: value ? 'Отмечено: вы ответили' : 'Отметка «ответили» снята',
    change(message) {
      const others = message.answers.filter(({ user }) => user.id !== me.id)
      if (!value) return { answers: others }
      return didAnswer(message, me) ? {} : { answers: [...others, { user: me, at: now().toISOString() }] }
    },
    send: ({ id }) => ask('leads', 'setAnswered', { id, value }),
    undo: (before) => ask('leads', 'setAnswered', { id: before.id, value: didAnswer(before, me) }),
  }
}

/** @param linkOf where a message can be answered; null when it has no page */
export function answerActions(
  me: Me,
  linkOf: (message: FeedMessage) => string | null,
  now: () => Date = () => new Date(),
): CardAction[] {
  const answered = setAnswered(me, true, now)
  const notAnswered = setAnswered(me, false, now)
  return [
    {
      id: 'reply',
      label: () => 'Ответить…',
      short: 'Ответить',
      Icon: IconMessageReply,
      place: 'row',
      key: { code: 'KeyT', letter: 'T', help: 'Ответить' },
      Dialog: (props: CardDialogProps) =>
        createElement(ReplyDialog, { ...props, answered, link: linkOf(props.message) }),
    },
    {
      id: 'answered',
      label: (message) => (didAnswer(message, me) ? 'Снять отметку «ответили»' : 'Отметить: ответили'),
      short: 'Ответили',
      Icon: IconChecks,
      place: 'menu',
      isOn: (message) => didAnswer(message, me),
      actionFor: (message) => (didAnswer(message, me) ? notAnswered : answered),
      many: { label: 'Ответили', action: answered },
    },
  ]
}
