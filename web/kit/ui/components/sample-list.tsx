import { SampleCard, type ShownSample } from './sample-card.tsx'
import { Stack } from './stack.tsx'

export interface SampleListProps {
  samples: readonly ShownSample[]
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
