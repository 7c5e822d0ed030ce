/** Every call of the contract, asked for under a mask. What each may do there it declares; what was decided once is written out here, and stays. */
import { expect, it, test } from 'vitest'
import type { Access } from '../contract/call.ts'
import { listCalls } from '../contract/request.ts'
import type { Identity } from './identity.ts'
import { maskUseOf, mayMask } from './mask.ts'
import { decidePermission } from './permission.ts'

const reads = [
  'accounts.createCaptcha',
  'accounts.getMe',
  'accounts.getSignInOptions',
  'accounts.listAuthHistory',
  'answers.listTemplates',
  'blog.getArticle',
  'blog.listArticles',
  'cart.getCart',
  'cart.listUsedTrials',
  'categories.getCategory',
  'categories.getCategoryCity',
  'categories.listCategories',
  'categories.listCategorySamples',
  'categories.searchCategories',
  'exports.listExports',
  'feed.countFilterValues',
  'feed.countHidden',
  'feed.explainMessage',
  'feed.getAuthor',
  'feed.getFeedSettings',
  'feed.getMessage',
  'feed.getVeiled',
  'feed.listActivity',
  'feed.listCopies',
  'feed.openSource',
  'feed.queryFeed',
  'feed.queryHidden',
  'feed.setFeedListener',
  'feed.tryStopWord',
  'filters.listFilters',
  'groups.getAddition',
  'groups.getGroupset',
  'groups.listGroups',
  'leads.getFunnel',
  'leads.getLead',
  'leads.listLeads',
  'learning.getLearned',
  'locations.searchLocations',
  'mailings.getMailingChoices',
  'marks.listBlackList',
  'masks.leaveMask',
  'notices.getNoticeSettings',
  'notices.listNotices',
  'notices.previewNoticeRule',
  'operator.getOperator',
  'partner.getPartnerTerms',
  'payments.getCounter',
  'payments.getInvoice',
  'payments.getOrder',
  'payments.listGateways',
  'payments.listPurchases',
  'privacy.getPrivacyFacts',
  'projects.listProjects',
  'projects.previewProject',
  'promo.getGiftPromoCode',
  'promo.getPromoCode',
  'reviews.getOwnReview',
  'reviews.listReviews',
  'sources.countHeard',
  'sources.getStatus',
  'sources.listSources',
  'subscriptions.estimatePackage',
  'subscriptions.listSubscriptions',
  'tariffs.listTariffs',
  'team.getMembershipCard',
  'team.getTeam',
  'team.listLeftOut',
  'team.listMembershipCards',
  'verification.getVerification',
]

const changes = [
  'accounts.logout',
  'accounts.updateUser',
  'answers.createTemplate',
  'answers.deleteTemplate',
  'answers.updateTemplate',
  'filters.copyFilter',
  'filters.createFilter',
  'filters.deleteFilter',
  'filters.orderFilters',
  'filters.restoreFilter',
  'filters.updateFilter',
  'groups.addGroups',
  'groups.clearGroups',
  'groups.deleteGroup',
  'groups.restoreGroups',
  'groups.setGroupEnabled',
  'marks.addToBlackList',
  'marks.removeFromBlackList',
  'notices.resetNoticeRule',
  'notices.sendTestNotice',
  'notices.setNoticePreferences',
  'notices.setNoticeRule',
  'projects.refreshProject',
  'projects.updateProject',
  'subscriptions.freezeSubscription',
  'subscriptions.unfreezeSubscription',
]

