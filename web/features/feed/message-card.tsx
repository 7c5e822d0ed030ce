import { Avatar } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { memo, useId } from 'react'
import type { FeedMessage } from '../../../contract/feed.ts'
import { networkTitles } from '../../../contract/networks.ts'
import { Moment } from '../../kit/ui/moment.tsx'
import { NetworkIcon } from '../../kit/ui/network-icon.tsx'
import { isWebAddress, OuterLink } from '../../kit/ui/outer-link.tsx'
import { ProductIcon } from '../../kit/ui/product-icon.tsx'
import classes from './message-card.module.css'
import { MessageText } from './message-text.tsx'

export interface MessageCardProps {
  message: FeedMessage
  /** It was not there when the feed was read the time before. */
  fresh: boolean
  zone: string
}

export const MessageCard = memo(function MessageCard({ message, fresh, zone }: MessageCardProps) {
  const { author, group, product, resource, url } = message
  const name = author?.name || group?.name || 'Без имени'
  const place = author ? (author.city ?? group?.city) : group?.city
  const title = useId()
  return (
    <article className={classes.card} data-item data-fresh={fresh || undefined} tabIndex={-1} aria-labelledby={title}>
      <div className={classes.top}>
        <span className={classes.product}>
          <ProductIcon name={product.fa_font} />
          <span className={classes.productName}>{product.name}</span>
        </span>
        {message.demo && (
          <span className={classes.demo} title="Сообщение придумано, чтобы показать работу ленты">
            Демо
          </span>
        )}
        {fresh && <span className={classes.fresh}>новое</span>}
        <span className={classes.when}>
          <Moment at={message.publishedAt} zone={zone} />
        </span>
      </div>
      <Avatar
        className={classes.avatar}
        src={(author ?? group)?.avatar ?? null}
        name={name}
        color="initials"
        radius="xl"
        size={42}
        alt=""
        imageProps={{ loading: 'lazy', referrerPolicy: 'no-referrer' }}
      />
      <header className={classes.header}>
        <div className={classes.who} id={title}>
          <OuterLink url={author?.url ?? null} className={classes.name}>
            {name}
          </OuterLink>
          {place && <span className={classes.quiet}>{place}</span>}
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
            {message.editedAt && <span>изменено</span>}
          </div>
        </div>
      </header>
      <div className={classes.body}>
        <MessageText text={message.text} spans={message.spans} />
        <footer className={classes.footer}>
          <span className={classes.why}>
            Почему здесь: <q>{message.keyword ?? fittedWords(message)}</q>
          </span>
          {isWebAddress(url) && (
            <OuterLink url={url} className={classes.source}>
              Открыть в источнике
              <IconExternalLink size={15} stroke={1.8} aria-hidden="true" />
            </OuterLink>
          )}
        </footer>
      </div>
    </article>
  )
})

/** What stands in for a query too long to be read: the words that fitted. */
function fittedWords({ text, spans }: FeedMessage): string {
  return spans
    .map(([start, end], index) => {
      const before = text.slice(spans[index - 1]?.[1] ?? start, start)
      return (index === 0 ? '' : before.trim() === '' ? ' ' : ' … ') + text.slice(start, end)
    })
    .join('')
}
