/** Leads among what can be done with a card. */
import { IconBriefcase, IconBriefcaseFilled, IconProgressCheck } from '@tabler/icons-react'
import { createElement } from 'react'
import type { NamedPerson } from '../../../../../contract/reading/lead-mark.ts'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import type { CardAction, CardDialogProps } from '../../../../kit/actions/card-action.ts'
import { lazyNamed } from '../../../../kit/ui/lazy-named.ts'
import { assigneeOf } from './lead-changes.ts'
import { leadMoves } from './lead-moves.ts'

const LeadMenu = lazyNamed(() => import('./lead-menu.tsx'), 'LeadMenu')

export function leadActions(me: NamedPerson): CardAction[] {
  const { take, free } = leadMoves(me)
  const isMine = (message: FeedMessage): boolean => assigneeOf(message)?.id === me.id
  return [
    {
      id: 'take',
      label(message) {
        const assignee = assigneeOf(message)
        if (!assignee) return 'Взять в работу'
        return isMine(message) ? 'Отпустить' : `Взял(а): ${assignee.name}`
      },
      short: 'Взять',
      Icon: IconBriefcase,
      IconOn: IconBriefcaseFilled,
      isOn: isMine,
      place: 'row',
      key: { code: 'KeyW', letter: 'W', help: 'Взять в работу; своё — отпустить' },
      actionFor: (message) => (isMine(message) ? free : take),
      many: { label: 'Взять', action: take },
    },
    {
      id: 'lead',
      label: () => 'Статус и ответственный',
      short: 'Статус',
      Icon: IconProgressCheck,
      place: 'wide',
      key: { code: 'KeyM', letter: 'M', help: 'Статус лида и ответственный' },
      Dialog: (props: CardDialogProps) => createElement(LeadMenu, { ...props, me }),
    },
  ]
}
