import { useFocusReturn } from '@mantine/hooks'
import { useEffect } from 'react'
import { LazyBoundary } from '../../../../kit/ui/components/lazy-boundary.tsx'
import { lazyNamed } from '../../../../kit/ui/lazy-named.ts'
import type { AuthorFrame } from './author-frame.ts'
import { closeAuthor, useOpenAuthor } from './author-state.ts'

const AuthorDialog = lazyNamed(() => import('./author-dialog.tsx'), 'AuthorDialog')

/** The card of an author, over the page, while one is open; fetched then. Stands once on a page that opens any. */
export function AuthorCard(props: AuthorFrame) {
  const id = useOpenAuthor()
  useFocusReturn({ opened: id !== null })
  // It belongs to the page it was opened on.
  useEffect(() => closeAuthor, [])
  return (
    <LazyBoundary>{id !== null && <AuthorDialog key={id} id={id} {...props} onClose={closeAuthor} />}</LazyBoundary>
  )
}
