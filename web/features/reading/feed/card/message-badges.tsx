import { IconFlame, IconMapPin, IconTemperature } from '@tabler/icons-react'
import { SPAM_COUNT, type FeedMessage } from '../../../../../contract/reading/feed.ts'
import type { LocationSource } from '../../../../../contract/watching/locations.ts'
import { plural, type PluralForms } from '../../../../../rules/plural.ts'
import classes from './message-badges.module.css'

/** What is to be known of a message at a glance; nothing for an ordinary one. */
export function MessageBadges({ message }: { message: FeedMessage }) {
  const { intent, spam, verdict, demo } = message
  return (
    <>
      {intent === 'hot' && (
        <span className={classes.badge} data-tone="hot" title="Похоже, человек ищет исполнителя прямо сейчас">
          <IconFlame size={14} stroke={1.9} aria-hidden="true" />
          Горячий
        </span>
      )}
      {intent === 'warm' && (
        <span className={classes.badge} data-tone="warm" title="Возможно, человек ищет исполнителя или присматривается">
          <IconTemperature size={14} stroke={1.9} aria-hidden="true" />
          Тёплый
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

export function MessagePlace({ location }: { location: NonNullable<FeedMessage['location']> }) {
  const { name, source, confidence } = location
  const sure = source === 'moderator' || confidence >= SURE
  const percent = source === 'moderator' ? '' : `, уверенность ${Math.round(confidence * 100)}%`
  return (
    <span className={classes.place} title={`Место: ${sources[source]}${percent}`}>
      <IconMapPin size={15} stroke={1.7} aria-hidden="true" />
      {sure ? name : `вероятно, ${name}`}
    </span>
  )
}
