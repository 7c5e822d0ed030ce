import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { SeenProduct } from '../../../../../contract/access/subscriptions.ts'
import { VEILED_CARDS, type Veiled } from '../../../../../contract/reading/veiled.ts'
import { useCall } from '../../../../kit/calls/use-call.ts'
import card from '../../../../kit/ui/components/card.module.css'
import { LazyBoundary } from '../../../../kit/ui/components/lazy-boundary.tsx'
import { Stack } from '../../../../kit/ui/components/stack.tsx'
import { usePageHash } from '../../../../kit/ui/hooks/use-page-hash.ts'
import { lazyNamed } from '../../../../kit/ui/lazy-named.ts'
import typography from '../../../../kit/ui/typography.module.css'
import type { FeedQuestion } from '../page/feed-question.ts'
import classes from './veiled-messages.module.css'

const VeiledProduct = lazyNamed(() => import('./veiled-product.tsx'), 'VeiledProduct')

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
  const trials = products.filter(({ trial }) => trial)
  const { data, error } = useCall('feed', 'getVeiled', asked, { enabled: trials.length > 0, staleTime: FRESH_MS })
  const [page] = usePageHash()
  if (trials.length === 0) return null
  const nameOf = ({ productType, productId }: Veiled): string =>
    trials.find((each) => each.productType === productType && each.id === productId)?.name ?? ''
  const shown = (data?.veiled ?? []).filter((veiled) => trials.length === 1 || veiled.messages > 0 || !narrowed)
  return (
    <Stack as="section" gap={3} className={`${card.surface} ${classes.box}`} aria-label="Последние три дня">
      {data ? (
        <LazyBoundary waiting={<Waiting />}>
          {shown.map((veiled) => (
            <VeiledProduct
              key={`${veiled.productType} ${veiled.productId}`}
              veiled={veiled}
              name={nameOf(veiled)}
              narrowed={narrowed}
              // Further pages are about older messages.
              cards={page === null || page === '1' ? veiled.cards : []}
              zone={zone}
              offer={offer(veiled, nameOf(veiled))}
            />
          ))}
        </LazyBoundary>
      ) : (
        !error && <Waiting />
      )}
      <p className={typography.note}>
        <strong>Последние три дня скрыты.</strong> На платном доступе сообщения приходят сразу, пока человек ещё
        выбирает.
      </p>
    </Stack>
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
