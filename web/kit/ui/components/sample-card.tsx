import type { ReactNode } from 'react'
import { networkTitles, type MessageKind, type Network } from '../../../../contract/networks.ts'
import type { Span } from '../text/highlight-spans.ts'
import typography from '../typography.module.css'
import card from './card.module.css'
import { MessageText } from './message-text.tsx'
import { Moment } from './moment.tsx'
import { NetworkIcon } from './network-icon.tsx'
import { OuterLink } from './outer-link.tsx'
import classes from './sample-card.module.css'
import { Row, Stack } from './stack.tsx'

const suppressedByWords = { censor: 'скроет фильтр грубых слов', neural: 'скроет нейрофильтр' }

/** A message as strangers to it may see it. */
export interface ShownSample {
  id: number
  network: Network
  kind: MessageKind
  text: string
  /** [start, end) in UTF-16 units. */
  spans: readonly Span[]
  publishedAt: string
  group: string | null
  url: string | null
  demo: boolean
  /** By what it would be hidden. */
  suppressedBy: keyof typeof suppressedByWords | null
}

export interface SampleCardProps {
  sample: ShownSample
  zone: string
  /** Beside the time. */
  children?: ReactNode
}

/** A message as an example: where and when it was written, and what in it fits. */
export function SampleCard({ sample, zone, children }: SampleCardProps) {
  const place = sample.group ?? networkTitles[sample.network]
  return (
    <Stack
      as="article"
      gap={2}
      className={`${card.surface} ${classes.card}`}
      aria-label={place}
      data-suppressed-by={sample.suppressedBy ?? undefined}
    >
      <Row as="header" gap={[1, 2]} align="center" className={typography.note}>
        <NetworkIcon network={sample.network} />
        <OuterLink url={sample.url} className={`${typography.underlined} ${typography.truncated} ${classes.place}`}>
          {place}
        </OuterLink>
        <span>
          {sample.kind === 'comment' && 'комментарий, '}
          <Moment at={sample.publishedAt} zone={zone} />
        </span>
        {sample.demo && (
          <span className={classes.badge} data-tone="demo" title="Сообщение придумано, чтобы показать работу ленты">
            Демо
          </span>
        )}
        {sample.suppressedBy && <span className={classes.badge}>{suppressedByWords[sample.suppressedBy]}</span>}
        {children}
      </Row>
      <MessageText text={sample.text} spans={sample.spans} />
    </Stack>
  )
}
