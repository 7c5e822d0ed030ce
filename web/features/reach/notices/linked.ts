import type { NoticeChannel, NoticeSettings } from '../../../../contract/reach/notices.ts'

/** Is there somewhere to send to? */
export function isLinked({ addresses, channels }: NoticeSettings, channel: NoticeChannel): boolean {
  if (channel === 'email') return channels.email.address !== null
  return addresses.some((each) => each.channel === channel && each.endedAt === null)
}
