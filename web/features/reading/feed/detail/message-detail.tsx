import { Avatar } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconExternalLink, IconX } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import { networkTitles } from '../../../../../contract/networks.ts'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import { plural, type PluralForms } from '../../../../../rules/plural.ts'
import type { Action } from '../../../../kit/actions/action.ts'
import type { CardAction } from '../../../../kit/actions/card-action.ts'
import iconButton from '../../../../kit/ui/components/icon-button.module.css'
import { MessageText } from '../../../../kit/ui/components/message-text.tsx'
import { Moment } from '../../../../kit/ui/components/moment.tsx'
import { NetworkIcon } from '../../../../kit/ui/components/network-icon.tsx'
import { OuterLink } from '../../../../kit/ui/components/outer-link.tsx'
import { Row, Stack } from '../../../../kit/ui/components/stack.tsx'
import typography from '../../../../kit/ui/typography.module.css'
import { nameAction, shownName } from '../card-actions/name-action.ts'
import type { CardSlots } from '../card/card-slots.ts'
import { AuthorName } from '../author/author-name.tsx'
import { answeredInWords } from '../card/answered-in-words.ts'
import { howPlaced, MessageBadges, placeInWords } from '../card/message-badges.tsx'
import { copiesInWords, CopyList } from '../card/message-copies.tsx'
import { MessageReasons } from '../card/message-why.tsx'
import { nameOfAuthor } from '../card/name-of-author.ts'
import { linksHere } from '../card/source-links.ts'
import type { FeedQuestion } from '../page/feed-question.ts'
import classes from './message-detail.module.css'
import { ProductLink } from '../card/product-link.tsx'
import { MessageHistory } from './message-history.tsx'
import type { Detail } from './use-detail.ts'

export interface MessageDetailProps {
  message: FeedMessage
  detail: Detail
  /** The filter that is read. */
  asked: FeedQuestion['ask']
  zone: string
  slots: CardSlots
  /** Why only a line is left of its card; null when it stands whole. */
  folded: string | null
  /** Takes back what folded it; null where that can't be. */
  onTakeBack: (() => void) | null
  onAct: (message: FeedMessage, action: CardAction) => void
  perform: (action: Action, message: FeedMessage) => void
}

/** Everything there is to know of one message, and everything that can be done with it, each by its name. */
export function MessageDetail(props: MessageDetailProps) {
  const { message, detail, asked, zone, slots, folded, onTakeBack, perform } = props
  const answered = answeredInWords(message, slots.myId)
  return (
    <div className={classes.detail}>
      <DetailTools detail={detail} message={message} zone={zone} />
      <div key={message.id} className={classes.scroll}>
        {folded !== null && (
          <Row gap={[0, 3]} className={classes.folded} role="status">
            {folded}
            {onTakeBack && (
              <button type="button" className={typography.link} onClick={onTakeBack}>
                Отменить
              </button>
            )}
          </Row>
        )}
        <Who {...props} />
        <div className={classes.text} data-message-text={message.id}>
          <MessageText text={message.text} spans={message.spans} quiet={message.filterSpans} whole />
        </div>
        {answered !== null && <p className={classes.answered}>{answered}</p>}
        <DetailActions {...props} />
        {slots.leadWhole && (
          <Section title="Лид">{slots.leadWhole(message, (action) => perform(action, message))}</Section>
        )}
        <Section title="Почему здесь">
          <MessageReasons message={message} asked={asked} />
        </Section>
        {slots.notes && <Section title="Заметки">{slots.notes(message, (action) => perform(action, message))}</Section>}
        {message.copies > 0 && (
          <Section title={copiesInWords(message.copies)}>
            <CopyList id={message.id} asked={asked} zone={zone} straightLinks={slots.straightLinks} />
          </Section>
        )}
        <Section title="История">
          <MessageHistory message={message} zone={zone} />
          {slots.log?.(message)}
        </Section>
      </div>
    </div>
  )
}

