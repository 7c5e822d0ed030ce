import type { ComponentProps } from 'react'
import { SampleCard } from './sample-card.tsx'
import { Stack } from './stack.tsx'

type Sample = ComponentProps<typeof SampleCard>['sample']

export interface SampleListProps {
  samples: readonly Sample[]
  zone: string
  gap?: 2 | 3
}

/** Samples one below the other. */
export function SampleList({ samples, zone, gap = 3 }: SampleListProps) {
  return (
    <Stack as="ul" gap={gap}>
      {samples.map((sample) => (
        <li key={sample.id}>
          <SampleCard sample={sample} zone={zone} />
        </li>
      ))}
    </Stack>
  )
}
