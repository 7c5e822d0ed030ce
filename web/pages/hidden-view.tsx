import { lazy, type ComponentProps } from 'react'
import { MessageSkeletons } from '../features/feed/message-skeleton.tsx'
import { Later } from '../kit/ui/later.tsx'
import { PageTitle } from '../kit/ui/page-title.tsx'

const HiddenList = lazy(() => import('../features/feed/hidden-list.tsx').then((file) => ({ default: file.HiddenList })))

/** Stands in place of the feed at `?view=hidden`. */
export function HiddenView(props: ComponentProps<typeof HiddenList>) {
  return (
    <Later waiting={<MessageSkeletons count={4} />}>
      <PageTitle name="Что скрыто" />
      <HiddenList {...props} />
    </Later>
  )
}
