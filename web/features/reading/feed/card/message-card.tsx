import { Avatar } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { memo, useId, type ReactNode } from 'react'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import { networkTitles } from '../../../../../contract/networks.ts'
import { Moment } from '../../../../kit/ui/components/moment.tsx'
import { NetworkIcon } from '../../../../kit/ui/components/network-icon.tsx'
import { OuterLink } from '../../../../kit/ui/components/outer-link.tsx'
import { AuthorName } from '../author/author-name.tsx'
import { answeredInWords } from './answered-in-words.ts'
import { CardChoice } from './card-choice.tsx'
import type { MessageCardProps } from './card-props.ts'
import { CompactCard } from './compact-card.tsx'
import compactClasses from './compact-card.module.css'
import { MessageActions } from '../card-actions/message-actions.tsx'
import { MessageBadges, MessagePlace } from './message-badges.tsx'
import classes from './message-card.module.css'
import { MessageCopies } from './message-copies.tsx'
import { MessageText } from '../../../../kit/ui/components/message-text.tsx'
import { Row } from '../../../../kit/ui/components/stack.tsx'
import typography from '../../../../kit/ui/typography.module.css'
import card from '../../../../kit/ui/components/card.module.css'
import { MessageWhy } from './message-why.tsx'
import { nameOfAuthor } from './name-of-author.ts'
import { ProductLink } from './product-link.tsx'
import { linksHere, type SourceLinks } from './source-links.ts'

export const MessageCard = memo(function MessageCard(props: MessageCardProps) {
  const { message, fresh, slots, door, folded, undoable, chosen, opened } = props
  const title = useId()
  const compact = slots.density === 'compact'
  // The same element whole and folded, or anyone who stands on it by keyboard would be thrown off.
  return (
    <article
      className={folded === null ? surfaceOf(compact) : compact ? compactClasses.folded : classes.folded}
      data-item={message.id}
      data-fresh={(fresh && folded === null) || undefined}
      data-viewed={message.viewed || undefined}
      data-chosen={chosen || undefined}
      data-open={opened || undefined}
      data-folded={folded !== null || undefined}
      tabIndex={-1}
      aria-labelledby={title}
    >
      {folded !== null ? (
        <>
          <span id={title}>{folded}</span>
          {undoable && (
            <button
              type="button"
              className={`${typography.link} ${classes.takeBack}`}
              onClick={() => door.takeBack(message)}
            >
              Отменить
            </button>
          )}
        </>
      ) : compact ? (
        <CompactCard {...props} title={title} />
      ) : (
        <WholeCard {...props} title={title} />
      )}
    </article>
  )
})

const surfaceOf = (compact: boolean): string => (compact ? compactClasses.row : `${card.surface} ${classes.card}`) ?? ''

function WholeCard({ message, fresh, zone, asked, slots, door, chosen, title }: MessageCardProps & { title: string }) {
  const { author, group } = message
  const links = linksHere(message, slots.straightLinks)
  const name = nameOfAuthor(message)
  const answered = answeredInWords(message, slots.myId)
  return (
    <>
      <CardChoice
        className={classes.avatar}
        name={name}
        chosen={chosen}
        onChoose={(range) => door.choose(message, range)}
      >
        <Avatar
          src={(author ?? group)?.avatar ?? null}
          name={name}
          color="initials"
          radius="xl"
          size={36}
          alt=""
          imageProps={{ loading: 'lazy', referrerPolicy: 'no-referrer' }}
        />
      </CardChoice>
      <WhoAndWhere
        message={message}
        links={links}
        title={title}
        lead={slots.lead?.(message, () => door.begin(message, 'lead'))}
      >
        <MessageBadges message={message} />
        {fresh && <span className={classes.fresh}>новое</span>}
        <span className={classes.when}>
          <Moment at={message.publishedAt} zone={zone} />
        </span>
      </WhoAndWhere>
      <div className={classes.body}>
        <div data-message-text={message.id} data-press-reads>
          <MessageText text={message.text} spans={message.spans} quiet={message.filterSpans} />
        </div>
        {message.copies > 0 && (
          <MessageCopies message={message} asked={asked} zone={zone} straightLinks={slots.straightLinks} />
        )}
        {answered !== null && <p className={classes.answered}>{answered}</p>}
        {slots.extra?.(message, (actionId) => door.begin(message, actionId))}
        <Row gap={[0, 4]} align="baseline" justify="space-between" className={classes.footer}>
          <MessageWhy message={message} asked={asked} />
          {links.message !== null && (
            <OuterLink url={links.message} className={`${typography.link} ${classes.source}`}>
              Открыть в источнике
              <IconExternalLink size={15} stroke={1.8} aria-hidden="true" />
            </OuterLink>
          )}
        </Row>
        <MessageActions
          message={message}
          actions={slots.actions}
          link={links.message}
          onAct={(action) => door.act(message, action)}
          onChoose={() => door.choose(message, false)}
        />
      </div>
    </>
  )
}

interface WhoAndWhereProps {
  message: FeedMessage
  links: SourceLinks
  title: string
  /** How far work on it is; behind all that never changes, so that nothing moves when it comes. */
  lead: ReactNode
  /** Stands at the end of the line. */
  children: ReactNode
}

/** Who wrote it, for which product it is here, in which group of which network. */
function WhoAndWhere({ message, links, title, lead, children }: WhoAndWhereProps) {
  const { author, group, network, location } = message
  const city = author ? (author.city ?? group?.city) : group?.city
  return (
    <header className={classes.header} data-press-reads>
      <div className={classes.first}>
        <Row gap={[0, 2]} align="baseline" className={classes.who} id={title}>
          <AuthorName message={message} url={links.author} className={`${typography.underlined} ${classes.name}`} />
          {city && city !== location?.name && <span className={typography.note}>{city}</span>}
        </Row>
        {children}
      </div>
      <div className={classes.where}>
        <Row gap={0} className={classes.parts}>
          {location && <MessagePlace location={location} />}
          <span className={classes.network} title={networkTitles[network]}>
            <NetworkIcon network={network} />
            {networkTitles[network]}
          </span>
          {message.kind === 'comment' && <span>комментарий</span>}
          {group && author && (
            <OuterLink
              url={links.group}
              className={`${typography.underlined} ${typography.truncated} ${classes.group}`}
            >
              {group.name}
            </OuterLink>
          )}
          <ProductLink message={message} />
          {message.editedAt && <span>изменено</span>}
          {lead}
        </Row>
      </div>
    </header>
  )
}
