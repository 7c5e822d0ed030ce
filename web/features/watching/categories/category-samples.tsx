import type { Sample } from '../../../../contract/watching/projects.ts'
import { RotatingList } from '../../../kit/ui/components/rotating-list.tsx'
import { SampleCard } from '../../../kit/ui/components/sample-card.tsx'

export const SHOWN = 3

/** What the category brought, a few at a time and another one now and then. */
export function CategorySamples({ samples, zone }: { samples: readonly Sample[]; zone: string }) {
  return (
    <RotatingList title="Примеры сообщений" things={samples} shown={SHOWN} room={420}>
      {(sample) => <SampleCard sample={sample} zone={zone} />}
    </RotatingList>
  )
}
