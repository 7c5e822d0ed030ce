import { Button, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { Groupset } from '../../../../contract/watching/groups.ts'
import { networkTitles, type Network } from '../../../../contract/networks.ts'
import { describeGroupLimit } from '../../../../rules/group-limit.ts'
import { plural } from '../../../../rules/plural.ts'
import { splitLinks } from '../../../../rules/split-links.ts'
import { CallError, sentenceOf } from '../../../kit/calls/call-error.ts'
import { useAct } from '../../../kit/calls/use-call.ts'
import { AlertBox } from '../../../kit/ui/components/alert-box.tsx'
import { NetworkIcon } from '../../../kit/ui/components/network-icon.tsx'
import { Row, Stack } from '../../../kit/ui/components/stack.tsx'
import typography from '../../../kit/ui/typography.module.css'
import classes from './groups-dialog.module.css'
import { takeAddition } from './groups-cache.ts'
import { useWhichList } from './which-list.ts'

export interface GroupsAddFormProps {
  groupset: Groupset
  /** The links are being looked up. */
  onAdded: () => void
}

const known: readonly (readonly [Network, string])[] = [
  ['vk', 'vk.com/club1'],
  ['telegram', 't.me/channel'],
  ['ok', 'ok.ru/group/1'],
  ['youtube', 'youtube.com/@name'],
  ['bluesky', 'bsky.app/profile/name'],
  ['mastodon', 'mastodon.social/@name'],
  ['rss', 'site.ru'],
]

/** Links in, as many as there is room for. */
export function GroupsAddForm({ groupset, onAdded }: GroupsAddFormProps) {
  const cache = useQueryClient()
  const { of } = useWhichList()
  const [text, setText] = useState('')
  const [checked, setChecked] = useState(false)
  const links = [...new Set(splitLinks(text))]
  const free = Math.max(0, groupset.maxSize - groupset.size)
  const mistake =
    links.length > free
      ? describeGroupLimit(free)
      : checked && links.length === 0
        ? 'Вставьте хотя бы одну ссылку'
        : null
  const add = useAct('groups', 'addGroups', {
    onSuccess: ({ addition }) => {
      takeAddition(cache, addition)
      onAdded()
    },
  })
  const refused =
    add.error instanceof CallError && add.error.code === 'GROUP_LIMIT_REACHED'
      ? describeGroupLimit(Number(add.error.details.free ?? 0))
      : add.error && sentenceOf(add.error)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setChecked(true)
    if (links.length > 0 && links.length <= free) add.mutate({ ...of, links })
  }
  return (
    <Stack as="form" onSubmit={submit}>
      <Textarea
        label="Ссылки"
        description="Через запятую, пробел или с новой строки; список можно вставить целиком"
        placeholder={'https://vk.com/club1\n@channel'}
        autosize
        minRows={5}
        maxRows={14}
        data-autofocus
        spellCheck={false}
        autoCapitalize="off"
        value={text}
        error={mistake}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Row as="ul" gap={[1, 3]} className={classes.networks} aria-label="Какие ссылки подходят">
        {known.map(([network, example]) => (
          <li key={network} title={networkTitles[network]}>
            <NetworkIcon network={network} />
            {example}
          </li>
        ))}
      </Row>
      {refused && <AlertBox tone="bad">{refused}</AlertBox>}
      <Row gap={[2, 3]} align="center" justify="flex-end">
        <span className={typography.note}>
          {links.length > 0 ? `${links.length} ${plural(links.length, ['ссылка', 'ссылки', 'ссылок'])}, ` : ''}
          свободно мест: {free}
        </span>
        <Button type="submit" loading={add.isPending} disabled={links.length > free}>
          Добавить
        </Button>
      </Row>
    </Stack>
  )
}
