/** Notices: what a person is notified of without looking (docs/flows/notice.md). */
import type { Handlers } from '../../../kit/context.ts'
import { defineFeature } from '../../../kit/feature.ts'
import { alarmJobs } from './alarms/alarms.jobs.ts'
import { notifyOfAlarm } from './alarms/post-alarm.ts'
import { forgetNotices } from './forget-notices.ts'
import { personalNotices } from './personal-notices.ts'
import { every } from '../../../kit/jobs.ts'
import { allowVk } from './allow-vk.ts'
import { chatJobs } from './bot/hear.ts'
import { listNotices } from './journal.ts'
import { forgetBrowsers, getPushKey, linkBrowser } from './link-browser.ts'
import { startMessengerLink } from './link-messenger.ts'
import { previewNoticeRule } from './preview-rule.ts'
import { getNoticeSettings, setNoticeRule, resetNoticeRule, setNoticePreferences } from './settings.ts'
import { readNoticeLink, followNoticeLink, openUnsubscribe, takeUnsubscribe } from './signed-links.ts'
import { takeTelegramUpdate } from './take-telegram.ts'
import { takeVkUpdate } from './take-vk.ts'
import { sendTestNotice } from './test-notice.ts'
import { unlinkAddress } from './unlink-address.ts'
import { noticesSignals } from './notices.signals.ts'

const handlers: Handlers<'notices'> = {
  getNoticeSettings,
  setNoticeRule,
  resetNoticeRule,
  setNoticePreferences,
  previewNoticeRule,
  sendTestNotice,
  listNotices,
  getPushKey,
  linkBrowser,
  startMessengerLink,
  allowVk,
  unlinkAddress,
  readNoticeLink,
  followNoticeLink,
  openUnsubscribe,
  takeUnsubscribe,
  takeTelegramUpdate,
  takeVkUpdate,
}

declare module '../../../kit/context.ts' {
  interface FeatureHooks {
    /** Notifies of something that is written a letter about from below: over every other channel the person wants such alarms by. */
    notifyOfAlarm: typeof notifyOfAlarm
  }
}

declare module '../../../kit/bus.ts' {
  interface BusMessages {
    /** Rules, preferences, addresses or the journal of this person; what decides for them is read again. */
    'notices.changed': { userId: number }
    /** Something stands in the outbox. */
    'notice.posted': Record<string, never>
    /** The journal of these people is another one; what decides for them is the same. */
    'notices.told': { userIds: number[] }
  }
}

export const noticesFeature = defineFeature({
  name: 'notices',
  handlers,
  signals: noticesSignals,
  hooks: { notifyOfAlarm },
  jobs: [...alarmJobs, ...chatJobs, forgetNotices, every('22 * * * *', 'forget-browsers', forgetBrowsers)],
  personalData: personalNotices,
})
