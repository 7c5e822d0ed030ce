import { breakpoints } from '../../../kit/ui/breakpoints.ts'
import { useAtLeast } from '../../../kit/ui/hooks/use-at-least.ts'
import { FilterBar, type FilterBarProps } from './filter-bar.tsx'
import { FilterChips } from './filter-chips.tsx'

/** What the filter asks for: a bar where there is room for one, chips and dialogs where there is none. */
export function FilterPanel(props: FilterBarProps) {
  const roomy = useAtLeast(breakpoints.tablet)
  return roomy ? <FilterBar {...props} /> : <FilterChips {...props} />
}
