import { Loader } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState, type ReactNode } from 'react'
import type { ProductType } from '../../../../../contract/access/subscriptions.ts'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import type { IntentLevel } from '../../../../../contract/reading/filters.ts'
import type { Result } from '../../../../kit/calls/ask.ts'
import { loadSentenceOf } from '../../../../kit/calls/call-error.ts'
import { useCall } from '../../../../kit/calls/use-call.ts'
import classes from './message-more.module.css'
import type { FeedQuestion } from '../page/feed-question.ts'
import typography from '../../../../kit/ui/typography.module.css'
import { Stack } from '../../../../kit/ui/components/stack.tsx'

export interface MessageWhyProps {
  message: FeedMessage
  /** The filter that is read. */
  asked: FeedQuestion['ask']
}

/** Why a message is here: the query in a line, and everything else that had a say in it when asked. */
export function MessageWhy({ message, asked }: MessageWhyProps) {
  const [open, setOpen] = useState(false)
  const more = useId()
  return (
    <div className={classes.why}>
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={open}
        aria-controls={more}
        onClick={() => setOpen(!open)}
      >
        <span className={classes.whyLine}>
          Почему здесь: <WhyInShort message={message} />
        </span>
        <IconChevronDown size={15} stroke={1.8} className={classes.chevron} aria-hidden="true" />
      </button>
      <div id={more}>{open && <Reasons message={message} asked={asked} />}</div>
    </div>
  )
}

function WhyInShort({ message }: { message: FeedMessage }) {
  const { keyword, spans, productType } = message
  return keyword === null && spans.length === 0 ? withoutWords(productType) : <q>{keyword ?? fittedWords(message)}</q>
}

/** A list of groups asks for no words; the card of an edited message keeps its place, as someone may be working on it. */
const withoutWords = (productType: ProductType): string =>
  productType === 'group' ? 'написано в группе из списка' : 'подходил прежний текст, его изменили'

const intents: Record<IntentLevel, string> = {
  hot: 'похоже, человек ищет прямо сейчас',
  warm: 'возможно, человек ищет',
  cold: 'прямой просьбы не видно',
}

function Reasons({ message, asked }: MessageWhyProps) {
  const { data, error } = useCall('feed', 'explainMessage', { id: message.id, ...asked })
  if (error) return <p className={typography.note}>Объяснение не загрузилось. {loadSentenceOf(error)}</p>
  if (!data) return <Loader size="xs" type="dots" aria-label="Загрузка" />
  const { fits, filterWords, intent, unwanted, learned } = data
  return (
    <Stack as="dl" gap={1} className={classes.reasons}>
      {fits.map(({ product, keyword, spans, byTopic }) => (
        <Reason key={product.id} title={product.name}>
          {keyword !== null
            ? `подошло под запрос «${keyword}»`
            : spans.length === 0
              ? withoutWords(product.type)
              : `${byTopic ? 'по словам вокруг видно, что ищут' : 'подошли слова'} ${words(spans.map(([start, end]) => message.text.slice(start, end)))}`}
        </Reason>
      ))}
      {filterWords.length > 0 && <Reason title="Слова фильтра">{words(filterWords)}</Reason>}
      <Reason title="Намерение">
        {intents[intent.level]}, {percent(intent.score)}
        {intent.level !== 'cold' && intent.words.length > 0 && <>; решили слова {words(intent.words)}</>}
      </Reason>
      <Reason title="Спам">
        {unwanted.is ? 'похоже на рекламу или спам' : 'на рекламу и спам не похоже'}, {percent(unwanted.score)}
        {unwanted.is && unwanted.words.length > 0 && <>; насторожили слова {words(unwanted.words)}</>}
      </Reason>
      {learned && (
        <Reason title="Ваши отметки">
          {likeness(learned)}
          {tells(learned) && learned.words.length > 0 && <>; решили слова {words(learned.words)}</>}
        </Reason>
      )}
    </Stack>
  )
}

type Learned = NonNullable<Result<'feed', 'explainMessage'>['learned']>

/** In log-odds: what moves a message up less than this says nothing to its reader. */
const NOTABLE = 0.5

/** Many a message that the reader would like is moved down too: that alone tells nothing. */
const tells = ({ shift, is }: Learned): boolean => is || shift >= NOTABLE

function likeness(learned: Learned): string {
  if (!tells(learned)) return 'ничего определённого не говорят'
  return learned.is
    ? 'не похоже на то, что вам нравится, такое фильтр может скрывать'
    : 'похоже на то, что вам нравится'
}

function Reason({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const percent = (score: number): string => `${Math.round(Math.min(1, Math.max(0, score)) * 100)}%`
const words = (all: readonly string[]): string => all.map((word) => `«${word.trim()}»`).join(', ')

/** What stands in for a query too long to be read: the words that fitted. */
function fittedWords({ text, spans }: FeedMessage): string {
  return spans
    .map(([start, end], index) => {
      const before = text.slice(spans[index - 1]?.[1] ?? start, start)
      return (index === 0 ? '' : before.trim() === '' ? ' ' : ' … ') + text.slice(start, end)
    })
    .join('')
}
