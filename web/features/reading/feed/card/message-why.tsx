import { Loader } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState, type ReactNode } from 'react'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import type { IntentLevel } from '../../../../../contract/reading/filters.ts'
import type { Result } from '../../../../kit/calls/ask.ts'
import { loadSentenceOf } from '../../../../kit/calls/call-error.ts'
import { useCall } from '../../../../kit/calls/use-call.ts'
import classes from './message-more.module.css'
import type { FeedQuestion } from '../page/feed-question.ts'
import typography from '../../../../kit/ui/typography.module.css'
import { Stack } from '../../../../kit/ui/components/stack.tsx'
import { fittedWords, isPlain, quoted, whyInShort, withoutWords } from './why-in-words.ts'

export interface MessageWhyProps {
  message: FeedMessage
  /** The filter that is read. */
  asked: FeedQuestion['ask']
}

/** Why a message is here: the words that fitted in a line, and everything else that had a say in it when asked. */
export function MessageWhy({ message, asked }: MessageWhyProps) {
  const [open, setOpen] = useState(false)
  const more = useId()
  const short = whyInShort(message)
  return (
    <div className={classes.why}>
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={open}
        aria-controls={more}
        onClick={() => setOpen(!open)}
      >
        <span className={classes.whyLine}>Почему здесь{short !== null && `: ${short}`}</span>
        <IconChevronDown size={15} stroke={1.8} className={classes.chevron} aria-hidden="true" />
      </button>
      <div id={more}>{open && <MessageReasons message={message} asked={asked} />}</div>
    </div>
  )
}

const intents: Record<IntentLevel, string> = {
  hot: 'похоже, человек ищет прямо сейчас',
  warm: 'похоже, человек ищет',
  cold: 'прямой просьбы не видно',
}

/** All that had a say in it, product by product, and what the model makes of the text. */
export function MessageReasons({ message, asked }: MessageWhyProps) {
  const { data, error } = useCall('feed', 'explainMessage', { id: message.id, ...asked })
  if (error) return <p className={typography.note}>Объяснение не загрузилось. {loadSentenceOf(error)}</p>
  if (!data) return <Loader size="xs" type="dots" aria-label="Загрузка" />
  const { fits, filterWords, intent, unwanted, learned } = data
  return (
    <Stack as="dl" gap={1} className={classes.reasons}>
      {fits.map((fit) => (
        <Reason key={fit.product.id} title={fit.product.name}>
          {fitInWords(fit, message)}
        </Reason>
      ))}
      {filterWords.length > 0 && <Reason title="Слова фильтра">{quoted(filterWords)}</Reason>}
      <Reason title="Намерение">
        {intents[intent.level]}, {percent(intent.score)}
        {intent.level !== 'cold' && intent.words.length > 0 && <>; решили слова {quoted(intent.words)}</>}
        {intent.level !== 'cold' && intent.readiness && (
          <>
            ; {intent.readiness.is === 'now' ? 'ждут ответа сейчас' : 'не торопятся'}:{' '}
            {quoted([intent.readiness.words])}
          </>
        )}
      </Reason>
      <Reason title="Спам">
        {unwanted.is ? 'похоже на рекламу или спам' : 'на рекламу и спам не похоже'}, {percent(unwanted.score)}
        {unwanted.is && unwanted.words.length > 0 && <>; насторожили слова {quoted(unwanted.words)}</>}
      </Reason>
      {learned && (
        <Reason title="Ваши отметки">
          {likeness(learned)}
          {isNotable(learned) && learned.words.length > 0 && <>; решили слова {quoted(learned.words)}</>}
        </Reason>
      )}
    </Stack>
  )
}

type Explained = Result<'feed', 'explainMessage'>

/** Of a category the words alone: its queries are the editors'. What people asked for themselves they may read again. */
function fitInWords({ product, keyword, spans, byTopic }: Explained['fits'][number], message: FeedMessage): string {
  const words = fittedWords(message.text, spans)
  if (byTopic && words.length > 0) return `по словам вокруг видно, что ищут ${quoted(words)}`
  if (product.type === 'project' && isPlain(keyword)) return `подошло под слова проекта «${keyword}»`
  if (words.length > 0) return `подошли слова ${quoted(words)}`
  if (product.type === 'group' && message.group) return `сообщение группы ${quoted([message.group.name])}`
  return withoutWords(product.type)
}

type Learned = NonNullable<Explained['learned']>

/** In log-odds: what moves a message up less than this says nothing to its reader. */
const NOTABLE = 0.5

/** Many a message that the reader would like is moved down too: that alone means nothing. */
const isNotable = ({ shift, is }: Learned): boolean => is || shift >= NOTABLE

function likeness(learned: Learned): string {
  if (!isNotable(learned)) return 'ничего определённого не говорят'
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
