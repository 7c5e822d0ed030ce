import { Avatar } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { memo, useId } from 'react'
import type { FeedMessage } from '../../../contract/feed.ts'
import { networkTitles } from '../../../contract/networks.ts'
import type { CardAction } from '../../kit/deeds/card-action.ts'
import { Moment } from '../../kit/ui/moment.tsx'
import { NetworkIcon } from '../../kit/ui/network-icon.tsx'
import { isWebAddress, OuterLink } from '../../kit/ui/outer-link.tsx'
import { ProductIcon } from '../../kit/ui/product-icon.tsx'
import type { CardSlots } from './card-slots.ts'
import { MessageActions } from './message-actions.tsx'
import { MessageBadges, MessagePlace } from './message-badges.tsx'
import classes from './message-card.module.css'
import { MessageCopies } from './message-copies.tsx'
import { MessageText } from '../../kit/ui/message-text.tsx'
import { MessageWhy } from './message-why.tsx'
import type { FeedQuestion } from './use-feed-pages.ts'

/** What a card asks of the list it stands in. The same object for all cards, and always the same. */
export interface CardDoor {
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
  door: CardDoor
  chosen: boolean
  /** Why only a line is left of it. */
  folded: string | null
  /** The line can be taken back. */
  undoable: boolean
}

export const MessageCard = memo(function MessageCard(props: MessageCardProps) {
  const { message, fresh, door, folded, undoable, chosen } = props
  const title = useId()
  // The same element whole and folded, or whoever stands on it by keyboard would be thrown off.
  return (
    <article
      className={folded === null ? classes.card : classes.folded}
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
            <button type="button" className={classes.takeBack} onClick={() => door.takeBack(message)}>
              Отменить
            </button>
          )}
        </>
      )}
    </article>
  )
})

function WholeCard({ message, fresh, zone, asked, slots, door, chosen, title }: MessageCardProps & { title: string }) {
  const { author, group, product, resource, url, location } = message
  const name = author?.name || group?.name || 'Без имени'
  const city = author ? (author.city ?? group?.city) : group?.city
  return (
    <>
      <div className={classes.top}>
        <span className={classes.product}>
          <ProductIcon name={product.fa_font} />
          <span className={classes.productName}>{product.name}</span>
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
      <header className={classes.header} data-press-reads>
        <div className={classes.who} id={title}>
          <OuterLink url={author?.url ?? null} className={classes.name}>
            {name}
          </OuterLink>
          {city && city !== location?.name && <span className={classes.quiet}>{city}</span>}
        </div>
        <div className={classes.where}>
          <div className={classes.parts}>
            <span className={classes.network} title={networkTitles[resource]}>
              <NetworkIcon network={resource} />
              {networkTitles[resource]}
            </span>
            {message.messageType === 'comment' && <span>комментарий</span>}
            {group && author && (
              <OuterLink url={group.url} className={classes.group}>
                {group.name}
              </OuterLink>
            )}
            {location && <MessagePlace location={location} />}
            {message.editedAt && <span>изменено</span>}
          </div>
        </div>
      </header>
      <div className={classes.body}>
        <div data-message-text={message.id} data-press-reads>
          <MessageText text={message.text} spans={message.spans} />
        </div>
        {message.copies > 0 && <MessageCopies message={message} asked={asked} zone={zone} />}
        {slots.extra?.(message, (actionId) => door.open(message, actionId))}
        <footer className={classes.footer}>
          <MessageWhy message={message} asked={asked} />
          {isWebAddress(url) && (
            <OuterLink url={url} className={classes.source}>
              Открыть в источнике
              <IconExternalLink size={15} stroke={1.8} aria-hidden="true" />
            </OuterLink>
          )}
        </footer>
        <MessageActions
          message={message}
          actions={slots.actions}
          onAct={(action) => door.act(message, action)}
          onChoose={() => door.choose(message, false)}
        />
      </div>
    </>
  )
}
