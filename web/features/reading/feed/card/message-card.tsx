import { Avatar } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { memo, useId } from 'react'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import { networkTitles } from '../../../../../contract/networks.ts'
import type { CardAction } from '../../../../kit/actions/card-action.ts'
import { Moment } from '../../../../kit/ui/components/moment.tsx'
import { NetworkIcon } from '../../../../kit/ui/components/network-icon.tsx'
import { OuterLink } from '../../../../kit/ui/components/outer-link.tsx'
import { ProductIcon } from '../../../../kit/ui/components/product-icon.tsx'
import type { CardSlots } from './card-slots.ts'
import { MessageActions } from '../card-actions/message-actions.tsx'
import { MessageBadges, MessagePlace } from './message-badges.tsx'
import classes from './message-card.module.css'
import { MessageCopies } from './message-copies.tsx'
import { MessageText } from '../../../../kit/ui/components/message-text.tsx'
import { Row } from '../../../../kit/ui/components/stack.tsx'
import typography from '../../../../kit/ui/typography.module.css'
import card from '../../../../kit/ui/components/card.module.css'
import { MessageWhy } from './message-why.tsx'
import { linksHere, type SourceLinks } from './source-links.ts'
import type { FeedQuestion } from '../page/feed-question.ts'

/** What a card asks of the list it stands in. The same object for all cards, and always the same. */
export interface CardCallbacks {
  act: (message: FeedMessage, action: CardAction) => void
  open: (message: FeedMessage, actionId: string) => void
  choose: (message: FeedMessage, range: boolean) => void
  takeBack: (message: FeedMessage) => void
}

export interface MessageCardProps {
  message: FeedMessage
  /** It was not there when the feed was read the time before. */
  fresh: boolean
  zone: string
  /** The filter that is read. */
  asked: FeedQuestion['ask']
  slots: CardSlots
  door: CardCallbacks
  chosen: boolean
  /** Why only a line is left of it. */
  folded: string | null
  /** The line can be taken back. */
  undoable: boolean
}

export const MessageCard = memo(function MessageCard(props: MessageCardProps) {
  const { message, fresh, door, folded, undoable, chosen } = props
  const title = useId()
  // The same element whole and folded, or anyone who stands on it by keyboard would be thrown off.
  return (
    <article
      className={folded === null ? `${card.surface} ${classes.card}` : classes.folded}
      data-item={message.id}
      data-fresh={(fresh && folded === null) || undefined}
      data-viewed={message.viewed || undefined}
      data-chosen={chosen || undefined}
      tabIndex={-1}
      aria-labelledby={title}
    >
      {folded === null ? (
        <WholeCard {...props} title={title} />
      ) : (
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
      )}
    </article>
  )
})

function WholeCard({ message, fresh, zone, asked, slots, door, chosen, title }: MessageCardProps & { title: string }) {
  const { author, group, product } = message
  const links = linksHere(message, slots.straightLinks)
  const name = nameOf(message)
  return (
    <>
      <div className={classes.top}>
        <span className={classes.product}>
          <ProductIcon name={product.icon} />
          <span className={typography.truncated}>{product.name}</span>
        </span>
        <MessageBadges message={message} />
        {fresh && <span className={classes.fresh}>новое</span>}
        <span className={classes.when}>
          <Moment at={message.publishedAt} zone={zone} />
        </span>
      </div>
      <label className={classes.avatar}>
        <Avatar
          src={(author ?? group)?.avatar ?? null}
          name={name}
          color="initials"
          radius="xl"
          size={42}
          alt=""
          imageProps={{ loading: 'lazy', referrerPolicy: 'no-referrer' }}
        />
        <input
          type="checkbox"
          className={classes.choice}
          aria-label={`Выбрать: ${name}`}
          checked={chosen}
          // A change does not tell of the shift key; a click does, by mouse and by keyboard.
          onClick={(event) => door.choose(message, event.shiftKey)}
          onChange={() => {}}
        />
      </label>
      <WhoAndWhere message={message} links={links} title={title} />
      <div className={classes.body}>
        <div data-message-text={message.id} data-press-reads>
          <MessageText text={message.text} spans={message.spans} quiet={message.filterSpans} />
        </div>
        {message.copies > 0 && (
          <MessageCopies message={message} asked={asked} zone={zone} straightLinks={slots.straightLinks} />
        )}
        {slots.extra?.(message, (actionId) => door.open(message, actionId))}
        <Row as="footer" gap={[0, 4]} align="baseline" justify="space-between" className={classes.footer}>
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

const nameOf = ({ author, group }: FeedMessage): string => author?.name || group?.name || 'Без имени'

/** Who wrote it, in which group of which network. */
function WhoAndWhere({ message, links, title }: { message: FeedMessage; links: SourceLinks; title: string }) {
  const { author, group, network, location } = message
  const city = author ? (author.city ?? group?.city) : group?.city
  return (
    <header className={classes.header} data-press-reads>
      <Row gap={[0, 2]} align="baseline" className={classes.who} id={title}>
        <OuterLink url={links.author} className={`${typography.underlined} ${classes.name}`}>
          {nameOf(message)}
        </OuterLink>
        {city && city !== location?.name && <span className={typography.note}>{city}</span>}
      </Row>
      <div className={classes.where}>
        <Row gap={0} className={classes.parts}>
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
          {location && <MessagePlace location={location} />}
          {message.editedAt && <span>изменено</span>}
        </Row>
      </div>
    </header>
  )
}
