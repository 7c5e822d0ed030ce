import { noticeChannels } from '../../../../../contract/reach/notices.ts'
import type { Outbox } from './outbox.ts'

/** All that is due by now, over one channel after the other. */
export async function workOutbox(outbox: Outbox): Promise<void> {
  await outbox.begin()
  for (const name of noticeChannels) await outbox.work(name)
}
