import type { Subscription } from '../../../../contract/access/subscriptions.ts'
import { StateMark } from '../../../kit/ui/components/settings-card.tsx'

/** Of what is held in the ordinary way there is nothing to say. */
const words: Record<Subscription['Tariff']['type'], string | null> = {
  trial: 'пробная',
  regular: null,
  team: 'для команды',
  package: 'пакет',
}

/** How a subscription stands apart: frozen, on trial, for a team. */
export function TariffMark({ of: { Tariff, frozenAt } }: { of: Pick<Subscription, 'Tariff' | 'frozenAt'> }) {
  if (frozenAt !== null) return <StateMark tone="quiet">заморожена</StateMark>
  const word = words[Tariff.type]
  return word && <StateMark tone={Tariff.type === 'trial' ? 'warn' : 'quiet'}>{word}</StateMark>
}
