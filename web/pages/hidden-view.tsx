import { type ComponentProps } from 'react'
import { MessageSkeletons } from '../features/reading/feed/card/message-skeleton.tsx'
import { LazyBoundary } from '../kit/ui/components/lazy-boundary.tsx'
import { PageTitle } from '../kit/ui/components/page-title.tsx'
import { lazyNamed } from '../kit/ui/lazy-named.ts'

const HiddenList = lazyNamed(() => import('../features/reading/feed/page/hidden-list.tsx'), 'HiddenList')

/** Stands in place of the feed at `?view=hidden`. */
export function HiddenView(props: ComponentProps<typeof HiddenList>) {
  return (
    <LazyBoundary waiting={<MessageSkeletons count={4} />}>
      <PageTitle name="Что скрыто" />
      <HiddenList {...props} />
    </LazyBoundary>
  )
}
