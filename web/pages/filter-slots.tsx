import type { FilterSlots } from '../features/reading/filters/filter-fields.tsx'
import type { FilterChoice } from '../features/reading/filters/use-filter-choice.ts'
import { lazyNamed } from '../kit/ui/lazy-named.ts'

const LocationsInput = lazyNamed(() => import('../features/watching/locations/locations-input.tsx'), 'LocationsInput')
const LearnedSwitch = lazyNamed(() => import('../features/reading/learning/learned-switch.tsx'), 'LearnedSwitch')

/** What places and learning put into the form of the filter; each is fetched when the form is first shown. */
export function filterSlots({ fields, change }: FilterChoice): FilterSlots {
  return {
    locations: fields && (
      <LocationsInput locations={fields.locations} onChange={(locations) => change({ locations })} />
    ),
    learned: fields && <LearnedSwitch on={fields.learned} onChange={(learned) => change({ learned })} />,
  }
}
