import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { networkTitles } from '../../../../../contract/networks.ts'
import type { SeenProduct } from '../../../../../contract/access/subscriptions.ts'
import { VEILED_CARDS, type Veiled, type VeiledCard } from '../../../../../contract/reading/veiled.ts'
import { useCall } from '../../../../kit/calls/use-call.ts'
import card from '../../../../kit/ui/components/card.module.css'
import { NetworkIcon } from '../../../../kit/ui/components/network-icon.tsx'
import { Row, Stack } from '../../../../kit/ui/components/stack.tsx'
import { useNow } from '../../../../kit/ui/hooks/use-now.ts'
import { usePageHash } from '../../../../kit/ui/hooks/use-page-hash.ts'
import typography from '../../../../kit/ui/typography.module.css'
import type { FeedQuestion } from '../page/feed-question.ts'
import classes from './veiled-messages.module.css'
import { hourInWords, restInWords, trialsAmong, veiledInWords } from './veiled-words.ts'

export interface VeiledMessagesProps {
  /** What the filter asks for of what the person may see; of it what is on trial hides its newest days. */
  products: readonly SeenProduct[]
  /** The filter that is read. */
  asked: FeedQuestion['ask']
  /** The filter hides something of its own. */
  narrowed: boolean
  zone: string
  /** The way to pay for it. */
  offer: (veiled: Veiled, name: string) => ReactNode
}

/** How long a count stands. */
const FRESH_MS = 60_000

/** What the trials hide: how much it is, the newest of it without its words, and the way to read it (spec §2 Feed, trial warning). */
export function VeiledMessages({ products, asked, narrowed, zone, offer }: VeiledMessagesProps) {
  const trials = trialsAmong(products)
  const { data, error } = useCall('feed', 'getVeiled', asked, { enabled: trials.length > 0, staleTime: FRESH_MS })
  const [page] = usePageHash()
  if (trials.length === 0) return null
  const nameOf = ({ productType, productId }: Veiled): string =>
    trials.find((each) => each.productType === productType && each.id === productId)?.name ?? ''
  const shown = (data?.veiled ?? []).filter((veiled) => trials.length === 1 || veiled.messages > 0 || !narrowed)
  return (
    <Stack as="section" gap={3} className={`${card.surface} ${classes.box}`} aria-label="Последние три дня">
      {data
        ? shown.map((veiled) => (
            <VeiledProduct
              key={`${veiled.productType} ${veiled.productId}`}
              veiled={veiled}
              title={veiledInWords(veiled, nameOf(veiled), narrowed)}
              // Further pages are about older messages.
              cards={page === null || page === '1' ? veiled.cards : []}
              zone={zone}
              offer={offer(veiled, nameOf(veiled))}
            />
          ))
        : !error && <Waiting />}
      <p className={typography.note}>
        <strong>Последние три дня скрыты.</strong> На платном доступе сообщения приходят сразу, пока человек ещё
        выбирает.
      </p>
    </Stack>
  )
}

interface VeiledProductProps {
  veiled: Veiled
  title: string
  cards: VeiledCard[]
  zone: string
  offer: ReactNode
}

function VeiledProduct({ veiled, title, cards, zone, offer }: VeiledProductProps) {
  const now = useNow()
  const id = useId()
  const rest = restInWords({ ...veiled, cards })
  return (
    <Stack gap={3}>
      <Row gap={[2, 4]} align="center" justify="space-between" className={classes.head}>
        <h2 id={id} className={`${typography.heading} ${classes.title}`}>
          {title}
        </h2>
        {offer}
      </Row>
      {cards.length > 0 && (
        <ul className={classes.cards} aria-labelledby={id}>
          {cards.map((each, at) => (
            // They have no names, and change all together.
            <li key={at} className={classes.card}>
              <Row gap={[0, 2]} align="center" className={`${typography.note} ${classes.where}`}>
                <span className={classes.network} title={networkTitles[each.network]}>
                  <NetworkIcon network={each.network} />
                  <VisuallyHidden>{networkTitles[each.network]}</VisuallyHidden>
                </span>
                <span className={classes.place}>{each.place ?? 'Место не указано'}</span>
                <span>{hourInWords(each.publishedAt, now, zone)}</span>
                {each.demo && (
                  <span className={classes.demo} title="Сообщение придумано, чтобы показать работу ленты">
                    Демо
                  </span>
                )}
              </Row>
              <VeiledText length={each.length} from={at * 3} />
              <VisuallyHidden>Текст скрыт</VisuallyHidden>
            </li>
          ))}
        </ul>
      )}
      {rest !== null && <p className={classes.rest}>{rest}</p>}
    </Stack>
  )
}

/** Widths of words, in signs, over and over. */
const WORDS = [9, 5, 11, 3, 8, 6, 12, 4, 7, 10]

/** As much of nothing as there is text. @param from which of the words is the first */
function VeiledText({ length, from }: { length: number; from: number }) {
  const words: number[] = []
  for (let signs = 0; signs < length; signs += (words.at(-1) ?? 0) + 1)
    words.push(WORDS[(from + words.length) % WORDS.length] ?? 1)
  return (
    <div className={classes.text} aria-hidden="true">
      {words.map((signs, at) => (
        <span key={at} style={{ width: `${signs * 0.52}em` }} />
      ))}
    </div>
  )
}

function Waiting() {
  return (
    <Stack gap={3} aria-busy="true">
      <Skeleton height={36} width="60%" />
      {Array.from({ length: VEILED_CARDS }, (_, at) => (
        <Skeleton key={at} height={52} radius="md" />
      ))}
    </Stack>
  )
}
