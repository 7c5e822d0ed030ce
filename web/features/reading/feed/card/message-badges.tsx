import { IconFlame, IconMapPin } from '@tabler/icons-react'
import { SPAM_COUNT, type FeedMessage } from '../../../../../contract/reading/feed.ts'
import type { LocationSource } from '../../../../../contract/watching/locations.ts'
import { plural, type PluralForms } from '../../../../../rules/plural.ts'
import classes from './message-badges.module.css'

/**
 * What is to be known of a message at a glance; nothing for an ordinary one, which most are.
 * @param quiet in a row of two lines, which has a sign of its own for what is hot
 */
export function MessageBadges({ message, quiet = false }: { message: FeedMessage; quiet?: boolean }) {
  const { intent, spam, verdict, demo } = message
  return (
    <>
      {intent === 'hot' && !quiet && (
        <span className={classes.badge} data-tone="hot" title="Похоже, человек ищет исполнителя прямо сейчас">
          <IconFlame size={14} stroke={1.9} aria-hidden="true" />
          Горячий
        </span>
      )}
      {spam && (
        <span className={classes.badge} data-tone="bad" title={whySpam(message)}>
          Спам
        </span>
      )}
      {verdict === 'rejected' && (
        <span className={classes.badge} data-tone="bad" title="Модератор отклонил сообщение: клиенты его не видят">
          Отклонено
        </span>
      )}
      {demo && (
        <span className={classes.badge} data-tone="demo" title="Сообщение придумано, чтобы показать работу ленты">
          Демо
        </span>
      )}
    </>
  )
}

const peopleForms: PluralForms = ['человек', 'человека', 'человек']

function whySpam({ spamMarked, spamCount }: FeedMessage): string {
  if (spamMarked) return 'Вы отметили это как спам'
  if (spamCount >= SPAM_COUNT) return `Как спам отметили ${spamCount} ${plural(spamCount, peopleForms)}`
  return 'Нейросеть считает это рекламой или спамом'
}

const sources: Record<LocationSource, string> = {
  text: 'названо в тексте',
  group: 'по городу сообщества',
  author: 'по городу автора',
  moderator: 'указал модератор',
}

/** Below this a place is reported as a guess. */
const SURE = 0.75

const isSure = ({ source, confidence }: MessageLocation): boolean => source === 'moderator' || confidence >= SURE

type MessageLocation = NonNullable<FeedMessage['location']>

/** «вероятно, Омск» */
export const placeInWords = (location: MessageLocation): string =>
  isSure(location) ? location.name : `вероятно, ${location.name}`

/** From where it is known, and how surely. */
export function howPlaced({ source, confidence }: MessageLocation): string {
  return source === 'moderator' ? sources[source] : `${sources[source]}, уверенность ${Math.round(confidence * 100)}%`
}

export function MessagePlace({ location }: { location: MessageLocation }) {
  return (
    <span className={classes.place} title={`Место: ${howPlaced(location)}`}>
      <IconMapPin size={15} stroke={1.7} aria-hidden="true" />
      {placeInWords(location)}
    </span>
  )
}