/** Besides what is the person's own in any case (`scope: 'self'`). */
const refused = [
  // Opens the account.
  'accounts.startRecovery',
  'social.takeAppleCallbackAuth',
  'social.takeAppleCallbackReg',
  'social.takeAppleNotice',
  // Says who sits at the device.
  'accounts.checkDevice',
  'partner.followShortLink',
  'referrals.recordTraffic',
  'partner.saveFp',
  'notices.getPushKey',
  'notices.unlinkAddress',
  // Money, and what it opens.
  'cart.addCartItem',
  'cart.clearCart',
  'cart.purchaseTrial',
  'cart.removeCartItem',
  'cart.setCartItems',
  'cart.subscribeByPromo',
  'cart.updateCart',
  'partner.createShortLink',
  'partner.exportPartner',
  'partner.getPartner',
  'partner.getTraffic',
  'partner.listCommissions',
  'partner.listReferrals',
  'partner.listShortLinks',
  'partner.regeneratePromo',
  'partner.setPartnerSwitch',
  'payments.orderCart',
  'payments.orderPackage',
  'payments.payInTestMode',
  'subscriptions.changeCategory',
  // Leads out of the service.
  'exports.createExport',
  'exports.deleteExport',
  'exports.getExportFile',
  'groups.downloadGroups',
  'leads.exportFunnel',
  // The person's own word, or their own reading.
  'blog.createComment',
  'blog.deleteComment',
  'feed.setFeedSetting',
  'feedback.sendFeedback',
  'reviews.deleteReview',
  'reviews.saveReview',
  'leads.createLeadComment',
  'leads.deleteLeadComment',
  'leads.setAnswered',
  'leads.setLooking',
  'leads.takeLead',
  'leads.updateLead',
  'leads.updateLeadOf',
  'learning.forgetLearned',
  'marks.markSpam',
  'marks.setDislike',
  'marks.setFavorite',
  'marks.setHandled',
  'marks.setLike',
  'marks.setNote',
  'marks.setViewed',
  'marks.unmarkSpam',
  // Lets others in.
  'team.confirmClaim',
  'team.createMembershipCard',
  'team.declineInvitation',
  'team.deleteMembershipCard',
  'team.getInvitation',
  'team.resendInvitation',
  'team.updateMembershipCard',
  // Comes of a letter, with a right of its own.
  'notices.followNoticeLink',
  'notices.openUnsubscribe',
  'notices.readNoticeLink',
  'mailings.followMailingLink',
  'mailings.openMailingUnsubscribe',
  'mailings.readMailingLink',
]

const staff: readonly Access[] = ['admin', 'moderator', 'blogEditor', 'categoryEditor', 'support']
const calls = listCalls()
const written = { read: reads, change: changes, refused }

it.each(Object.entries(written))('is used for %s as it is written here', (use, names) => {
  const declared = new Map(calls.map(({ name, call }) => [name, call.underMask]))
  expect(names.filter((name) => declared.get(name) !== use)).toEqual([])
})

it('is decided about, call by call', () => {
  const open = calls.filter(({ call }) => call.scope !== 'self' && !call.hook && !staff.includes(call.access))
  const decided = calls.filter(({ call }) => call.underMask !== undefined && !call.hook)
  expect(decided.map(({ name }) => name)).toEqual(open.map(({ name }) => name))
})

it('is refused with a sentence of its own, whoever the person is', () => {
  const actor = { id: 2, roles: ['support' as const] }
  const person = { id: 1, roles: ['partner' as const, 'teamOwner' as const] }
  const identity: Identity = { kind: 'acting-as', person, actor, sessionId: 1, maskId: 1, until: new Date(0) }
  for (const { call, feature, callName, name } of calls) {
    const allowed = call.underMask === 'read' || call.underMask === 'change'
    expect(decidePermission(call, identity, maskUseOf(feature, callName)), name).toBe(
      allowed ? null : 'MASK_NOT_ALLOWED',
    )
    // Said otherwise by mistake, what is the person's own stays so.
    if (call.scope === 'self') expect(decidePermission(call, identity, 'change'), name).toBe('MASK_NOT_ALLOWED')
  }
})

test.each(['toString', 'constructor', '__proto__'])('%s is no call', (name) => {
  expect(maskUseOf('accounts', name)).toBeNull()
})

test.each([
  [['support'], [], true],
  [['support', 'admin'], ['partner', 'teamOwner'], true],
  [[], [], false],
  [['admin'], [], false],
  [['support'], ['support'], false],
  [['support'], ['admin', 'partner'], false],
  [['support'], ['moderator'], false],
  [['support'], ['blogEditor'], false],
  [['support'], ['categoryEditor'], false],
] as const)('%j as %j: %s', (actor, person, may) => {
  expect(mayMask({ id: 1, roles: actor }, { id: 2, roles: person })).toBe(may)
  expect(mayMask({ id: 1, roles: actor }, { id: 1, roles: person })).toBe(false)
})
