import type { Subscription } from '../../../../contract/access/subscriptions.ts'

type Changes = Partial<Omit<Subscription, 'Tariff'>> & { Tariff?: Partial<Subscription['Tariff']> }

/** A subscription to photographers that was bought for a month. */
export function subscription({ Tariff, ...changes }: Changes = {}): Subscription {
  return {
    id: 1,
    Tariff: {
      id: 1,
      product: 'category',
      type: 'regular',
      title: 'Обычный',
      rate: 990,
      fee: 0,
      duration: 1,
      durationUnit: 'month',
      durationTitle: '1 месяц',
      teamSize: null,
      maxQuantity: null,
      ...Tariff,
    },
    Category: { id: 1, name: 'Фотографы', description: '', free: true, icon: 'camera' },
    MonitoredProject: null,
    MonitoredGroupset: null,
    startsAt: '2026-11-01T00:00:00Z',
    expiresAt: '2026-12-01T00:00:00Z',
    frozenAt: null,
    freeze: { times: 2, days: 30 },
    categoryChangesLeft: 1,
    ...changes,
  }
}
