import { ActionIcon, Avatar, Switch } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Group } from '../../../../contract/watching/groups.ts'
import { networkTitles } from '../../../../contract/networks.ts'
import { TOTAL_CAP } from '../../../../contract/total-cap.ts'
import { messagesInWords, plural } from '../../../../rules/plural.ts'
import { sentenceOf } from '../../../kit/calls/call-error.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { showActionToast, showErrorToast } from '../../../kit/ui/components/action-toast.tsx'
import { Moment } from '../../../kit/ui/components/moment.tsx'
import { NetworkIcon } from '../../../kit/ui/components/network-icon.tsx'
import { OuterLink } from '../../../kit/ui/components/outer-link.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import classes from './groups-list.module.css'
import { readGroupsAgain } from './groups-cache.ts'
import { useRestoreGroups } from './use-restore-groups.ts'
import { useWhichList } from './which-list.ts'

const failures: Record<NonNullable<Group['failure']>, string> = {
  closed: 'закрыта: читать её больше нельзя',
  gone: 'удалена в своей сети',
  renamed: 'переименована',
  failing: 'не отвечает больше суток',
}

export interface GroupRowProps {
  group: Group
  zone: string
  /** Where its messages are; null for an example. */
  feed: string | null
}

const followers = (count: number): string =>
  `${count.toLocaleString('ru')} ${plural(count, ['подписчик', 'подписчика', 'подписчиков'])}`

/** A group of the list: what it is, what it brought, and whether it is listened to. */
export function GroupRow({ group, zone, feed }: GroupRowProps) {
  const cache = useQueryClient()
  const restore = useRestoreGroups()
  const { editable } = useWhichList()
  const [enabled, turn] = useEnabled(group)
  const remove = useAct('groups', 'deleteGroup', {
    onSuccess: ({ ids }) => {
      readGroupsAgain(cache)
      showActionToast(`${group.name}: больше не в списке`, () => restore(ids))
    },
    onError: (error) => showErrorToast(`Убрать не получилось. ${sentenceOf(error)}`),
  })
  return (
    <Row
      as="li"
      gap={[2, 3]}
      align="center"
      className={classes.group}
      data-off={!enabled || undefined}
      data-demo={feed === null || undefined}
    >
      <Avatar
        src={group.avatar}
        name={group.name}
        color="initials"
        radius="xl"
        size={42}
        alt=""
        imageProps={{ loading: 'lazy', referrerPolicy: 'no-referrer' }}
      />
      <Stack gap={0} className={classes.who}>
        <OuterLink url={group.link} className={`${typography.underlined} ${classes.name}`}>
          {group.name}
        </OuterLink>
        <span className={classes.note}>
          <NetworkIcon network={group.network} size={15} /> {networkTitles[group.network]}
          {group.followerCount !== null && <> · {followers(group.followerCount)}</>}
          {feed !== null && group.readAt !== null && (
            <>
              {' · читали '}
              <Moment at={group.readAt} zone={zone} />
            </>
          )}
          {group.demo && ' · Демо'}
        </span>
        {group.overLimit && <span className={classes.failure}>не слушаем: групп больше, чем в подписке</span>}
        {group.failure !== null && <span className={classes.failure}>{failures[group.failure]}</span>}
      </Stack>
      {feed !== null && (
        <div className={classes.actions}>
          <Link to={feed} className={classes.found}>
            {messagesInWords(group.messageCount, TOTAL_CAP)}
          </Link>
          {editable && (
            <Switch
              checked={enabled}
              onChange={(event) => turn(event.currentTarget.checked)}
              aria-label={`Слушать: ${group.name}`}
              size="sm"
            />
          )}
          {!editable && !enabled && <span className={classes.note}>выключена</span>}
          {editable && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              loading={remove.isPending}
              aria-label={`Убрать из списка: ${group.name}`}
              onClick={() => remove.mutate({ id: group.id })}
            >
              <IconTrash size={18} stroke={1.7} />
            </ActionIcon>
          )}
        </div>
      )}
    </Row>
  )
}

/** Whether the group is listened to: as it was just turned, and as it was before when that is refused. */
function useEnabled(group: Group): [enabled: boolean, turn: (enabled: boolean) => void] {
  const cache = useQueryClient()
  const [enabled, setEnabled] = useState(group.enabled)
  const [before, setBefore] = useState(group.enabled)
  if (before !== group.enabled) {
    setBefore(group.enabled)
    setEnabled(group.enabled)
  }
  const set = useAct('groups', 'setGroupEnabled', {
    onMutate: (input) => setEnabled(input.enabled),
    onSuccess: () => readGroupsAgain(cache),
    onError: (error, input) => {
      setEnabled(!input.enabled)
      showErrorToast(`Не получилось. ${sentenceOf(error)}`)
    },
  })
  return [enabled, (to) => set.mutate({ id: group.id, enabled: to })]
}
