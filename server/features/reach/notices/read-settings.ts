/** What a person has set of notices, with what holds where they have set nothing. */
import {
  noticeChannels,
  type NoticeChannel,
  type NoticeRule,
  type NoticeSettings,
} from '../../../../contract/reach/notices.ts'
import type { Filter } from '../../../../contract/reading/filters.ts'
import { ruleOf } from '../../../../rules/notices/rule.ts'
import type { AppContext } from '../../../kit/context.ts'
import type { DbOrTx } from '../../../kit/sql.ts'
import { listFilters } from '../../reading/filters/filters.public.ts'
import { listNoticeAddresses } from './addresses.ts'
import { channels } from './channels/channels.ts'
import { readNoticePreferences, readRecipient } from './read-preferences.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

export async function readNoticeSettings(ctx: Context, userId: number): Promise<NoticeSettings> {
  const { db, clock } = ctx
  const [user, preferences, filters, rules, addresses] = await Promise.all([
    readRecipient(db, userId),
    readNoticePreferences(db, userId),
    listFilters(db, userId, clock.now()),
    readNoticeRules(db, userId),
    listNoticeAddresses(db, userId),
  ])
  return {
    preferences,
    timeZone: user.timeZone,
    filters: filters.map((filter) => showFilter(filter, rules.get(filter.id) ?? new Map())),
    channels: await showChannels(ctx, userId, user.email),
    addresses,
  }
}

function showFilter(
  { id: filterId, name, isDefault, own, push }: Filter,
  set: ReadonlyMap<NoticeChannel, NoticeRule>,
): NoticeSettings['filters'][number] {
  const entries = noticeChannels.map((channel) => [
    channel,
    ruleOf(channel, set.get(channel) ?? null, { isDefault, own, push }),
  ])
  return { filterId, name, isDefault, rules: Object.fromEntries(entries), set: [...set.keys()] }
}

async function showChannels(ctx: Context, userId: number, email: string | null): Promise<NoticeSettings['channels']> {
  const { db, config } = ctx
  const vkAccount = await db
    .selectFrom('networkAccounts')
    .select('userId')
    .where('userId', '=', userId)
    .where('network', '=', 'vk')
    .executeTakeFirst()
  const available = (name: NoticeChannel): boolean => channels[name].available(ctx)
  return {
    browser: { available: available('browser') },
    email: { available: available('email'), address: email },
    telegram: { available: available('telegram') },
    vk: { available: available('vk'), widget: config.vkNotices?.groupId ?? null, vkId: vkAccount !== undefined },
  }
}

/** By filter and channel; only what is set. */
async function readNoticeRules(db: DbOrTx, userId: number): Promise<Map<number, Map<NoticeChannel, NoticeRule>>> {
  const rows = await db
    .selectFrom('noticeRules')
    .select(['filterId', 'channel', 'mode', 'hour', 'weekdays', 'level', 'smallest'])
    .where('userId', '=', userId)
    .execute()
  const rules = new Map<number, Map<NoticeChannel, NoticeRule>>()
  for (const { filterId, channel, ...rule } of rows) {
    const ofFilter = rules.get(filterId) ?? new Map<NoticeChannel, NoticeRule>()
    ofFilter.set(channel as NoticeChannel, rule as NoticeRule)
    rules.set(filterId, ofFilter)
  }
  return rules
}
