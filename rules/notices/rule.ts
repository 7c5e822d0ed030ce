/** How a person wants to be notified of what comes for a filter, channel by channel; and what holds for whom has said nothing of it. */
import {
  noticeChannels,
  type NoticeChannel,
  type NoticePreferences,
  type NoticeRule,
} from '../../contract/reach/notices.ts'

export const everyWeekday = [1, 2, 3, 4, 5, 6, 7]

export const usualPreferences: NoticePreferences = {
  quiet: { from: '22:00', to: '08:00' },
  pausedUntil: null,
  ceiling: 20,
  alarms: {
    silence: [...noticeChannels],
    spike: ['browser', 'telegram', 'vk'],
    sourceLag: ['telegram', 'vk'],
    groupClosed: [...noticeChannels],
    subscriptionEnd: [...noticeChannels],
  },
}

const common = { hour: 9, weekdays: everyWeekday, smallest: 1 }
const rules = {
  off: { ...common, mode: 'off', level: 'cold' },
  everyOne: { ...common, mode: 'now', level: 'cold' },
  hotOnes: { ...common, mode: 'now', level: 'hot' },
  morning: { ...common, mode: 'daily', level: 'cold' },
} as const satisfies Record<string, NoticeRule>

/** What of a filter its rules depend on. */
export interface RuledFilter {
  isDefault: boolean
  /** The reader made it: its `push` is theirs. */
  own: boolean
  /** Spec §3: push notices of new messages. */
  push: boolean
}

/**
 * The rule that holds. Of whom has said nothing, the default filter tells of what is hot at once, and by e-mail each morning of all there was; others
 * tell nothing. The switch of a filter (`push`) is that of the browser: off, it is off; on without more, it tells of everything.
 * @param stored what the person has set; null: nothing
 */
export function ruleOf(
  channel: NoticeChannel,
  stored: NoticeRule | null,
  { isDefault, own, push }: RuledFilter,
): NoticeRule {
  if (channel === 'browser' && own) {
    if (stored === null) return push ? rules.everyOne : isDefault ? rules.hotOnes : rules.off
    if (push) return stored.mode === 'off' ? rules.everyOne : stored
    return rules.off
  }
  if (stored !== null) return stored
  if (!isDefault || !own) return rules.off
  return channel === 'email' ? rules.morning : rules.hotOnes
}
