import type { TariffProduct } from '../../../../contract/access/tariffs.ts'
import { useCall } from '../../../kit/calls/use-call.ts'

/**
 * Of which products the person has had their trial: of a guest, none. Undefined while no one knows; when it can't be read, what is taken
 * twice is refused by the server still.
 */
export function useUsedTrials(person: object | null | undefined): readonly TariffProduct[] | undefined {
  const { data, error } = useCall('cart', 'listUsedTrials', {}, { enabled: Boolean(person) })
  if (person === null || error) return []
  return person === undefined ? undefined : data?.used
}
