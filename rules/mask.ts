/**
 * Masks: support looks at the service as someone else sees it (docs/decisions/masks.md). What may be asked for meanwhile is named
 * here, call by call; all else is refused, and so is a call that no one has decided about yet.
 */
import type { RoleName } from '../contract/call.ts'
import type { Contract } from '../contract/contract.ts'
import { isStaff } from './roles.ts'

/** `read`: it leaves everything as it is; such calls are counted. `change`: each is written down by itself. */
export type MaskUse = 'read' | 'change'

/**
 * One may look at everything, and put in order what the person has set up: filters, groups, projects, how they are told of news. What they say or
 * do themselves is theirs: marks, notes, leads, answers; so is money, and all that opens the account or leads out of it.
 */
const underMask: { [Feature in keyof Contract]?: { [Name in keyof Contract[Feature]]?: MaskUse } } = {
  accounts: {
    getMe: 'read',
    getSignInOptions: 'read',
    createCaptcha: 'read',
    listAuthHistory: 'read',
    // Ends the own session, and the mask with it.
    logout: 'change',
    updateUser: 'change',
  },
  answers: { listTemplates: 'read', createTemplate: 'change', updateTemplate: 'change', deleteTemplate: 'change' },
  blog: { listArticles: 'read', getArticle: 'read' },
  cart: { getCart: 'read', listUsedTrials: 'read' },
  categories: {
    listCategories: 'read',
    searchCategories: 'read',
    getCategory: 'read',
    getCategoryCity: 'read',
    listCategorySamples: 'read',
  },
  exports: { listExports: 'read' },
  feed: {
    queryFeed: 'read',
    setFeedListener: 'read',
    queryHidden: 'read',
    countHidden: 'read',
    countFilterValues: 'read',
    explainMessage: 'read',
    listCopies: 'read',
    listDeeds: 'read',
    getMessage: 'read',
    getAuthor: 'read',
    openSource: 'read',
    tryStopWord: 'read',
    getVeiled: 'read',
    getFeedSettings: 'read',
  },
  filters: {
    listFilters: 'read',
    createFilter: 'change',
    updateFilter: 'change',
    copyFilter: 'change',
    deleteFilter: 'change',
    restoreFilter: 'change',
    orderFilters: 'change',
  },
  groups: {
    getGroupset: 'read',
    listGroups: 'read',
    getAddition: 'read',
    addGroups: 'change',
    setGroupEnabled: 'change',
    deleteGroup: 'change',
    clearGroups: 'change',
    restoreGroups: 'change',
  },
  leads: { getLead: 'read', listLeads: 'read', getFunnel: 'read' },
  learning: { getLearned: 'read' },
  locations: { searchLocations: 'read' },
  marks: { listBlackList: 'read', addToBlackList: 'change', removeFromBlackList: 'change' },
  masks: { leaveMask: 'read' },
  mailings: { getMailingChoices: 'read' },
  notices: {
    getNoticeSettings: 'read',
    listNotices: 'read',
    previewNoticeRule: 'read',
    setNoticeRule: 'change',
    resetNoticeRule: 'change',
    setNoticePreferences: 'change',
    sendTestNotice: 'change',
  },
  operator: { getOperator: 'read' },
  partner: { getPartnerTerms: 'read' },
  payments: { listGateways: 'read', getOrder: 'read', listPurchases: 'read', getInvoice: 'read', getCounter: 'read' },
  privacy: { getPrivacyFacts: 'read' },
  projects: { listProjects: 'read', previewProject: 'read', updateProject: 'change', refreshProject: 'change' },
  promo: { getPromoCode: 'read', getGiftPromoCode: 'read' },
  reviews: { listReviews: 'read', getOwnReview: 'read' },
  sources: { countHeard: 'read', listSources: 'read', getStatus: 'read' },
  subscriptions: {
    listSubscriptions: 'read',
    estimatePackage: 'read',
    freezeSubscription: 'change',
    unfreezeSubscription: 'change',
  },
  tariffs: { listTariffs: 'read' },
  team: { getTeam: 'read', listLeftOut: 'read', listMembershipCards: 'read', getMembershipCard: 'read' },
  verification: { getVerification: 'read' },
}

/** Null: not under a mask. */
export function maskUseOf(feature: keyof Contract, callName: string): MaskUse | null {
  const uses: Readonly<Record<string, MaskUse>> = underMask[feature] ?? {}
  return Object.hasOwn(uses, callName) ? (uses[callName] ?? null) : null
}

/** As much of a person as it takes to say who may wear whose mask; `roles` of the actor as they hold now. */
interface Party {
  id: number
  roles: readonly RoleName[]
}

/** Support alone, never as themselves, and as no one of the staff. It is asked before a mask is put on, and of each call under it. */
export const mayMask = (actor: Party, user: Party): boolean =>
  actor.roles.includes('support') && actor.id !== user.id && !isStaff(user.roles)
