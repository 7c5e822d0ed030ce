import { VisuallyHidden } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { networkTitles } from '../../../../../contract/networks.ts'
import type { Veiled, VeiledCard } from '../../../../../contract/reading/veiled.ts'
import { NetworkIcon } from '../../../../kit/ui/components/network-icon.tsx'
import { Row, Stack } from '../../../../kit/ui/components/stack.tsx'
import { useNow } from '../../../../kit/ui/hooks/use-now.ts'
import typography from '../../../../kit/ui/typography.module.css'
import classes from './veiled-messages.module.css'
import { hoursAgoInWords, veiledRestInWords, veiledInWords } from './veiled-words.ts'

export interface VeiledProductProps {
  veiled: Veiled
  /** Of the product. */
  name: string
  /** The filter hides something of its own. */
  narrowed: boolean
  cards: VeiledCard[]
  zone: string
  offer: ReactNode
}

/** How much of one product is hidden, and the newest of it without its words. */
export function VeiledProduct({ veiled, name, narrowed, cards, zone, offer }: VeiledProductProps) {
  const now = useNow()
  const id = useId()
  const rest = veiledRestInWords({ ...veiled, cards })
  return (
    <Stack gap={3}>
      <Row gap={[2, 4]} align="center" justify="space-between" className={classes.head}>
        <h2 id={id} className={`${typography.heading} ${classes.title}`}>
          {veiledInWords(veiled, name, narrowed)}
        </h2>
        {offer}
      </Row>
      {cards.length > 0 && (
        <ul className={classes.cards} aria-labelledby={id}>
          {cards.map((each, at) => (
            // They have no names, and change all together.
            <li key={at} className={classes.card}>
              <Row gap={[0, 2]} align="center" className={typography.note}>
                <span className={classes.network} title={networkTitles[each.network]}>
                  <NetworkIcon network={each.network} />
                  <VisuallyHidden>{networkTitles[each.network]}</VisuallyHidden>
                </span>
                <span className={classes.place}>{each.place ?? 'Место не указано'}</span>
                <span>{hoursAgoInWords(each.publishedAt, now, zone)}</span>
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
