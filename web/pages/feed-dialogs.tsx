import { useFocusReturn } from '@mantine/hooks'
import { lazy } from 'react'
import type { Export } from '../../contract/exports.ts'
import { rangeOf } from '../features/filters/filter-days.ts'
import type { FilterChoice } from '../features/filters/use-filter-choice.ts'
import { useProducts } from '../features/filters/use-products.ts'
import { Later } from '../kit/ui/later.tsx'

const ExportDialog = lazy(() =>
  import('../features/exports/feed-export-dialog.tsx').then((file) => ({ default: file.FeedExportDialog })),
)
const SettingsDialog = lazy(() =>
  import('../features/feed/feed-settings-dialog.tsx').then((file) => ({ default: file.FeedSettingsDialog })),
)
const StatisticsDialog = lazy(() =>
  import('../features/moderation/moderator-statistics-dialog.tsx').then((file) => ({
    default: file.ModeratorStatisticsDialog,
  })),
)

export type FeedDialogName = 'settings' | 'statistics' | Export['kind']

export interface FeedDialogsProps {
  open: FeedDialogName | null
  choice: FilterChoice
  zone: string
  onClose: () => void
}

/** The dialogs of the feed; each is fetched when it is first opened. */
export function FeedDialogs({ open, choice, zone, onClose }: FeedDialogsProps) {
  const { categories } = useProducts()
  const filter = choice.draft ? null : choice.filter
  // A dialog gives the focus back when it closes, but not when it is taken away, as these are.
  useFocusReturn({ opened: open !== null })
  return (
    <Later>
      {(open === 'messages' || open === 'users') && (
        <ExportDialog
          kind={open}
          categories={categories}
          filter={filter}
          zone={zone}
          momentsOf={(days) => rangeOf(days, zone)}
          onClose={onClose}
        />
      )}
      {open === 'settings' && (
        <SettingsDialog
          filter={
            filter && {
              name: filter.name,
              push: filter.push,
              setPush: choice.editable ? (push) => choice.change({ push }) : null,
            }
          }
          onClose={onClose}
        />
      )}
      {open === 'statistics' && <StatisticsDialog zone={zone} onClose={onClose} />}
    </Later>
  )
}
