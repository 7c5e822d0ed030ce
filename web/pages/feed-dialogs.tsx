import { useFocusReturn } from '@mantine/hooks'
import type { Export } from '../../contract/reading/exports.ts'
import { rangeOf } from '../features/reading/filters/filter-days.ts'
import type { FilterChoice } from '../features/reading/filters/use-filter-choice.ts'
import { useProducts } from '../features/reading/filters/use-products.ts'
import { LazyBoundary } from '../kit/ui/components/lazy-boundary.tsx'
import { lazyNamed } from '../kit/ui/lazy-named.ts'
import { subscribeLazily } from './subscribe-lazily.ts'

const ExportDialog = lazyNamed(() => import('../features/reading/exports/feed-export-dialog.tsx'), 'FeedExportDialog')
const SettingsDialog = lazyNamed(
  () => import('../features/reading/feed/page/feed-settings-dialog.tsx'),
  'FeedSettingsDialog',
)
const StatisticsDialog = lazyNamed(
  () => import('../features/reading/moderation/moderator-statistics-dialog.tsx'),
  'ModeratorStatisticsDialog',
)

export type FeedDialogName = 'settings' | 'statistics' | Export['kind']

export interface FeedDialogsProps {
  open: FeedDialogName | null
  choice: FilterChoice
  /** Of the view that is read; null for a filter. */
  title: string | null
  zone: string
  onClose: () => void
}

/** The dialogs of the feed; each is fetched when it is first opened. */
export function FeedDialogs({ open, choice, title, zone, onClose }: FeedDialogsProps) {
  const { products } = useProducts()
  const filter = choice.draft ? null : choice.filter
  const view = choice.draft || title === null || !choice.fields ? null : { name: title, push: choice.fields.push }
  const current = filter ?? view
  // A dialog gives the focus back when it closes, but not when it is taken away, as these are.
  useFocusReturn({ opened: open !== null })
  return (
    <LazyBoundary>
      {(open === 'messages' || open === 'users') && (
        <ExportDialog
          kind={open}
          products={products}
          filter={filter}
          zone={zone}
          momentsOf={(days) => rangeOf(days, zone)}
          onClose={onClose}
        />
      )}
      {open === 'settings' && (
        <SettingsDialog
          subscribe={subscribeLazily}
          filter={
            current && {
              name: current.name,
              push: current.push,
              setPush: choice.editable || view ? (push) => choice.change({ push }) : null,
            }
          }
          onClose={onClose}
        />
      )}
      {open === 'statistics' && <StatisticsDialog zone={zone} onClose={onClose} />}
    </LazyBoundary>
  )
}
