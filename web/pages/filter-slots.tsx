import type { FilterSlots } from '../features/reading/filters/condition-fields.tsx'
import type { FilterChoice } from '../features/reading/filters/use-filter-choice.ts'
import { lazyNamed } from '../kit/ui/lazy-named.ts'
import { subscribeLazily } from './subscribe-lazily.ts'

// Not before the form of the filter is opened.
const PushSwitch = lazyNamed(() => import('../features/reading/feed/push/push-switch.tsx'), 'PushSwitch')
const LearnedSwitch = lazyNamed(() => import('../features/reading/learning/learned-switch.tsx'), 'LearnedSwitch')
const LocationsInput = lazyNamed(() => import('../features/watching/locations/locations-input.tsx'), 'LocationsInput')

/** What places, learning and notices put into the form of the filter. */
export function filterSlots({ fields, change, editable, view, draft }: FilterChoice): FilterSlots {
  return {
    locations: ({ alone, counts }) =>
      fields && (
        <LocationsInput
          locations={fields.locations}
          inline={alone}
          // A country is wherever a place is known.
          countOf={({ id, type }) => counts.of('locations', type === 'country' ? 'known' : id)}
          onChange={(locations) => change({ locations })}
        />
      ),
    learned: fields && <LearnedSwitch on={fields.learned} onChange={(learned) => change({ learned })} />,
    push: fields && (editable || (view !== null && !draft)) && (
      <PushSwitch on={fields.push} subscribe={subscribeLazily} onChange={(push) => change({ push })} />
    ),
  }
}
