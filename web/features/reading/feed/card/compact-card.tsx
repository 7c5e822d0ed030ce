import { IconFlame, IconNote } from '@tabler/icons-react'
import { networkTitles } from '../../../../../contract/networks.ts'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import type { CardAction } from '../../../../kit/actions/card-action.ts'
import { Moment } from '../../../../kit/ui/components/moment.tsx'
import { NetworkIcon } from '../../../../kit/ui/components/network-icon.tsx'
import { TextLine } from '../../../../kit/ui/components/text-line.tsx'
import { MessageActions } from '../card-actions/message-actions.tsx'
import classes from './compact-card.module.css'
import { answeredInWords } from './answered-in-words.ts'
import { CardChoice } from './card-choice.tsx'
import { MessageBadges, placeInWords } from './message-badges.tsx'
import type { MessageCardProps } from './card-props.ts'
import { copiesInWords } from './message-copies.tsx'
import { nameOfAuthor } from './name-of-author.ts'
import { linksHere } from './source-links.ts'
import { ProductLink } from './product-link.tsx'
import { whyInShort } from './why-in-words.ts'

/** A message in two lines: what is asked, and beside it where, when and by whom. What can be done with it lies over its end. */
export function CompactCard({
  message,
  fresh,
  zone,
  slots,
  door,
  chosen,
  title,
}: MessageCardProps & { title: string }) {
  const { network, product, copies } = message
  const name = nameOfAuthor(message)
  const why = whyInShort(message)
  const answered = answeredInWords(message, slots.myId)
  return (
    <>
      <CardChoice
        className={classes.mark}
        name={name}
        chosen={chosen}
        onChoose={(range) => door.choose(message, range)}
      >
        <span title={networkTitles[network]} className={classes.network} data-fresh={fresh || undefined}>
          <NetworkIcon network={network} size={18} />
        </span>
      </CardChoice>
      <div
        className={classes.text}
        data-message-text={message.id}
        data-press-reads
        title={why === null ? undefined : `Почему здесь: ${why}`}
      >
        {fresh && <span className={classes.fresh}>новое</span>}
        <TextLine text={message.text} spans={message.spans} quiet={message.filterSpans} />{' '}
      </div>
      <div className={classes.side}>
        <div className={classes.line}>
          <span className={classes.place}>{placeOf(message)}</span>
          <States message={message} actions={slots.actions} />
          <span className={classes.when}>
            <Moment at={message.publishedAt} zone={zone} short />
          </span>
        </div>
        <div className={classes.line}>
          <span className={classes.name} id={title} title={`${name}, ${product.name}`}>
            {name}
          </span>
          {slots.lead?.(message)}
          {answered !== null && <span className={classes.answered}>{answered}</span>}
          {copies > 0 && <span className={classes.copies}>{copiesInWords(copies)}</span>}
          <MessageBadges message={message} quiet />
          <ProductLink message={message} className={classes.product} />
        </div>
      </div>
      <MessageActions
        message={message}
        actions={slots.actions}
        link={linksHere(message, slots.straightLinks).message}
        compact
        onAct={(action) => door.act(message, action)}
        onChoose={() => door.choose(message, false)}
      />
    </>
  )
}

const placeOf = ({ location, author, group }: FeedMessage): string | null =>
  location ? placeInWords(location) : (author?.city ?? group?.city ?? null)

/** What the reader, or their team, did with it: seen without a hover. */
function States({ message, actions }: { message: FeedMessage; actions: readonly CardAction[] }) {
  const { intent, notes } = message
  // Who has it stands beside.
  const on = actions.filter(({ isOn, place, id }) => place === 'row' && id !== 'take' && isOn?.(message))
  return (
    <span className={classes.states}>
      {intent === 'hot' && (
        <span
          className={classes.hot}
          title="Горячий: похоже, человек ищет прямо сейчас"
          role="img"
          aria-label="Горячий"
        >
          <IconFlame size={15} stroke={1.9} aria-hidden="true" />
        </span>
      )}
      {on.map(({ id, short, Icon, IconOn }) => {
        const Shown = IconOn ?? Icon
        return (
          <span key={id} title={short} role="img" aria-label={short}>
            <Shown size={15} />
          </span>
        )
      })}
      {notes.length > 0 && (
        <span title={notes.map(({ text }) => text).join('\n')} role="img" aria-label={`Заметки: ${notes.length}`}>
          <IconNote size={15} stroke={1.8} aria-hidden="true" />
        </span>
      )}
    </span>
  )
}
