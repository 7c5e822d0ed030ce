/** The partner programme: who takes part, what they earn, how it is paid (docs/flows/commission.md). */
import type { CommissionTerms } from '../../../../rules/partner/commission.ts'
import type { PayoutStatus } from '../../../../contract/commerce/partner.ts'
import type { Handlers } from '../../../kit/context.ts'
import { defineFeature } from '../../../kit/feature.ts'
import { every, on } from '../../../kit/jobs.ts'
import {
  getPartnerStats,
  listPartnerOrders,
  listSuspectedPartners,
  settleSuspicion,
  updatePartnerOrder,
} from './admin.ts'
import { earnCommission } from './earn.ts'
import { enterPartner, getPartner, regeneratePromo, saveFp, setPartnerSwitch } from './enter.ts'
import { exportPartner, exportPartnerOrders } from './export-partner.ts'
import { forgetWallets } from './forget-wallets.ts'
import { writeOfEarnings } from './letters-of-earnings.ts'
import { listCommissions } from './money.ts'
import { getAvailablePayout, listPayouts, requestPayout, sendPayoutCode } from './payouts.ts'
import { partnerSignals } from './partner.signals.ts'
import { personalPartner } from './personal-partner.ts'
import { releaseCommissions, reverseCommission } from './release.ts'
import { createShortLink, followShortLink, listShortLinks } from './short-links.ts'
import { getTraffic, listReferrals } from './stats.ts'
import { getPartnerTerms, setPartnerTerms } from './terms.ts'

const handlers: Handlers<'partner'> = {
  enterPartner,
  getPartnerTerms,
  getPartner,
  saveFp,
  setPartnerSwitch,
  getTraffic,
  listReferrals,
  listCommissions,
  listPayouts,
  getAvailablePayout,
  sendPayoutCode,
  requestPayout,
  regeneratePromo,
  createShortLink,
  listShortLinks,
  followShortLink,
  exportPartner,
  listPartnerOrders,
  exportPartnerOrders,
  listSuspectedPartners,
  updatePartnerOrder,
  getPartnerStats,
  settleSuspicion,
  setPartnerTerms,
}

declare module '../../../kit/audit.ts' {
  interface AuditActions {
    'payout-changed': { payout: number; before: PayoutStatus; status: PayoutStatus; comment: string | null }
    'commission-decided': { commission: number; accept: boolean; comment: string }
    'payouts-exported': { payouts: number; partner?: number; status?: PayoutStatus }
    'payout-requested': { payout: number; sum: number }
    'partner-terms-set': CommissionTerms
  }
}

declare module '../../../kit/bus.ts' {
  interface BusMessages {
    /** Money, referrals or links of this partner are different now. */
    'partner.changed': { userId: number }
  }
}

export const partnerFeature = defineFeature({
  name: 'partner',
  handlers,
  jobs: [
    on('order.paid', 'earn-commission', (context, { orderId }) => earnCommission(context, orderId)),
    on('order.refunded', 'reverse-commission', (context, { orderId }) => reverseCommission(context, orderId)),
    every('*/10 * * * *', 'release-commissions', async (context) => {
      const released = await releaseCommissions(context)
      if (released > 0) context.log.info({ released }, 'commissions became the partners')
    }),
    every('43 3 * * *', 'forget-wallets', ({ db }) => forgetWallets(db)),
    // Ten in the morning in Moscow.
    every('0 7 * * *', 'letters-of-earnings', writeOfEarnings),
  ],
  signals: partnerSignals,
  personalData: personalPartner,
  auditWords: {
    'payout-requested': 'Заявка на выплату',
    'payout-changed': 'Состояние выплаты изменено',
    'payouts-exported': 'Выгружены заявки на выплату',
    'commission-decided': 'Решение о начислении',
    'partner-terms-set': 'Изменены условия партнёрской программы',
  },
})