/** Where one stands in the list, on, back, and away. */
function DetailTools({ detail, message, zone }: Pick<MessageDetailProps, 'detail' | 'message' | 'zone'>) {
  return (
    <Row gap={1} align="center" nowrap className={classes.tools}>
      <ProductLink message={message} className={classes.product} />
      <span className={classes.when}>
        <Moment at={message.publishedAt} zone={zone} />
      </span>
      <button
        type="button"
        className={iconButton.button}
        aria-label="Предыдущее сообщение"
        title="Предыдущее · K"
        disabled={detail.previous === null}
        onClick={() => detail.previous?.()}
      >
        <IconChevronUp size={18} stroke={1.8} aria-hidden="true" />
      </button>
      <button
        type="button"
        className={iconButton.button}
        aria-label="Следующее сообщение"
        title="Следующее · J"
        disabled={detail.next === null}
        onClick={() => detail.next?.()}
      >
        <IconChevronDown size={18} stroke={1.8} aria-hidden="true" />
      </button>
      <button
        type="button"
        className={iconButton.button}
        aria-label="Закрыть"
        title="Закрыть · Esc"
        onClick={detail.close}
      >
        <IconX size={18} stroke={1.8} aria-hidden="true" />
      </button>
    </Row>
  )
}

const followerForms: PluralForms = ['подписчик', 'подписчика', 'подписчиков']
const followers = (count: number): string => `${count.toLocaleString('ru')} ${plural(count, followerForms)}`

function Who({ message, slots }: MessageDetailProps) {
  const { author, group, network, location, kind } = message
  const links = linksHere(message, slots.straightLinks)
  const city = author?.city ?? group?.city ?? null
  return (
    <div className={classes.who}>
      <Avatar
        src={(author ?? group)?.avatar ?? null}
        name={nameOfAuthor(message)}
        color="initials"
        radius="xl"
        size={40}
        alt=""
        imageProps={{ referrerPolicy: 'no-referrer' }}
      />
      <div className={classes.facts}>
        <Row gap={[0, 2]} align="center">
          <h2 className={classes.name}>
            <AuthorName message={message} url={links.author} className={typography.underlined ?? ''} />
          </h2>
          <MessageBadges message={message} />
        </Row>
        <p className={classes.fact}>
          <NetworkIcon network={network} size={15} />
          {networkTitles[network]}
          {kind === 'comment' && ', комментарий'}
          {group && author && (
            <>
              {' · '}
              <OuterLink url={links.group} className={typography.underlined}>
                {group.name}
              </OuterLink>
            </>
          )}
        </p>
        {group?.followers != null && <p className={classes.fact}>{followers(group.followers)}</p>}
        {location ? (
          <p className={classes.fact}>
            {placeInWords(location)} — {howPlaced(location)}
          </p>
        ) : (
          city !== null && <p className={classes.fact}>{city}</p>
        )}
      </div>
    </div>
  )
}

function DetailActions({ message, slots, onAct }: MessageDetailProps) {
  const link = linksHere(message, slots.straightLinks).message
  const possible = slots.actions.filter(({ may }) => may?.(message) ?? true)
  return (
    <div className={classes.actions} role="group" aria-label="Действия с сообщением">
      {link !== null && (
        <a className={classes.action} href={link} target="_blank" rel="noopener noreferrer nofollow">
          <IconExternalLink size={17} stroke={1.8} aria-hidden="true" />
          Открыть в источнике
        </a>
      )}
      {possible
        // There are fields for these below.
        .filter(({ id }) => (id !== 'note' || !slots.notes) && (id !== 'lead' || !slots.leadWhole))
        .map((action) => (
          <DetailAction key={action.id} action={action} message={message} onAct={onAct} />
        ))}
    </div>
  )
}

function DetailAction({
  action,
  message,
  onAct,
}: Pick<MessageDetailProps, 'message' | 'onAct'> & { action: CardAction }) {
  const { Icon, IconOn, isOn, place } = action
  const on = isOn?.(message) ?? false
  const Shown = on && IconOn ? IconOn : Icon
  // What lies in the menu of a card is called as it is there.
  const shown = place === 'menu' ? action.label(message) : shownName(action, message)
  return (
    <button
      type="button"
      className={classes.action}
      data-on={on || undefined}
      aria-pressed={isOn ? on : undefined}
      aria-label={place === 'menu' ? undefined : nameAction(action, message)}
      onClick={() => onAct(message, action)}
    >
      <Shown size={17} stroke={1.8} />
      {shown}
    </button>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Stack as="section" gap={1} className={classes.section} aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        {title}
      </h3>
      {children}
    </Stack>
  )
}
