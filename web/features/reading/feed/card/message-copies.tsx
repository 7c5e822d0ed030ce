import { Loader } from '@mantine/core'
import { IconChevronDown, IconCopy } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import { networkTitles } from '../../../../../contract/networks.ts'
import { plural, type PluralForms } from '../../../../../rules/plural.ts'
import { loadSentenceOf } from '../../../../kit/calls/call-error.ts'
import { useCall } from '../../../../kit/calls/use-call.ts'
import { Moment } from '../../../../kit/ui/components/moment.tsx'
import { NetworkIcon } from '../../../../kit/ui/components/network-icon.tsx'
import { OuterLink } from '../../../../kit/ui/components/outer-link.tsx'
import { Row, Stack } from '../../../../kit/ui/components/stack.tsx'
import typography from '../../../../kit/ui/typography.module.css'
import classes from './message-more.module.css'
import { linksHere } from './source-links.ts'
import type { FeedQuestion } from '../page/feed-question.ts'

const copyForms: PluralForms = ['копия', 'копии', 'копий']

/** «ещё 7 копий» */
export const copiesInWords = (copies: number): string => `ещё ${copies} ${plural(copies, copyForms)}`

export interface MessageCopiesProps {
  message: FeedMessage
  /** The filter that is read. */
  asked: FeedQuestion['ask']
  zone: string
  straightLinks: boolean
}

/** The same text in other places, listed where one stands. */
export function MessageCopies({ message, ...shown }: MessageCopiesProps) {
  const [open, setOpen] = useState(false)
  const list = useId()
  return (
    <div className={classes.more}>
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={open}
        aria-controls={list}
        onClick={() => setOpen(!open)}
      >
        <IconCopy size={15} stroke={1.8} aria-hidden="true" />
        {copiesInWords(message.copies)}
        <IconChevronDown size={15} stroke={1.8} className={classes.chevron} aria-hidden="true" />
      </button>
      <div id={list}>{open && <CopyList id={message.id} {...shown} />}</div>
    </div>
  )
}

/** Where else it was written, with the place of each. */
export function CopyList({ id, asked, zone, straightLinks }: { id: number } & Omit<MessageCopiesProps, 'message'>) {
  const { data, error } = useCall('feed', 'listCopies', { id, ...asked })
  if (error) return <p className={typography.note}>Список не загрузился. {loadSentenceOf(error)}</p>
  if (!data) return <Loader size="xs" type="dots" aria-label="Загрузка" />
  return (
    <Stack as="ul" gap={0} className={classes.copies}>
      {data.copies.map((copy) => {
        const links = linksHere(copy, straightLinks)
        return (
          <Row key={copy.seqId} as="li" align="center" nowrap className={classes.copy}>
            <span title={networkTitles[copy.network]}>
              <NetworkIcon network={copy.network} />
            </span>
            <OuterLink
              url={links.message ?? links.group}
              className={`${typography.underlined} ${typography.truncated} ${classes.copyName}`}
            >
              {copy.group?.name ?? copy.author?.name ?? networkTitles[copy.network]}
            </OuterLink>
            {copy.location && <span className={classes.copyPlace}>{copy.location.name}</span>}
            <span className={classes.copyWhen}>
              <Moment at={copy.publishedAt} zone={zone} />
            </span>
          </Row>
        )
      })}
    </Stack>
  )
}
